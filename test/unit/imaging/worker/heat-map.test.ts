import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawHeatMap } from '../../../../src/imaging/worker/heat-map.js';
import type {
  ImageFacts,
  LabelReading,
  Region,
} from '../../../../src/imaging/worker/read-image-contract.js';
import type { ImageManifest } from '../../../../src/inference/schema.js';
import { openRaster } from '../../../../src/media/raster.js';
import { classifier, detector, segmenter } from './image-manifests.js';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const facts = (width: number, height: number, orientation = 1): ImageFacts => ({
  width,
  height,
  orientation,
  format: 'png',
  photometric: 'MONOCHROME2',
  bitsPerSample: 8,
  frames: 1,
  frame: 1,
});

/** A map of 8 × 8 that is hot in one cell. */
function hot(id: string, column: number, row: number, region: Region = WHOLE): LabelReading {
  const values = new Float32Array(64).fill(-20);
  values[row * 8 + column] = 20;
  return { id, probability: 0.9, activation: { rows: 8, columns: 8, values, region } };
}

/** Where the drawing is strongest, in pixels of the PNG. */
async function hotSpot(png: Uint8Array | undefined) {
  const raster = await openRaster(Buffer.from(png!), { megapixels: 10 });
  const { width, height } = raster;
  const { greys } = await raster.sample(width, height);
  let [mass, x, y] = [0, 0, 0];
  greys.forEach((grey, i) => {
    mass += grey;
    x += grey * ((i % width) + 0.5);
    y += grey * (Math.floor(i / width) + 0.5);
  });
  return { width, height, mass, x: x / mass / width, y: y / mass / height };
}
const draw = async (
  readings: LabelReading[],
  image: ImageFacts,
  manifest: ImageManifest = classifier,
) => hotSpot(await drawHeatMap(manifest, readings, image));

describe('drawHeatMap', () => {
  it('lays the hot cell over its place in the picture', async () => {
    const spot = await draw([hot('alpha', 6, 2)], facts(400, 300));
    expect([spot.width, spot.height]).toEqual([400, 300]);
    expect(spot.x).toBeCloseTo(6.5 / 8, 2);
    expect(spot.y).toBeCloseTo(2.5 / 8, 2);
  });

  it('makes the longest side no longer than 1024', async () => {
    const spot = await draw([hot('alpha', 1, 6)], facts(4_096, 1_000));
    expect([spot.width, spot.height]).toEqual([1_024, 250]);
    expect(spot.x).toBeCloseTo(1.5 / 8, 2);
    expect(spot.y).toBeCloseTo(6.5 / 8, 2);
  });

  it('covers the part of the picture that the model saw', async () => {
    const region = { x: 0.5, y: 0.25, width: 0.4, height: 0.5 };
    const spot = await draw([hot('alpha', 6, 2, region)], facts(400, 300));
    expect(spot.x).toBeCloseTo(0.5 + (0.4 * 6.5) / 8, 2);
    expect(spot.y).toBeCloseTo(0.25 + (0.5 * 2.5) / 8, 2);
  });

  it('cuts off the bars of a padded input without moving what is inside', async () => {
    const region = { x: 0, y: -0.5, width: 1, height: 2 };
    const spot = await draw([hot('alpha', 2, 3, region)], facts(400, 200));
    expect(spot.x).toBeCloseTo(2.5 / 8, 2);
    expect(spot.y).toBeCloseTo(-0.5 + (2 * 3.5) / 8, 2);
    const beyond = await draw([hot('alpha', 2, 0, region)], facts(400, 200));
    expect(beyond.mass).toBeLessThan(spot.mass / 100);
  });

  // Where a place at 6.5/8 across and 1.5/8 down of the upright picture is stored.
  const [across, down] = [6.5 / 8, 1.5 / 8];
  it.each([
    [1, across, down],
    [2, 1 - across, down],
    [3, 1 - across, 1 - down],
    [4, across, 1 - down],
    [5, down, across],
    [6, down, 1 - across],
    [7, 1 - down, 1 - across],
    [8, 1 - down, across],
  ])('is turned as a picture of orientation %i is stored', async (orientation, x, y) => {
    const spot = await draw([hot('alpha', 6, 1)], facts(400, 240, orientation));
    expect([spot.width, spot.height]).toEqual([400, 240]);
    expect(spot.x).toBeCloseTo(x, 2);
    expect(spot.y).toBeCloseTo(y, 2);
  });

  it('agrees with the way in which a picture of that orientation is read', async () => {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const png = await drawHeatMap(classifier, [hot('alpha', 6, 1)], facts(400, 240, orientation));
      const tagged = await sharp(Buffer.from(png!)).withMetadata({ orientation }).toBuffer();
      const { greys } = await (await openRaster(tagged, { megapixels: 1 })).sample(8, 8);
      expect([orientation, greys.indexOf(Math.max(...greys))]).toEqual([orientation, 8 + 6]);
    }
  });

  it('shows every label that is reported, and no other', async () => {
    const both = [hot('alpha', 1, 1), hot('beta', 6, 6)];
    const spot = await draw(both, facts(400, 400));
    expect(spot.x).toBeCloseTo(0.5, 2);
    const labels = classifier.labels.map((label) => ({ ...label, reported: label.id === 'beta' }));
    const one = await draw(both, facts(400, 400), { ...classifier, labels });
    expect(one.x).toBeCloseTo(6.5 / 8, 2);
  });

  it('goes by the probability of a segmenter, which needs no threshold for its map', async () => {
    const values = new Float32Array(64).fill(0.05);
    values[8 + 6] = 0.95;
    const activation = { rows: 8, columns: 8, values, region: WHOLE };
    const reading = { id: 'spot', probability: 0.9, activation };
    const spot = await draw([reading], facts(400, 400), segmenter);
    expect(spot.x).toBeCloseTo(6.5 / 8, 2);
    expect(spot.y).toBeCloseTo(1.5 / 8, 2);
  });

  it('is not drawn where no label has a map, or none says from where on it is evidence', async () => {
    const bare: LabelReading[] = [{ id: 'alpha', probability: 0.9 }];
    expect(await drawHeatMap(classifier, bare, facts(400, 400))).toBeUndefined();
    const found: LabelReading[] = [{ id: 'bright', probability: 0.9, detections: [] }];
    expect(await drawHeatMap(detector, found, facts(400, 400))).toBeUndefined();
    const labels = classifier.labels.map(({ box: _, ...label }) => label);
    const reading = [hot('alpha', 1, 1)];
    expect(await drawHeatMap({ ...classifier, labels }, reading, facts(400, 400))).toBeUndefined();
  });
});
