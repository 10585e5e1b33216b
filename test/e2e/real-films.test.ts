import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImagingResult, imagingResult } from '../../src/imaging/schema.js';
import { auroc } from '../support/auroc.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { pictureModels } from '../support/knowledge-models.js';
import { rounds } from '../support/rounds.js';

const ROOT = join(import.meta.dirname, '..', '..');
const DATA = join(ROOT, '..', 'shared', 'data');
const FILMS = join(DATA, 'cxr');
const OUTLINES = join(DATA, 'cxr-masks');
/** Of each source and label. */
const EACH = rounds({ short: 16, long: 40 });
const FEW = 20;

const present = existsSync(join(FILMS, 'labels.csv'));
const reason = present ? '' : ' (skipped: the reference films are not on this machine)';

/** Lines of a table without quotes, below its head. */
function linesOf(...path: string[]): string[][] {
  const [, ...lines] = readFileSync(join(DATA, ...path), 'utf8')
    .trim()
    .split(/\r?\n/);
  return lines.map((line) => line.split(','));
}

const models = pictureModels();
afterAll(() => models.remove());

function startShipped(): Promise<Daemon> {
  return startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 10_000 } },
  });
}

/** The first films of the test split of one source and label; the same ones in every run. */
function films(source: string, ...labels: string[]): string[] {
  return linesOf('cxr', 'labels.csv')
    .filter(
      ([, split, label, from]) => split === 'test' && from === source && labels.includes(label!),
    )
    .slice(0, EACH)
    .map(([image]) => join(FILMS, 'images', image!));
}

describe.skipIf(!present)(`the shipped model on real films over HTTPS${reason}`, () => {
  let daemon: Daemon;
  let key: string;
  beforeAll(async () => {
    daemon = await startShipped();
    key = await daemon.key();
  });
  afterAll(() => daemon.stop());

  async function read(picture: string | Buffer, more = {}): Promise<ImagingResult> {
    const file = typeof picture === 'string' ? readFileSync(picture) : picture;
    const response = await daemon.request('/v1/imaging', {
      key,
      json: {
        image_data: file.toString('base64'),
        image_type: 'chest_xray',
        modality: 'CR',
        analysis_options: { return_probabilities: true, ...more },
      },
    });
    expect(response.status, response.text).toBe(200);
    return imagingResult.parse(response.json());
  }

  /** Answers so far: one film is asked about for more than one label. */
  const known = new Map<string, ImagingResult>();
  async function probabilities(paths: readonly string[], label: string): Promise<number[]> {
    const seen: number[] = [];
    for (const path of paths) {
      const result = known.get(path) ?? (await read(path));
      known.set(path, result);
      const probability = result.probabilities?.[label];
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
    expect(sick.length).toBeGreaterThan(0.75 * EACH);
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
    expect(JSON.stringify(await daemon.allLogs())).not.toContain(path!.split('/').at(-1));
  });

  it.each([
    ['a slice of a brain', join('brain-mri', 'images')],
    ['a slice of a head CT', join('head-ct', 'images')],
  ])('gives %s no score', async (_, folder) => {
    const directory = join(DATA, folder);
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

  it('gives a film that lies on its side, on its head or in negative no score', async () => {
    const paths = ['kermany_ped', 'mendeley_pk'].flatMap((source) =>
      films(source, 'normal').slice(0, FEW / 4),
    );
    let [refused, sent] = [0, 0];
    for (const path of paths) {
      const picture = () => sharp(path).toColourspace('b-w');
      const wrong = [90, 180, 270].map((degrees) => picture().rotate(degrees));
      for (const changed of [...wrong, picture().negate()]) {
        const { probabilities, not_assessed } = await read(await changed.png().toBuffer());
        sent += 1;
        if (probabilities === undefined) refused += 1;
        else continue;
        expect(not_assessed[0]?.what).toBe('chest_xray');
      }
    }
    expect(sent).toBe(2 * FEW);
    expect(refused).toBeGreaterThanOrEqual(0.9 * sent);
  });

  // The network has learned from these films: this shows that what it outlines is what is measured.
  it.skipIf(!existsSync(OUTLINES))('measures the heart as its hand-drawn outlines do', async () => {
    const names = readdirSync(join(OUTLINES, 'images')).sort().slice(0, FEW);
    const errors: number[] = [];
    for (const name of names) {
      const { measurements = [] } = await read(join(OUTLINES, 'images', name), {
        measure_structures: true,
      });
      const ratio = measurements.find((one) => one.name === 'cardiothoracic_ratio');
      if (ratio) errors.push(Math.abs(ratio.value - (await outlinedRatio(name))));
    }
    expect(errors.length).toBeGreaterThanOrEqual(0.9 * FEW);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.03);
  });
});

/** Columns of the first and the last bright pixel, in the whole picture or row by row. */
async function extent(folder: string, name: string) {
  const mask = sharp(join(OUTLINES, folder, `${parse(name).name}.png`))
    .toColourspace('b-w')
    .extractChannel(0)
    .raw();
  const { data, info } = await mask.toBuffer({ resolveWithObject: true });
  const rows = Array.from({ length: info.height }, (_, y) => {
    const row = data.subarray(y * info.width, (y + 1) * info.width);
    return { first: row.findIndex((value) => value > 0), last: row.findLastIndex((v) => v > 0) };
  });
  const filled = rows.filter(({ first }) => first >= 0);
  const first = Math.min(...filled.map((row) => row.first));
  return { rows, width: Math.max(...filled.map((row) => row.last)) + 1 - first };
}

/** The heart's width over the widest distance between the outer edges of both lungs in one row. */
async function outlinedRatio(name: string): Promise<number> {
  const heart = await extent('heart', name);
  const lungs = await Promise.all(['left_lung', 'right_lung'].map((one) => extent(one, name)));
  const widths = lungs[0]!.rows.map((row, y) => {
    const other = lungs[1]!.rows[y]!;
    if (row.first < 0 || other.first < 0) return 0;
    return Math.max(row.last, other.last) + 1 - Math.min(row.first, other.first);
  });
  return heart.width / Math.max(...widths);
}

const shipped = (id: string) => existsSync(join(ROOT, 'models', id, 'model.json'));
const HEADS = [
  {
    id: 'brain-mri-tumour',
    folder: 'brain-mri',
    type: 'brain_mri',
    modality: 'MR',
    label: 'abnormal',
    // No table names a test split; those of validation were not learned from.
    take: ([, split, label]: string[]) => (split === 'val' ? label !== 'notumor' : undefined),
  },
  {
    id: 'head-ct-haemorrhage',
    folder: 'head-ct',
    type: 'head_ct',
    modality: 'CT',
    label: 'haemorrhage',
    take: ([, label]: string[]) => label === 'hemorrhage',
  },
];

// As above: this shows the way from file to answer; the cards tell how well the models do.
describe.each(HEADS)(
  '$id on real slices over HTTPS',
  ({ id, folder, type, modality, label, take }) => {
    const there = shipped(id) && existsSync(join(DATA, folder, 'labels.csv'));
    const why = there ? '' : ' (skipped: the package or its pictures are not on this machine)';
    it.skipIf(!there)(`separates abnormal from normal films${why}`, async () => {
      const daemon = await startShipped();
      try {
        const key = await daemon.key();
        const scores = new Map<boolean, number[]>([
          [true, []],
          [false, []],
        ]);
        for (const [sick, seen] of scores) {
          const lines = linesOf(folder, 'labels.csv').filter((line) => take(line) === sick);
          for (const [image] of lines.slice(0, FEW)) {
            const image_data = readFileSync(join(DATA, folder, 'images', image!)).toString(
              'base64',
            );
            const analysis_options = { return_probabilities: true };
            const json = { image_data, image_type: type, modality, analysis_options };
            const response = await daemon.request('/v1/imaging', { key, json });
            expect(response.status, response.text).toBe(200);
            const probability = imagingResult.parse(response.json()).probabilities?.[label];
            if (probability !== undefined) seen.push(probability);
          }
          expect(seen.length).toBeGreaterThanOrEqual(0.85 * FEW);
        }
        expect(auroc(scores.get(true)!, scores.get(false)!)).toBeGreaterThan(0.85);
      } finally {
        await daemon.stop();
      }
    });
  },
);
