import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';
import { decodeRle } from '../../../../../src/media/dicom/codecs/rle.js';
import { PictureFault } from '../../../../../src/media/picture-fault.js';
import { encodeRle } from './rle-encoder.js';

const layout = (changes: Partial<FrameLayout> = {}): FrameLayout => ({
  rows: 2,
  columns: 3,
  samplesPerPixel: 1,
  bitsAllocated: 8,
  bitsStored: changes.bitsAllocated ?? 8,
  signed: false,
  planarConfiguration: 0,
  photometric: 'MONOCHROME2',
  ...changes,
});

/** A frame of one segment with these bytes. */
function frameOf(...segment: number[]): Uint8Array {
  const head = Buffer.alloc(64);
  head.writeUInt32LE(1, 0);
  head.writeUInt32LE(64, 4);
  return Buffer.concat([head, Buffer.from(segment)]);
}

describe('RLE', () => {
  it('gives back what was encoded, whatever the cells and samples', async () => {
    const pictures = fc
      .record({
        rows: fc.integer({ min: 1, max: 20 }),
        columns: fc.integer({ min: 1, max: 300 }),
        samplesPerPixel: fc.constantFrom(1, 3),
        bitsAllocated: fc.constantFrom(8, 16, 32),
        values: fc.constantFrom(2, 2 ** 32),
      })
      .chain(({ values, ...size }) =>
        fc
          .array(fc.integer({ min: 0, max: Math.min(values, 2 ** size.bitsAllocated) - 1 }), {
            minLength: size.rows * size.columns * size.samplesPerPixel,
            maxLength: size.rows * size.columns * size.samplesPerPixel,
          })
          .map((cells) => ({ size, cells })),
      );
    await fc.assert(
      fc.asyncProperty(pictures, async ({ size, cells }) => {
        const encoded = encodeRle(cells, size.samplesPerPixel, size.bitsAllocated / 8);
        const { samples } = await decodeRle(encoded, layout(size));
        expect(Array.from(samples)).toEqual(cells);
      }),
      { numRuns: 60 },
    );
  });

  it('reads runs, literals and the byte that says nothing', async () => {
    const { samples } = await decodeRle(frameOf(254, 7, 128, 2, 1, 2, 3), layout());
    expect(samples).toEqual(Uint8Array.of(7, 7, 7, 1, 2, 3));
  });

  it('leaves padding and runs beyond the last pixel alone', async () => {
    const { samples } = await decodeRle(frameOf(129, 9, 0, 0, 0), layout());
    expect(samples).toEqual(new Uint8Array(6).fill(9));
  });

  it('gives signed cells their sign, and leaves unused bits to the header', async () => {
    const signed = layout({ rows: 1, columns: 2, bitsAllocated: 16, bitsStored: 12, signed: true });
    const { samples } = await decodeRle(encodeRle([0xffff, 0xf001], 1, 2), signed);
    expect(samples).toEqual(Int16Array.of(-1, -4095));
  });

  it('names 4:2:2 colours by what they are after decoding', async () => {
    const colour = layout({ rows: 1, columns: 2, samplesPerPixel: 3, photometric: 'YBR_FULL_422' });
    const decoded = await decodeRle(encodeRle([1, 2, 3, 4, 5, 6], 3, 1), colour);
    expect(decoded).toEqual({ samples: Uint8Array.of(1, 2, 3, 4, 5, 6), photometric: 'YBR_FULL' });
  });

  it.each([
    ['no header', new Uint8Array(10), layout()],
    [
      'segments of another depth',
      encodeRle([1, 2, 3, 4, 5, 6], 1, 1),
      layout({ bitsAllocated: 16 }),
    ],
    ['a literal that breaks off', frameOf(5, 1, 2, 3), layout()],
    ['a run that breaks off', frameOf(251), layout()],
    ['no data', frameOf(), layout()],
    ['cells of 12 bits', frameOf(251, 1), layout({ bitsAllocated: 12 })],
    ['far too little for its size', frameOf(129, 0), layout({ rows: 60_000, columns: 60_000 })],
  ])('refuses %s', async (_, bytes, header) => {
    await expect(decodeRle(bytes, header)).rejects.toThrow(PictureFault);
  });

  it('refuses segments that start or end outside of the frame', async () => {
    for (const [at, offset] of [
      [4, 3],
      [4, 5000],
    ] as const) {
      const bytes = Buffer.from(frameOf(251, 1));
      bytes.writeUInt32LE(offset, at);
      await expect(decodeRle(bytes, layout())).rejects.toThrow(/segments outside/);
    }
  });
});
