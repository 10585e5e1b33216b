import { describe, expect, it } from 'vitest';
import {
  EXPLICIT_BIG_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
} from '../../../../scripts/samples/dicom-file.js';
import { openDicom } from '../../../../src/media/dicom/open-dicom.js';
import { type Changes, faultOf, greyFile, MEGAPIXELS, shown } from './grey-file.js';

type Words = readonly number[];
interface Palette {
  readonly count: number;
  readonly first?: number;
  readonly bits: number;
  readonly data: readonly [red: Words, green: Words, blue: Words];
  readonly segmented?: boolean;
}

function paletteFile(pixels: number[], palette: Palette, syntax = EXPLICIT_LITTLE_ENDIAN) {
  const { count, first = 0, bits, data, segmented = false } = palette;
  const changes: Record<string, Changes[string]> = {
    '00280004': ['CS', 'PALETTE COLOR'],
    '00280010': ['US', 1],
    '00280011': ['US', pixels.length],
    '00280100': ['US', 8],
    '00280101': ['US', 8],
    '00280102': ['US', 7],
  };
  for (const [channel, entries] of data.entries()) {
    changes[`0028110${channel + 1}`] = ['US', [count, first, bits]];
    changes[`002812${segmented ? 2 : 0}${channel + 1}`] = ['OW', entries];
  }
  return greyFile(changes, { syntax, pixels: Uint8Array.from(pixels) });
}

const NONE: Words = [0, 0, 0, 0];

describe('a palette', () => {
  it('of 16 bits shows its high bytes', async () => {
    const data = [[0, 0x80ff, 0xffff], [0xff00, 0, 0], NONE.slice(1)] as const;
    const file = paletteFile([0, 1, 2], { count: 3, bits: 16, data });
    expect(await shown(file)).toEqual([0, 255, 0, 128, 0, 0, 255, 0, 0]);
    const dicom = await openDicom(file, { megapixels: MEGAPIXELS });
    expect(dicom).toMatchObject({ photometric: 'PALETTE COLOR' });
    expect((await dicom.sample(3, 1)).chroma).toBeGreaterThan(50);
  });

  it.each([EXPLICIT_LITTLE_ENDIAN, EXPLICIT_BIG_ENDIAN])(
    'of 8 bits, two in a word (%s)',
    async (syntax) => {
      const packed = [0x0201, 0x0003];
      const data = [packed, packed, packed] as const;
      const file = paletteFile([0, 1, 2], { count: 3, bits: 8, data }, syntax);
      expect(await shown(file)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    },
  );

  it('of 8 bits, one in a word', async () => {
    const data = [[7, 8, 9], NONE.slice(1), NONE.slice(1)] as const;
    const file = paletteFile([2, 0], { count: 3, bits: 8, data });
    expect(await shown(file)).toEqual([9, 0, 0, 7, 0, 0]);
  });

  it('goes on at both ends, and may start late', async () => {
    const data = [[0x0a00, 0x1400], NONE.slice(2), NONE.slice(2)] as const;
    const file = paletteFile([0, 10, 11, 200], { count: 2, first: 10, bits: 16, data });
    expect((await shown(file)).filter((_, i) => i % 3 === 0)).toEqual([10, 10, 20, 20]);
  });

  it('comes in segments: as they are, along a line, and copied', async () => {
    // 2 entries; 4 up a line to 0x5000; then both once more from the start.
    const red = [0, 2, 0x0100, 0x1000, 1, 4, 0x5000, 2, 2, 0, 0];
    const still = [0, 1, 0, 1, 11, 0];
    const data = [red, still, still] as const;
    const file = paletteFile([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {
      count: 12,
      bits: 16,
      data,
      segmented: true,
    });
    const reds = (await shown(file)).filter((_, i) => i % 3 === 0);
    expect(reds).toEqual([1, 16, 32, 48, 64, 80, 1, 16, 32, 48, 64, 80]);
  });

  it('comes in segments of bytes', async () => {
    // Bytes 0 2 10 20, then 1 2 40, and one to fill the word.
    const red = [0x0200, 0x140a, 0x0201, 0x0028];
    const still = [0x0100, 0x0100, 0x0003];
    const data = [red, still, still] as const;
    const file = paletteFile([0, 1, 2, 3], { count: 4, bits: 8, data, segmented: true });
    expect((await shown(file)).filter((_, i) => i % 3 === 0)).toEqual([10, 20, 30, 40]);
  });

  it.each([
    [
      'entries are missing',
      {
        count: 9,
        bits: 16,
        data: [
          [1, 2],
          [1, 2],
          [1, 2],
        ],
      },
    ],
    [
      'entries have 12 bits',
      {
        count: 2,
        bits: 12,
        data: [
          [1, 2],
          [1, 2],
          [1, 2],
        ],
      },
    ],
    ['a line starts nowhere', { count: 2, bits: 16, data: [[1, 2, 9], [], []], segmented: true }],
    ['a segment is unknown', { count: 2, bits: 16, data: [[9, 2, 9], [], []], segmented: true }],
    ['a segment is cut off', { count: 2, bits: 16, data: [[0, 5, 9], [], []], segmented: true }],
    ['there is too much', { count: 1, bits: 16, data: [[0, 2, 1, 1], [], []], segmented: true }],
    [
      'a copy copies itself',
      { count: 9, bits: 16, data: [[0, 1, 7, 2, 5, 6, 0], [], []], segmented: true },
    ],
    [
      'segments add nothing, without end',
      { count: 2, bits: 16, data: [[0, 0, 2, 65_535, 0, 0], [], []], segmented: true },
    ],
  ] as const)('is damaged when %s', async (_, palette) => {
    expect(await faultOf(paletteFile([0], palette as Palette))).toBe(
      'has a palette that is damaged',
    );
  });

  it('is missing', async () => {
    const file = greyFile({ '00280004': ['CS', 'PALETTE COLOR'] });
    expect(await faultOf(file)).toBe('is PALETTE COLOR, but has no palette');
  });
});
