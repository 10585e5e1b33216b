import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  greysOf,
  RESAMPLE_OPTIONS,
  resampleColour,
  resampleGreys,
  resampleSamples,
  shorts,
} from '../../../src/media/resample.js';
import { rounds } from '../../support/rounds.js';

const WIDTH = 128;
const HEIGHT = 96;
const SIZE = { width: WIDTH, height: HEIGHT };
/** Sixteen bits that grow from left to right. */
const slope = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i % WIDTH) * 500);

describe('resampleGreys', () => {
  it('keeps sixteen bits, on a scale of 0..255', async () => {
    const greys = await resampleGreys(slope, SIZE, SIZE);
    expect(greys).toHaveLength(WIDTH * HEIGHT);
    for (const column of [0, 1, 64, 127]) {
      expect(greys[column]).toBeCloseTo((column * 500) / 257, 3);
    }
  });

  it('resamples without keeping proportions', async () => {
    const greys = await resampleGreys(slope, SIZE, { width: 32, height: 4 });
    expect(greys).toHaveLength(128);
    for (const column of [1, 15, 30]) {
      expect(greys[column]).toBeCloseTo(((column * 4 + 1.5) * 500) / 257, 0);
      expect(greys[96 + column]).toBeCloseTo(greys[column]!, 3);
    }
  });

  it('uses only the part: no pixel next to it contributes', async () => {
    const halves = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
      i % WIDTH < 64 ? 0 : 65_535,
    );
    const part = { left: 32, top: 10, width: 32, height: 20 };
    const greys = await resampleGreys(halves, SIZE, { width: 16, height: 16 }, part);
    expect(Math.max(...greys)).toBe(0);
    const bright = { ...part, left: 64 };
    const others = await resampleGreys(halves, SIZE, { width: 16, height: 16 }, bright);
    // The weights of the filter are rounded.
    expect(Math.min(...others)).toBeGreaterThan(254);
  });

  it('takes the requested part', async () => {
    const region = fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1)).chain(([left, top]) =>
      fc.record({
        left: fc.constant(left),
        top: fc.constant(top),
        width: fc.integer({ min: 1, max: WIDTH - left }),
        height: fc.integer({ min: 1, max: HEIGHT - top }),
      }),
    );
    const numbered = Uint16Array.from({ length: WIDTH * HEIGHT }, (_, i) => i);
    await fc.assert(
      fc.asyncProperty(region, async (part) => {
        const greys = await resampleGreys(numbered, SIZE, part, part);
        const first = part.top * WIDTH + part.left;
        const last = (part.top + part.height - 1) * WIDTH + part.left + part.width - 1;
        expect(Math.round(greys[0]! * 257)).toBe(first);
        expect(Math.round(greys.at(-1)! * 257)).toBe(last);
      }),
      { numRuns: rounds({ short: 10, long: 200 }) },
    );
  });
});

describe('resampleColour', () => {
  it('returns luma and the distance from grey', async () => {
    const pixels = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, i) => [64, 96, 128][i % 3]!);
    const { greys, chroma } = await resampleColour(pixels, SIZE, { width: 5, height: 7 });
    expect(greys).toHaveLength(35);
    expect(greys[17]).toBeCloseTo(0.299 * 64 + 0.587 * 96 + 0.114 * 128, 3);
    expect(chroma).toBe(64);
  });

  it('finds no colour in greys that were stored as colour', async () => {
    const pixels = Uint8Array.from(
      { length: WIDTH * HEIGHT * 3 },
      (_, i) => Math.floor(i / 3) % WIDTH,
    );
    const { greys, chroma } = await resampleColour(pixels, SIZE, SIZE);
    expect(chroma).toBe(0);
    expect(greys[100]).toBeCloseTo(100, 3);
  });
});

describe('greysOf', () => {
  it('stays within 0..255 and is grey for grey pixels', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.array(fc.tuple(channel, channel, channel), { minLength: 1 }), (pixels) => {
        const { greys, chroma } = greysOf(Buffer.from(pixels.flat()));
        expect(greys).toHaveLength(pixels.length);
        for (const [index, [red, green, blue]] of pixels.entries()) {
          expect(greys[index]).toBeGreaterThanOrEqual(Math.min(red, green, blue) - 1e-3);
          expect(greys[index]).toBeLessThanOrEqual(Math.max(red, green, blue) + 1e-3);
        }
        expect(chroma).toBeGreaterThanOrEqual(0);
        expect(chroma).toBeLessThanOrEqual(255);
      }),
    );
  });
});

describe('resampleSamples', () => {
  it('leaves a picture of that size as it is, as the library would', async () => {
    const data = await sharp(slope, { raw: { ...SIZE, channels: 1 } })
      .toColourspace('grey16')
      .resize(WIDTH, HEIGHT, RESAMPLE_OPTIONS)
      .extractChannel(0)
      .raw({ depth: 'ushort' })
      .toBuffer();
    expect(await resampleSamples(slope, SIZE, SIZE)).toEqual(shorts(data));
  });

  it('takes a part of another size from a picture of that size', async () => {
    const part = { left: 32, top: 0, width: 64, height: HEIGHT };
    const samples = await resampleSamples(slope, SIZE, SIZE, part);
    expect(samples[0]).toBeGreaterThan(15_000);
    expect(samples).toHaveLength(WIDTH * HEIGHT);
  });
});
