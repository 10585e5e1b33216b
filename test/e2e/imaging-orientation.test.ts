import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ImagingResult, imagingResult, type Location } from '../../src/imaging/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { pictureModels } from '../support/knowledge-models.js';

const ROOT = join(import.meta.dirname, '..', '..');
const film = (name: string) => join(ROOT, 'scripts', 'samples', 'films', name);

const models = pictureModels();
let daemon: Daemon;
let key: string;
/** A film with a box and one with a heat map; not square, so that a mistaken side shows. */
const FILMS = { boxed: 'heart-later.jpg', mapped: 'tuberculosis.png' } as const;
type Which = keyof typeof FILMS;
const straight = new Map<Which, ImagingResult>();
const OPACITY = Buffer.from(
  '<svg width="1024" height="1024"><filter id="soft"><feGaussianBlur stdDeviation="30"/></filter>' +
    '<ellipse cx="300" cy="600" rx="110" ry="130" fill="#fff" fill-opacity="0.35" ' +
    'filter="url(#soft)"/></svg>',
);

beforeAll(async () => {
  daemon = await startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 10_000 } },
  });
  key = await daemon.key();
  for (const which of ['boxed', 'mapped'] as const) {
    straight.set(which, await read(await stored(which, 1)));
  }
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

async function read(file: Buffer): Promise<ImagingResult> {
  const response = await daemon.request('/v1/imaging', {
    key,
    json: {
      image_data: file.toString('base64'),
      image_type: 'chest_xray',
      modality: 'CR',
      analysis_options: {
        measure_structures: true,
        return_probabilities: true,
        return_heatmap: true,
      },
    },
  });
  expect(response.status, response.text).toBe(200);
  return imagingResult.parse(response.json());
}

/** How an upright picture comes to lie as it is stored: quarter turns clockwise, then mirrored. */
const TURNS: Readonly<Record<number, readonly [quarters: number, mirrored: boolean]>> = {
  1: [0, false],
  2: [0, true],
  3: [2, false],
  4: [2, true],
  5: [1, true],
  6: [3, false],
  7: [3, true],
  8: [1, false],
};
const turnOf = (orientation: number) => TURNS[orientation] ?? [0, false];

async function turned(picture: Buffer, orientation: number): Promise<Buffer> {
  const [quarters, mirrored] = turnOf(orientation);
  const rotated = await sharp(picture)
    .rotate(90 * quarters)
    .png()
    .toBuffer();
  return mirrored ? sharp(rotated).flop().png().toBuffer() : rotated;
}

/** The film as a camera stores it that leaves turning to the viewer (Exif 2.32, tag 0x0112). */
async function stored(which: Which, orientation: number): Promise<Buffer> {
  const cut = { left: 40, top: 0, width: 940, height: 1024 };
  const whole = sharp(film(FILMS[which])).toColourspace('srgb');
  // The second film's own score lies near its threshold: one more opacity makes it sure.
  const drawn = await whole.composite(which === 'mapped' ? [{ input: OPACITY }] : []).toBuffer();
  const upright = await sharp(drawn).extract(cut).toColourspace('b-w').png().toBuffer();
  const picture = sharp(await turned(upright, orientation)).jpeg({ quality: 95 });
  return picture.withMetadata({ orientation }).toBuffer();
}

/** A box of the upright film in pixels of the stored one. */
function turnedBox(box: Location, orientation: number): Location {
  const [quarters, mirrored] = turnOf(orientation);
  let [{ x, y, width, height }, across, down] = [box, 940, 1024];
  for (let turn = 0; turn < quarters; turn += 1) {
    [x, y, width, height] = [down - y - height, x, height, width];
    [across, down] = [down, across];
  }
  return { x: mirrored ? across - x - width : x, y, width, height };
}

function expectNear(seen: Location, expected: Location): void {
  for (const side of ['x', 'y', 'width', 'height'] as const) {
    expect(Math.abs(seen[side] - expected[side]), side).toBeLessThanOrEqual(8);
  }
}

const pixelsOf = (heatmap: string | undefined) =>
  Buffer.from(heatmap?.split(',')[1] ?? '', 'base64');

describe('a JPEG that asks to be turned', () => {
  it.each([2, 3, 4, 5, 6, 7, 8])('by orientation %i is answered in its own pixels', async (way) => {
    const file = await stored('boxed', way);
    const before = straight.get('boxed')!;
    const { width, height } = await sharp(file).metadata();
    const result = await read(file);
    expect(result.image).toMatchObject({ width, height });
    expect(result.warnings.join()).toContain('in pixels of the picture as stored');

    const heart = ({ findings }: ImagingResult) =>
      findings.find(({ label }) => label === 'cardiomegaly')!.location;
    expectNear(heart(result), turnedBox(heart(before), way));

    const landmarks = ({ measurements = [] }: ImagingResult) => measurements[0]!.landmarks;
    expect(landmarks(result)).toHaveLength(4);
    for (const [i, { name, x, y }] of landmarks(result).entries()) {
      const mark = landmarks(before)[i]!;
      expect(name).toBe(mark.name);
      const point = turnedBox({ x: mark.x, y: mark.y, width: 0, height: 0 }, way);
      expectNear({ x, y, width: 0, height: 0 }, point);
    }
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('by orientation %i has its heat map turned too', async (way) => {
    const { heatmap } = await read(await stored('mapped', way));
    const map = sharp(pixelsOf(heatmap));
    const expected = sharp(await turned(pixelsOf(straight.get('mapped')!.heatmap), way));
    const [seen, wanted] = await Promise.all([
      map.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
      expected.ensureAlpha().raw().toBuffer({ resolveWithObject: true }),
    ]);
    expect([seen.info.width, seen.info.height]).toEqual([wanted.info.width, wanted.info.height]);
    expect(meanDifference(seen.data, wanted.data)).toBeLessThan(2);
  });

  // Otherwise the comparison above could not fail.
  it('has a heat map that differs from itself turned', async () => {
    const { heatmap } = straight.get('mapped')!;
    const before = await sharp(pixelsOf(heatmap)).ensureAlpha().raw().toBuffer();
    const after = await sharp(await turned(pixelsOf(heatmap), 3))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(meanDifference(before, after)).toBeGreaterThan(4);
  });
});

/** Of the transparency: how strong the map is at a place. */
function meanDifference(a: Buffer, b: Buffer): number {
  let sum = 0;
  for (let i = 3; i < a.length; i += 4) sum += Math.abs(a[i]! - b[i]!);
  return sum / (a.length / 4);
}

describe.each(['normal', 'pneumonia', 'tuberculosis'])('the film %s', (name) => {
  const picture = () => sharp(film(`${name}.png`)).toColourspace('b-w');
  it.each<[string, () => Promise<Buffer>]>([
    ['turned to the right', () => picture().rotate(90).png().toBuffer()],
    ['upside down', () => picture().rotate(180).png().toBuffer()],
    ['turned to the left', () => picture().rotate(270).png().toBuffer()],
    ['black for white', () => picture().negate().png().toBuffer()],
  ])('%s is not assessed', async (_, make) => {
    const result = await read(await make());
    expect(result.findings).toEqual([]);
    for (const absent of ['probabilities', 'measurements', 'heatmap', 'urgency'] as const) {
      expect(result).not.toHaveProperty(absent);
    }
    expect(result.confidence_score).toBe(0);
    expect(result.not_assessed[0]?.what).toBe('chest_xray');
    expect(result.impression).toMatch(/^Not assessed: /);
  });

  it('as it should be is assessed', async () => {
    expect((await read(await picture().png().toBuffer())).probabilities).toBeDefined();
  });
});
