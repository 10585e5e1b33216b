import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../../scripts/samples/chest-film/catalogue.js';
import { encodeDicom } from '../../scripts/samples/chest-film/dicom.js';
import { createFilm } from '../../scripts/samples/chest-film/film.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { pictureModels } from '../support/knowledge-models.js';
import { greyPicture } from '../support/pictures.js';

const ROOT = join(import.meta.dirname, '..', '..');
const FILMS = join(ROOT, 'scripts', 'samples', 'films');
const film = (name: string) => readFileSync(join(FILMS, name));
const EARLIER = film('heart-earlier.jpg');
const LATER = film('heart-later.jpg');

interface Extra extends Record<string, unknown> {
  readonly analysis_options?: Record<string, boolean>;
}

const models = pictureModels();
const start = (dataDir?: string) =>
  startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 10_000 } },
    ...(dataDir !== undefined && { dataDir }),
  });

function ask(box: Daemon, as: string, file: Buffer, { analysis_options, ...more }: Extra) {
  return box.request('/v1/imaging', {
    key: as,
    json: {
      image_data: file.toString('base64'),
      image_type: 'chest_xray',
      modality: 'DX',
      analysis_options: { compare_to_prior: true, measure_structures: true, ...analysis_options },
      ...more,
    },
  });
}

let daemon: Daemon;
let key: string;
beforeAll(async () => {
  daemon = await start();
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

const post = (file: Buffer, extra: Extra, as: string) => ask(daemon, as, file, extra);

async function read(file: Buffer, extra: Extra = {}, as = key): Promise<ImagingResult> {
  const response = await post(file, extra, as);
  expect(response.status, response.text).toBe(200);
  return imagingResult.parse(response.json());
}

async function fault(file: Buffer, extra: Extra, as = key) {
  const response = await post(file, extra, as);
  expect(response.status, response.text).toBe(400);
  const { details } = errorEnvelope.parse(response.json()).error;
  return { field: details.field, issue: details.issue };
}

const ALONE = { analysis_options: { compare_to_prior: false } };
const alone = (file: Buffer, as = key) => read(file, ALONE, as);
const base64 = (file: Buffer) => file.toString('base64');

/** Of a result: how the heart has changed against the earlier film. */
function ratioChange({ comparison }: ImagingResult) {
  return comparison?.changes.find(({ name }) => name === 'cardiothoracic_ratio');
}
const whyNot = ({ not_assessed }: ImagingResult, what = 'comparison') =>
  not_assessed.find((one) => one.what === what)?.reason;

describe('a heart that has grown between two films', () => {
  it('is measured about as it was drawn on each of them', async () => {
    const { grown_heart } = JSON.parse(film('films.json').toString('utf8')) as Catalogue;
    for (const { file, cardiothoracic_ratio } of grown_heart) {
      const { measurements = [] } = await alone(film(file));
      const measured = measurements.find(({ name }) => name === 'cardiothoracic_ratio');
      expect(Math.abs((measured?.value ?? 0) - cardiothoracic_ratio)).toBeLessThan(0.04);
    }
  });

  it('is seen when the earlier film is sent along', async () => {
    const result = await read(LATER, { prior_image_data: base64(EARLIER) });
    const change = ratioChange(result);
    expect(change).toMatchObject({ trend: 'increased', within_noise: false });
    expect(change?.change).toBeGreaterThan(0.08);
    expect(result.findings.map(({ label }) => label)).toContain('cardiomegaly');
    expect(result.impression).toContain('the cardiothoracic ratio rose from');
  });

  it('is seen when the earlier answer is named, and to the same extent', async () => {
    const earlier = await alone(EARLIER);
    const byId = await read(LATER, { prior_analysis_id: earlier.analysis_id });
    const byImage = await read(LATER, { prior_image_data: base64(EARLIER) });
    expect(ratioChange(byId)).toEqual(ratioChange(byImage));
    expect(byId.comparison?.prior).toMatchObject({
      analysis_id: earlier.analysis_id,
      created_at: earlier.created_at,
    });
  });

  it('has shrunk when the two are taken the other way round', async () => {
    const change = ratioChange(await read(EARLIER, { prior_image_data: base64(LATER) }));
    expect(change).toMatchObject({ trend: 'decreased', within_noise: false });
  });

  it('has not changed against itself', async () => {
    const change = ratioChange(await read(LATER, { prior_image_data: base64(LATER) }));
    expect(change).toMatchObject({ change: 0, trend: 'unchanged', within_noise: true });
  });

  it('says of the view what is known of it', async () => {
    const drawn = (heartGrowth: number) =>
      createFilm({ kind: 'normal', seed: 7, size: 512, heartGrowth });
    const later = encodeDicom(drawn(1.5));
    const earlier = (view: string) => base64(encodeDicom(drawn(1.12), { view, instance: 5 }));
    const unstated = await read(LATER, { prior_image_data: base64(EARLIER) });
    expect(unstated.warnings.join()).toContain('view of both images is not stated');
    const same = await read(later, { prior_image_data: earlier('PA') });
    expect(same.comparison?.prior.view).toBe('PA');
    expect(ratioChange(same)?.trend).toBe('increased');
    expect(same.warnings.join()).not.toContain('not stated;');
    const other = await read(later, { prior_image_data: earlier('AP') });
    expect(other.comparison).toBeUndefined();
    expect(whyNot(other)).toContain('the view of the earlier image is AP, of this one PA');
  });
});

describe('an earlier analysis', () => {
  it('of a test key is not there for a live key, nor the other way round', async () => {
    const live = await daemon.key({ mode: 'live' });
    const ofTest = await alone(EARLIER);
    const ofLive = await alone(EARLIER, live);
    const unknown = { field: 'prior_analysis_id', issue: 'is not a stored analysis' };
    expect(await fault(LATER, { prior_analysis_id: ofTest.analysis_id }, live)).toEqual(unknown);
    expect(await fault(LATER, { prior_analysis_id: ofLive.analysis_id })).toEqual(unknown);
    const own = await read(LATER, { prior_analysis_id: ofLive.analysis_id }, live);
    expect(ratioChange(own)?.trend).toBe('increased');
  });

  it('of another key of the same mode is there', async () => {
    const colleague = await daemon.key({ rate: 5_000 });
    expect(colleague).not.toBe(key);
    const { analysis_id } = await alone(EARLIER, colleague);
    const result = await read(LATER, { prior_analysis_id: analysis_id });
    expect(ratioChange(result)?.trend).toBe('increased');
  });

  it('that nobody made, or that cannot be an identifier, is refused by name', async () => {
    for (const prior_analysis_id of [`im_${'0'.repeat(32)}`, 'nonsense', "im_' OR 1=1 --"]) {
      const { field, issue } = await fault(LATER, { prior_analysis_id });
      expect(field).toBe('prior_analysis_id');
      expect(issue).toBe('is not a stored analysis');
    }
  });

  it('cannot stand beside an earlier image', async () => {
    const { analysis_id } = await alone(EARLIER);
    const both = { prior_analysis_id: analysis_id, prior_image_data: base64(EARLIER) };
    expect((await fault(LATER, both)).field).toBe('prior_analysis_id');
  });

  it('is still there after a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'wardbox-compare-'));
    const before = await start(dataDir);
    const kept = await before.key();
    const first = await ask(before, kept, EARLIER, ALONE);
    const { analysis_id } = imagingResult.parse(first.json());
    await before.stop();
    const after = await start(dataDir);
    try {
      const response = await ask(after, kept, LATER, { prior_analysis_id: analysis_id });
      expect(response.status, response.text).toBe(200);
      expect(ratioChange(imagingResult.parse(response.json()))?.trend).toBe('increased');
    } finally {
      await after.stop();
      await rm(dataDir, { recursive: true });
    }
  });
});

describe('without two films to compare', () => {
  it('an answer says that there was no earlier one', async () => {
    const result = await read(LATER);
    expect(result.comparison).toBeUndefined();
    expect(whyNot(result)).toBe('no earlier image or analysis was sent');
    expect(result.measurements).toHaveLength(3);
  });

  it('an answer says that it was not asked to compare', async () => {
    const result = await read(LATER, { prior_image_data: base64(EARLIER), ...ALONE });
    expect(result.comparison).toBeUndefined();
    expect(whyNot(result)).toBe('compare_to_prior was false');
  });

  it('an earlier picture that is no chest film leaves the later one to be read alone', async () => {
    const prior_image_data = base64(await greyPicture(300, 300).png().toBuffer());
    const result = await read(LATER, { prior_image_data });
    expect(result.comparison).toBeUndefined();
    expect(whyNot(result)).toContain('of the earlier image: ');
    expect(result.findings.map(({ label }) => label)).toContain('cardiomegaly');
  });

  it('a later picture that is no chest film is not compared', async () => {
    const noFilm = await greyPicture(300, 300).png().toBuffer();
    const result = await read(noFilm, { prior_image_data: base64(EARLIER) });
    expect(result.comparison).toBeUndefined();
    expect(whyNot(result)).toBe('the image was not assessed');
    const next = await read(LATER, { prior_analysis_id: result.analysis_id });
    expect(ratioChange(next)).toBeUndefined();
    expect(whyNot(next, 'comparison.cardiothoracic_ratio')).toContain('only one of the two');
  });

  it('an earlier picture that cannot be decoded is the fault of prior_image_data', async () => {
    const prior_image_data = base64(EARLIER.subarray(0, 20_000));
    expect(await fault(LATER, { prior_image_data })).toEqual({
      field: 'prior_image_data',
      issue: 'ends before the picture does (truncated file)',
    });
  });
});
