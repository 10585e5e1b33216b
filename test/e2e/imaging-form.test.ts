import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import type { HttpRequest } from '../support/https-client.js';
import { pictureModels } from '../support/knowledge-models.js';

const DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
const FILMS = join(DATA, 'cxr', 'images');
const DICOM = join(DATA, 'dicom', 'pydicom');
const missing = [FILMS, DICOM].some((folder) => !existsSync(folder));
const reason = missing ? ' (skipped: the reference films are not on this machine)' : '';

const ABOUT = { image_type: 'chest_xray', modality: 'DX' };
const OPTIONS = { measure_structures: true, return_heatmap: true, return_probabilities: true };

/** Real films at even distances in the folder. */
function films(count: number): Buffer[] {
  const names = readdirSync(FILMS).sort();
  const step = Math.floor(names.length / count);
  return Array.from({ length: count }, (_, nth) => {
    const name = names[nth * step];
    if (name === undefined) throw new Error('there are too few films');
    return readFileSync(join(FILMS, name));
  });
}

describe.skipIf(missing)(`real films as forms over HTTPS${reason}`, () => {
  const models = pictureModels();
  let daemon: Daemon;
  let key: string;
  beforeAll(async () => {
    daemon = await startDaemon({ config: { models_dir: models.dir } });
    key = await daemon.key();
  });
  afterAll(async () => {
    await daemon.stop();
    models.remove();
  });

  async function ask(request: HttpRequest): Promise<Partial<ImagingResult>> {
    const response = await daemon.request('/v1/imaging', { key, ...request });
    expect(response.status, response.text).toBe(200);
    const { analysis_id: _, created_at: __, ...rest } = imagingResult.parse(response.json());
    return rest;
  }

  function formOf(image: Buffer, options: object, prior?: Buffer): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(ABOUT)) form.append(name, value);
    form.append('image', new Blob([new Uint8Array(image)]), 'film');
    form.append('analysis_options', JSON.stringify(options));
    if (prior) form.append('prior_image_data', new Blob([new Uint8Array(prior)]), 'film');
    return form;
  }

  const jsonOf = (image: Buffer, analysis_options: object, prior?: Buffer) => ({
    ...ABOUT,
    image_data: image.toString('base64'),
    analysis_options,
    ...(prior && { prior_image_data: prior.toString('base64') }),
  });

  it('are read exactly as those in JSON', async () => {
    for (const film of films(4)) {
      const form = await ask({ body: formOf(film, OPTIONS) });
      expect(form.image?.width).toBeGreaterThan(100);
      expect(form).toEqual(await ask({ json: jsonOf(film, OPTIONS) }));
    }
  });

  it('are compared exactly as those in JSON', async () => {
    const [now, before] = films(2) as [Buffer, Buffer];
    const options = { ...OPTIONS, compare_to_prior: true };
    const form = await ask({ body: formOf(now, options, before) });
    expect(form).toEqual(await ask({ json: jsonOf(now, options, before) }));
  });

  it('are refused by the same rules, and leave nothing on the disk', async () => {
    const ct = readFileSync(join(DICOM, 'CT_small.dcm'));
    const [form, json] = await Promise.all([
      daemon.request('/v1/imaging', { key, body: formOf(ct, {}) }),
      daemon.request('/v1/imaging', { key, json: jsonOf(ct, {}) }),
    ]);
    expect([form.status, json.status]).toEqual([400, 400]);
    const errorOf = (response: typeof form) =>
      response.json<{ error: { code: string; message: string } }>().error;
    const { code, message } = errorOf(form);
    expect(errorOf(json)).toMatchObject({ code, message });
    const left = readdirSync(daemon.dataDir, { recursive: true }).map(String);
    expect(left.filter((name) => name.endsWith('.sealed'))).toEqual([]);
  });
});
