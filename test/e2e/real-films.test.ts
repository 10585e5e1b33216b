import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';

const ROOT = join(import.meta.dirname, '..', '..');
const FILMS = join(ROOT, '..', 'shared', 'data', 'cxr');
const EACH = 40;

const present = existsSync(join(FILMS, 'labels.csv'));
const reason = present ? '' : ' (skipped: the reference films are not on this machine)';

/** The first films of the test split of one source and label; the same ones in every run. */
function films(source: string, ...labels: string[]): string[] {
  const [, ...lines] = readFileSync(join(FILMS, 'labels.csv'), 'utf8').trim().split('\n');
  return lines
    .map((line) => line.split(','))
    .filter(
      ([, split, label, from]) => split === 'test' && from === source && labels.includes(label!),
    )
    .slice(0, EACH)
    .map(([image]) => join(FILMS, 'images', image!));
}

/** Area under the ROC curve: how often a positive stands above a negative. */
function auroc(positives: readonly number[], negatives: readonly number[]): number {
  let wins = 0;
  for (const positive of positives) {
    for (const negative of negatives) {
      wins += positive > negative ? 1 : positive === negative ? 0.5 : 0;
    }
  }
  return wins / (positives.length * negatives.length);
}

describe.skipIf(!present)(`the shipped model on real films over HTTPS${reason}`, () => {
  let daemon: Daemon;
  let key: string;
  beforeAll(async () => {
    daemon = await startDaemon({
      config: { models_dir: join(ROOT, 'models'), rate_limits: { per_minute: 10_000 } },
    });
    key = await daemon.key();
  });
  afterAll(() => daemon.stop());

  async function read(path: string): Promise<ImagingResult> {
    const response = await daemon.request('/v1/imaging', {
      key,
      json: {
        image_data: readFileSync(path).toString('base64'),
        image_type: 'chest_xray',
        modality: 'CR',
        analysis_options: { return_probabilities: true },
      },
    });
    expect(response.status, response.text).toBe(200);
    return imagingResult.parse(response.json());
  }

  async function probabilities(paths: readonly string[], label: string): Promise<number[]> {
    const seen: number[] = [];
    for (const path of paths) {
      const probability = (await read(path)).probabilities?.[label];
      if (probability !== undefined) seen.push(probability);
    }
    // The gate may turn away a few films, not many.
    expect(seen.length).toBeGreaterThanOrEqual(0.85 * paths.length);
    return seen;
  }

  // Within one hospital, on films that training never saw: this shows that the whole way from file
  // to answer is sound, and not how well the model does elsewhere; its card tells that.
  it.each([
    ['pneumonia', 'kermany_ped', ['pneumonia_bacteria', 'pneumonia_virus']],
    ['tuberculosis', 'mendeley_pk', ['tb']],
    ['abnormal', 'kermany_ped', ['pneumonia_bacteria', 'pneumonia_virus']],
  ])('tells %s from normal within %s', async (label, source, positives) => {
    const sick = await probabilities(films(source, ...positives), label);
    const healthy = await probabilities(films(source, 'normal'), label);
    expect(sick.length).toBeGreaterThan(30);
    expect(auroc(sick, healthy)).toBeGreaterThan(0.85);
  });

  it('keeps boxes inside the film and leaves no trace of its name', async () => {
    const [path] = films('mendeley_pk', 'tb');
    const { findings, image } = await read(path!);
    expect(findings.length).toBeGreaterThan(0);
    for (const { location } of findings) {
      expect(location.x + location.width).toBeLessThanOrEqual(image.width);
      expect(location.y + location.height).toBeLessThanOrEqual(image.height);
    }
    expect(JSON.stringify(daemon.logs)).not.toContain(path!.split('/').at(-1));
  });

  it.each([
    ['a slice of a brain', join('brain-mri', 'images')],
    ['a slice of a head CT', join('head-ct', 'images')],
  ])('gives %s no score', async (_, folder) => {
    const { readdirSync } = await import('node:fs');
    const directory = join(FILMS, '..', folder);
    const files = readdirSync(directory).filter((name) => /\.(jpe?g|png)$/.test(name));
    let refused = 0;
    const sample = files.slice(0, 20);
    for (const file of sample) {
      const result = await read(join(directory, file));
      if (result.probabilities === undefined) {
        expect(result.findings).toEqual([]);
        expect(result.not_assessed[0]?.what).toBe('chest_xray');
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThanOrEqual(0.9 * sample.length);
  });
});
