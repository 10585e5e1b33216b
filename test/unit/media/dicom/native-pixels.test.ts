import { describe, expect, it } from 'vitest';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { readDataSet } from '../../../../src/media/dicom/data-set.js';
import { decodeFrame } from '../../../../src/media/dicom/displayed-frame.js';
import { readPixelFacts } from '../../../../src/media/dicom/pixel-facts.js';
import { storedValues } from '../../../../src/media/dicom/stored-values.js';
import { faultOf, greyFile, MEGAPIXELS, shown, words } from './grey-file.js';

/** Stored values of a frame, one row of `columns` pixels. */
async function valuesOf(bytes: Buffer, frame = 1): Promise<number[]> {
  const dataSet = readDataSet(bytes);
  const facts = readPixelFacts(dataSet.attributes, MEGAPIXELS);
  return Array.from((await decodeFrame(dataSet, facts, frame)).samples);
}
const row = (columns: number, bits: number, stored = bits) =>
  ({
    '00280010': ['US', 1],
    '00280011': ['US', columns],
    '00280100': ['US', bits],
    '00280101': ['US', stored],
    '00280102': ['US', stored - 1],
  }) as const;
const bytes = (...values: number[]) => Uint8Array.from(values);
const colour = (photometric: string, columns: number, planar = 0) =>
  ({
    ...row(columns, 8),
    '00280002': ['US', 3],
    '00280004': ['CS', photometric],
    '00280006': ['US', planar],
  }) as const;

describe('native samples', () => {
  it('of 16 bits leave out what stands above the high bit', async () => {
    const pixels = words(0xf123, 0x0456, 0x8fff);
    expect(await valuesOf(greyFile(row(3, 16, 12), { pixels }))).toEqual([0x123, 0x456, 0xfff]);
  });

  it('with a sign take it from the highest stored bit', async () => {
    const pixels = words(0xf800, 0x07ff, 0x0fff, -1);
    const file = greyFile({ ...row(4, 16, 12), '00280103': ['US', 1] }, { pixels });
    expect(await valuesOf(file)).toEqual([-2048, 2047, -1, -1]);
    const deep = greyFile({ ...row(4, 16), '00280103': ['US', 1] }, { pixels });
    expect(await valuesOf(deep)).toEqual([-2048, 2047, 4095, -1]);
  });

  it('stand as high as High Bit says', async () => {
    const file = greyFile(
      { ...row(2, 16, 12), '00280102': ['US', 15] },
      { pixels: words(0x1234, 0xfff7) },
    );
    expect(await valuesOf(file)).toEqual([0x123, 0xfff]);
  });

  it.each([EXPLICIT_LITTLE_ENDIAN, EXPLICIT_BIG_ENDIAN])('of 8 bits in %s', async (syntax) => {
    for (const pixelVr of ['OB', 'OW'] as const) {
      const changes = { ...row(3, 8), '00280008': ['IS', '2'] } as const;
      const file = greyFile(changes, { syntax, pixelVr, pixels: bytes(1, 2, 3, 4, 5, 250) });
      expect(await valuesOf(file, 1)).toEqual([1, 2, 3]);
      // Starts in the middle of a word.
      expect(await valuesOf(file, 2)).toEqual([4, 5, 250]);
    }
  });

  it.each([EXPLICIT_LITTLE_ENDIAN, EXPLICIT_BIG_ENDIAN])('of one bit in %s', async (syntax) => {
    const changes = { ...row(5, 1), '00280008': ['IS', '3'] } as const;
    const file = greyFile(changes, { syntax, pixels: bytes(0b01100101, 0b01011110) });
    expect(await valuesOf(file, 1)).toEqual([1, 0, 1, 0, 0]);
    expect(await valuesOf(file, 2)).toEqual([1, 1, 0, 0, 1]);
    expect(await valuesOf(file, 3)).toEqual([1, 1, 1, 0, 1]);
  });

  it('of 32 bits', async () => {
    const pixels = new Uint8Array(Uint32Array.of(7, 4_000_000_000, 70_000).buffer);
    expect(await valuesOf(greyFile(row(3, 32), { pixels }))).toEqual([7, 4_000_000_000, 70_000]);
    const signed = greyFile({ ...row(3, 32), '00280103': ['US', 1] }, { pixels });
    expect(await valuesOf(signed)).toEqual([7, 4_000_000_000 - 2 ** 32, 70_000]);
    expect(await shown(greyFile(row(3, 32), { pixels }))).toEqual([0, 65_535, 1]);
  });

  it('of an odd number of bytes', async () => {
    expect(await valuesOf(greyFile(row(3, 8), { pixels: bytes(9, 8, 7) }))).toEqual([9, 8, 7]);
  });

  it.each([
    ['by pixel', 0, [10, 20, 30, 40, 50, 60]],
    ['by plane', 1, [10, 40, 20, 50, 30, 60]],
  ])('of colours %s', async (_, planar, stored) => {
    const file = greyFile(colour('RGB', 2, planar), { pixels: bytes(...stored) });
    expect(await shown(file)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  it('of colours of 16 bits are shown in 8', async () => {
    const changes = {
      ...colour('RGB', 1),
      '00280100': ['US', 16],
      '00280101': ['US', 12],
    } as const;
    const file = greyFile({ ...changes, '00280102': ['US', 11] }, { pixels: words(0, 2048, 4095) });
    expect(await shown(file)).toEqual([0, 128, 255]);
  });
});

describe('luma and chroma', () => {
  // Red, by the formula of PS3.3 C.7.6.3.1.2.
  const RED = [76, 85, 255];

  it('become red, green and blue', async () => {
    const file = greyFile(colour('YBR_FULL', 2), { pixels: bytes(...RED, 128, 128, 128) });
    const [red, green, blue, ...grey] = await shown(file);
    expect(red).toBeGreaterThan(252);
    expect(green).toBeLessThan(3);
    expect(blue).toBeLessThan(3);
    expect(grey).toEqual([128, 128, 128]);
  });

  it('are shared by two pixels where every other one is left out', async () => {
    const file = greyFile(colour('YBR_FULL_422', 2), { pixels: bytes(76, 76, 85, 255) });
    const rgb = await shown(file);
    expect(rgb.slice(0, 3)).toEqual(rgb.slice(3));
    expect(rgb[0]).toBeGreaterThan(252);
  });

  it('are all there in spite of YBR_FULL_422', async () => {
    const full = greyFile(colour('YBR_FULL_422', 2), { pixels: bytes(...RED, ...RED) });
    expect((await shown(full))[3]).toBeGreaterThan(252);
  });

  it('cannot be shared by an odd number of columns', async () => {
    const odd = greyFile(colour('YBR_FULL_422', 3), { pixels: bytes(1, 2, 3, 4, 5, 6) });
    expect(await faultOf(odd)).toMatch(/^is YBR_FULL_422, but not with/);
  });

  it('of JPEG 2000 are not native', async () => {
    const file = greyFile(colour('YBR_RCT', 1), { pixels: bytes(1, 2, 3) });
    expect(await faultOf(file)).toBe('is YBR_RCT, which requires compressed pixel data');
  });
});

describe('storedValues', () => {
  it('takes a codec’s words as bit patterns, the sign from the header', () => {
    const layout = { bitsStored: 13, highBit: 12, signed: true };
    expect(Array.from(storedValues(Uint16Array.of(0x1fff, 0x0fff), layout))).toEqual([-1, 4095]);
    const unsigned = { bitsStored: 16, highBit: 15, signed: false };
    expect(Array.from(storedValues(Int16Array.of(-1, 5), unsigned))).toEqual([65_535, 5]);
  });

  it('leaves a codec’s narrower words as they are', () => {
    const layout = { bitsStored: 12, highBit: 11, signed: false };
    expect(Array.from(storedValues(Uint8Array.of(255, 0), layout))).toEqual([255, 0]);
  });
});
