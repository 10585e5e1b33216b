import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealedFile, type SealedFile } from '../../../../src/core/sealed-file.js';
import type { ReadImageModels } from '../../../../src/imaging/worker/read-image.js';
import { readSlices } from '../../../../src/imaging/worker/read-slices.js';
import { createCpuBackend } from '../../../../src/inference/backends/cpu.js';
import { isImageManifest } from '../../../../src/inference/manifests/kinds.js';
import { loadModelPackage } from '../../../../src/inference/model-package.js';
import { headSeries } from '../../../support/pacs/head-series.js';

const COUNT = 8;
const DAMAGED = 4;
const BLEEDING = [1, 6];
const SMALL = 128 ** 2;
const LARGE = 10_000 ** 2;

let models: ReadImageModels;
let files: SealedFile[];
let release = async () => {};
const folder = mkdtempSync(join(tmpdir(), 'wardbox-slices-'));

async function seal(bytes: Buffer): Promise<SealedFile> {
  const writer = createSealedFile(folder);
  await writer.write(bytes);
  return writer.finish();
}

beforeAll(async () => {
  const { manifest, graph } = await loadModelPackage('models/head-ct-haemorrhage');
  if (!isImageManifest(manifest)) throw new TypeError('the package reads no slices');
  const session = await createCpuBackend().open(graph.weights, { threads: 1 });
  release = () => session.release();
  models = { reader: { manifest, session, backend: 'cpu' } };
  const series = headSeries({
    study: '2.25.1',
    series: '2.25.2',
    count: COUNT,
    bleeding: BLEEDING,
  });
  files = await Promise.all(
    series.map((bytes, at) => seal(at === DAMAGED ? bytes.subarray(0, 9_000) : bytes)),
  );
});
afterAll(async () => {
  await release();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the series, and reports the progress. */
function read(pixels: number, controller = new AbortController(), onProgress = (_: number) => {}) {
  const input = {
    field: 'image',
    limits: { fileBytes: 1_000_000, megapixels: 100 },
    expected: { modality: 'CT' },
    pixels,
    slices: files.map((file) => ({ file })),
  } as const;
  return readSlices(input, models, { signal: controller.signal, onProgress });
}

describe('readSlices', () => {
  it('reads slices in their order, whether the next is decoded ahead or not', async () => {
    const ahead = await read(SMALL);
    expect(await read(LARGE)).toEqual(ahead);
    const strip = ahead.slices.map((slice) =>
      'probabilities' in slice ? (slice.probabilities.haemorrhage ?? 0) : Number.NaN,
    );
    const bleeds = strip.flatMap((probability, at) => (probability > 0.5 ? [at] : []));
    expect(bleeds).toEqual(BLEEDING);
    expect(ahead.slices[DAMAGED]).toEqual({ fault: expect.stringMatching(/truncated/) });
    expect(ahead.labels.map(({ keySlice }) => keySlice)).toEqual([BLEEDING[0]]);
  });

  it('stops where the answer is no longer needed', async () => {
    const controller = new AbortController();
    const progress: number[] = [];
    const stopped = read(SMALL, controller, (part) => {
      progress.push(part);
      if (progress.length === 2) controller.abort();
    });
    await expect(stopped).rejects.toThrow(/aborted/);
    expect(progress).toEqual([1 / COUNT, 2 / COUNT]);
  });
});
