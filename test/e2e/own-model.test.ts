import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope, readinessSchema } from '../../src/http/schema.js';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { FIXTURE_MODELS, OWN_MODELS } from '../support/fixture-models.js';
import { base64Of, greyPicture } from '../support/pictures.js';
import { spotPicture } from '../support/spots.js';

// A hospital brings its own model: a folder with a graph and a manifest, and not a line of code.

const ROOT = join(import.meta.dirname, '..', '..');

const folders: string[] = [];
function modelsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-own-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Changes the manifest of a package as an engineer's hand would. */
function edit(dir: string, from: string, to: string): void {
  const path = join(dir, 'model.json');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

const WHITE = { x: 80, y: 40, side: 40, grey: 255 };
const BRIGHT = { x: 200, y: 80, side: 40, grey: 200 };

async function ask(
  daemon: Daemon,
  image: string,
  request: Record<string, unknown> = {},
): Promise<ImagingResult> {
  const json = { image_data: image, image_type: 'test_spots', modality: 'DX', ...request };
  const response = await daemon.request('/v1/imaging', { key: await daemon.key(), json });
  expect(response.status, response.text).toBe(200);
  return imagingResult.parse(response.json());
}

const statesOf = async (daemon: Daemon) => {
  const { checks } = readinessSchema.parse((await daemon.request('/readyz')).json());
  return Object.fromEntries(checks.models.map(({ id, ...state }) => [id, state]));
};

describe('packages that are laid into the models folder', () => {
  let daemon: Daemon;
  let image: string;
  beforeAll(async () => {
    const models = modelsFolder();
    for (const id of ['spot-detector', 'spot-segmenter']) {
      cpSync(join(OWN_MODELS, id), join(models, id), { recursive: true });
    }
    image = await base64Of(spotPicture(320, 160, WHITE, BRIGHT).png());
    daemon = await startDaemon({ config: { models_dir: models } });
  });
  afterAll(() => daemon.stop());

  it('are ready, and listed with what they read', async () => {
    expect(await statesOf(daemon)).toMatchObject({
      'spot-detector': { state: 'ready' },
      'spot-segmenter': { state: 'ready' },
    });
  });

  it('find what is there, at its place: a detector, by its priority', async () => {
    const { findings, models, not_assessed } = await ask(daemon, image);
    expect(models).toMatchObject([{ id: 'spot-detector', version: '1.0.0', backend: 'cpu' }]);
    expect(findings.map(({ label }) => label).sort()).toEqual(['bright', 'white']);
    for (const [label, { x, y, side }] of [
      ['white', WHITE],
      ['bright', BRIGHT],
    ] as const) {
      const { location } = findings.find((finding) => finding.label === label)!;
      expect(Math.abs(location.x - x)).toBeLessThanOrEqual(2);
      expect(Math.abs(location.y - y)).toBeLessThanOrEqual(2);
      expect(Math.abs(location.width - side)).toBeLessThanOrEqual(4);
      expect(Math.abs(location.height - side)).toBeLessThanOrEqual(4);
    }
    expect(not_assessed.map(({ what }) => what)).not.toContain('test_spots');
  });

  it('answer by name as well: a segmenter, with a map', async () => {
    const options = { return_heatmap: true, return_probabilities: true };
    const request = { model: 'spot-segmenter', analysis_options: options };
    const { findings, models, heatmap, probabilities } = await ask(daemon, image, request);
    expect(models).toMatchObject([{ id: 'spot-segmenter' }]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ label: 'spot', finding: 'Bright spot' });
    expect(findings[0]!.locations).toHaveLength(2);
    expect(probabilities!.spot).toBeGreaterThan(0.99);
    expect(heatmap).toMatch(/^data:image\/png;base64,/);
  });

  it('find nothing where nothing is', async () => {
    const dark = await base64Of(spotPicture(320, 160, { ...WHITE, grey: 90 }).png());
    expect((await ask(daemon, dark)).findings).toEqual([]);
    expect((await ask(daemon, dark, { model: 'spot-segmenter' })).findings).toEqual([]);
  });

  it('are asked for nothing that they do not serve', async () => {
    const key = await daemon.key();
    for (const [request, field] of [
      [{ image_type: 'test_spots', modality: 'MR' }, 'modality'],
      [{ image_type: 'chest_xray', modality: 'DX' }, 'image_type'],
      [{ image_type: 'test_spots', modality: 'DX', model: 'none' }, 'model'],
    ] as const) {
      const json = { image_data: image, ...request };
      const response = await daemon.request('/v1/imaging', { key, json });
      expect(response.status).toBe(400);
      expect(errorEnvelope.parse(response.json()).error.details).toMatchObject({ field });
    }
  });
});

describe('packages with a fault', () => {
  let daemon: Daemon;
  beforeAll(async () => {
    const models = modelsFolder();
    const add = (id: string, as = id, from = OWN_MODELS) => {
      const dir = join(models, as);
      cpSync(join(from, id), dir, { recursive: true });
      edit(dir, `"id": "${id}"`, `"id": "${as}"`);
      return dir;
    };
    add('spot-detector');
    edit(add('spot-detector', 'wrong-field'), '"box_format": "cxcywh"', '"box_format": "yxyx"');
    edit(add('spot-segmenter', 'wrong-rule'), '"structure": "spot"', '"structure": "heart"');
    edit(add('spot-detector', 'wrong-hash'), '"bytes": 1624', '"bytes": 1625');
    // Golden answers of another graph: the files are as declared, the graph does not give them.
    const wrong = add('pattern-fp32', 'wrong-golden', FIXTURE_MODELS);
    const path = join(wrong, 'golden.json');
    const golden = JSON.parse(readFileSync(path, 'utf8'));
    golden.cases[1].outputs = golden.cases[0].outputs;
    writeFileSync(path, JSON.stringify(golden));
    const args = ['--import', 'tsx', join('scripts', 'models', 'package.ts'), wrong];
    // It ends with 1: no backend gives these answers.
    await promisify(execFile)(process.execPath, args, { cwd: ROOT }).catch(() => undefined);
    mkdirSync(join(models, 'no-manifest'));
    daemon = await startDaemon({ config: { models_dir: models } });
  });
  afterAll(() => daemon.stop());

  it.each([
    ['wrong-field', 'outputs.box_format'],
    ['wrong-rule', 'labels.0.structure is not among structures'],
    ['wrong-hash', 'files.model.onnx.bytes'],
  ])('%s is put aside with a reason that names the field', async (id, reason) => {
    expect((await statesOf(daemon))[id]).toMatchObject({
      state: 'quarantined',
      reason: expect.stringContaining(reason),
    });
  });

  it('one whose golden answers are not reproduced runs on no backend', async () => {
    const state = (await statesOf(daemon))['wrong-golden'];
    expect(state).toMatchObject({
      state: 'unavailable',
      reason: expect.stringContaining('runs on no backend'),
    });
    const key = await daemon.key();
    const image_data = await base64Of(greyPicture(100, 100).png());
    const json = { image_data, image_type: 'test_pattern', modality: 'DX' };
    const response = await daemon.request('/v1/imaging', { key, json });
    expect(response.status).toBe(400);
  });

  it('the one without a fault serves', async () => {
    expect(Object.keys(await statesOf(daemon))).not.toContain('no-manifest');
    const image = await base64Of(spotPicture(320, 160, WHITE).png());
    const { findings, models } = await ask(daemon, image);
    expect(models).toMatchObject([{ id: 'spot-detector' }]);
    expect(findings.map(({ label }) => label)).toEqual(['white']);
  });
});
