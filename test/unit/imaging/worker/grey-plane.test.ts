import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cut,
  decodePlane,
  fittedRegion,
  type GreyPlane,
  isVaried,
} from '../../../../src/imaging/worker/grey-plane.js';
import type { ImageFacts, Region } from '../../../../src/imaging/worker/read-image-contract.js';
import { spread } from '../../../../src/inference/standardise.js';
import { classifier } from './image-manifests.js';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };
const fits = ['fill', 'contain', 'centre_crop'] as const;
const rounded = ({ x, y, width, height }: Region) =>
  [x, y, width, height].map((value) => Math.round(value * 1e6) / 1e6);

/** The plane of a picture whose greys are told by place, 0..1 of its sides. */
function planeOf(
  width: number,
  height: number,
  greyAt: (x: number, y: number) => number,
): Promise<GreyPlane> {
  const sample = async (columns: number, rows: number) => ({
    greys: Float32Array.from({ length: columns * rows }, (_, i) =>
      greyAt(((i % columns) + 0.5) / columns, (Math.floor(i / columns) + 0.5) / rows),
    ),
    chroma: 0,
  });
  return decodePlane({ image: imageOf(width, height), sample }, [classifier.input]);
}

const imageOf = (width: number, height: number, orientation = 1): ImageFacts => ({
  width,
  height,
  orientation,
  format: 'jpeg',
  photometric: 'MONOCHROME2',
  bitsPerSample: 8,
  frames: 1,
  frame: 1,
});

/** The centre of what is bright, 0..1 of the sides. */
function centreOf(greys: Float32Array, width: number): { x: number; y: number; mass: number } {
  let [mass, x, y] = [0, 0, 0];
  greys.forEach((grey, i) => {
    mass += grey;
    x += grey * ((i % width) + 0.5);
    y += grey * (Math.floor(i / width) + 0.5);
  });
  return { x: x / mass / width, y: y / mass / (greys.length / width), mass };
}

describe('cut', () => {
  it('shows a place of the picture where the region says, for every fit', async () => {
    const inner = fc.double({ min: 0.35, max: 0.65, noNaN: true });
    const side = fc.integer({ min: 120, max: 480 });
    await fc.assert(
      fc.asyncProperty(
        inner,
        inner,
        side,
        side,
        fc.constantFrom(...fits),
        async (x, y, w, h, fit) => {
          const plane = await planeOf(w, h, (across, down) => {
            const distance = Math.hypot(across - x, down - y);
            return 255 * Math.exp(-((distance / 0.03) ** 2));
          });
          const size = { width: 96, height: 80 };
          const region = fittedRegion(plane, { fit, ...size });
          // A spot that is cut off has its centre elsewhere.
          const near = (at: number, from: number, length: number) =>
            at - from < 0.08 || from + length - at < 0.08;
          fc.pre(!near(x, region.x, region.width) && !near(y, region.y, region.height));
          const seen = centreOf(await cut(plane, region, size), size.width);
          // Back from the tensor to the picture; one sample of the plane or of the tensor may be lost.
          expect(Math.abs(region.x + seen.x * region.width - x)).toBeLessThan(0.02 * region.width);
          expect(Math.abs(region.y + seen.y * region.height - y)).toBeLessThan(
            0.02 * region.height,
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  const plain = (width: number, height: number) => planeOf(width, height, () => 200);
  const size = { width: 40, height: 40 };

  it('pads with black where the picture ends, and nowhere else', async () => {
    const plane = await plain(200, 100);
    const greys = await cut(plane, fittedRegion(plane, { fit: 'contain', ...size }), size);
    for (let row = 0; row < 40; row += 1) {
      const expected = row >= 10 && row < 30 ? 200 : 0;
      for (const column of [0, 20, 39]) {
        expect(Math.abs(greys[row * 40 + column]! - expected)).toBeLessThan(0.5);
      }
    }
  });

  it('pads on one side where a part of the picture lies at its border', async () => {
    const plane = await plain(100, 100);
    const corner = { x: 0, y: 0, width: 0.5, height: 0.25 };
    const region = fittedRegion(plane, { fit: 'contain', ...size }, corner);
    expect(rounded(region)).toEqual([0, -0.125, 0.5, 0.5]);
    const greys = await cut(plane, region, size);
    expect(greys[9 * 40 + 20]).toBe(0);
    expect(greys[10 * 40 + 20]).toBeCloseTo(200, 0);
    // Beside the part, but inside the picture: shown, not black.
    expect(greys[39 * 40 + 20]).toBeCloseTo(200, 0);
  });

  it('never fails, whatever region a segmenter may give', async () => {
    const plane = await plain(300, 170);
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const extent = fc.double({ min: 0.001, max: 1, noNaN: true });
    const input = fc.record({
      width: fc.integer({ min: 1, max: 60 }),
      height: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(place, place, extent, extent),
        input,
        fc.constantFrom(...fits),
        async ([x, y, w, h], target, fit) => {
          const part = {
            x: Math.min(x, 0.999),
            y: Math.min(y, 0.999),
            width: Math.min(w, 1 - Math.min(x, 0.999)),
            height: Math.min(h, 1 - Math.min(y, 0.999)),
          };
          const greys = await cut(plane, fittedRegion(plane, { fit, ...target }, part), target);
          expect(greys).toHaveLength(target.width * target.height);
          expect(greys.every((grey) => grey >= 0 && grey <= 255)).toBe(true);
          expect(Math.max(...greys)).toBeGreaterThan(190);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('fills with the region alone', async () => {
    const halves = await planeOf(100, 100, (x) => (x < 0.5 ? 0 : 250));
    const right = await cut(halves, { ...WHOLE, x: 0.5, width: 0.5 }, size);
    expect(Math.min(...right)).toBeGreaterThan(249);
    const left = await cut(halves, { ...WHOLE, width: 0.5 }, size);
    expect(Math.max(...left)).toBe(0);
  });
});

describe('decodePlane', () => {
  const { input } = classifier;
  const opened = (orientation: number) => {
    const asked: number[][] = [];
    const image = imageOf(900, 600, orientation);
    const sample = async (columns: number, rows: number) => {
      asked.push([columns, rows]);
      return { greys: new Float32Array(columns * rows), chroma: 0 };
    };
    return { picture: { image, warnings: [], sample }, asked };
  };

  it('decodes once, fine enough for every input', async () => {
    const { picture, asked } = opened(1);
    await decodePlane(picture, [input, { ...input, width: 700 }, { ...input, height: 1_024 }]);
    await decodePlane(picture, [input]);
    expect(asked).toEqual([
      [700, 1_024],
      [512, 512],
    ]);
  });

  it.each([
    [1, 900, 600],
    [4, 900, 600],
    [5, 600, 900],
    [8, 600, 900],
  ])('knows the size of the upright picture at orientation %i', async (turn, width, height) => {
    expect(await decodePlane(opened(turn).picture, [input])).toMatchObject({ width, height });
  });
});

describe('isVaried', () => {
  const deviationOf = (samples: Uint16Array) =>
    spread(Float32Array.from(samples, (sample) => sample / 257)).deviation;

  it('decides as the deviation of all greys does, also close to the limit', () => {
    const greys = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(greys, fc.double({ min: 0.1, max: 8, noNaN: true }), (values, limit) => {
        const samples = Uint16Array.from(values);
        expect(isVaried({ samples }, limit)).toBe(deviationOf(samples) >= limit);
      }),
    );
  });

  it('sees what is only between the pixels that it looks at first', () => {
    const samples = Uint16Array.from({ length: 4_096 }, (_, at) => (at % 16 === 8 ? 65_535 : 0));
    expect(isVaried({ samples }, 4)).toBe(true);
    expect(isVaried({ samples: new Uint16Array(4_096).fill(30_000) }, 4)).toBe(false);
  });
});
