import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { FrameDecoder, FrameLayout } from '../../../../../src/media/dicom/codecs/frame.js';
import { decodeHtj2k } from '../../../../../src/media/dicom/codecs/htj2k.js';
import { decodeJpeg2000 } from '../../../../../src/media/dicom/codecs/jpeg-2000.js';
import { decodeJpegDct } from '../../../../../src/media/dicom/codecs/jpeg-dct.js';
import { decodeJpegLossless } from '../../../../../src/media/dicom/codecs/jpeg-lossless.js';
import { decodeJpegLs } from '../../../../../src/media/dicom/codecs/jpeg-ls.js';
import { decodeRle } from '../../../../../src/media/dicom/codecs/rle.js';
import { encapsulatedFrame } from '../../../../../src/media/dicom/encapsulation.js';
import { TRANSFER_SYNTAXES } from '../../../../../src/media/dicom/transfer-syntax.js';
import { PictureFault } from '../../../../../src/media/picture-fault.js';
import { rounds } from '../../../../support/rounds.js';
import { asCells, convert, hasProgram, makeCells, makeDicom, parseDicom } from './made-dicom.js';
import { encode, encodeJpeg } from './package-encoders.js';
import { encodeRle } from './rle-encoder.js';
import { TINY, TINY_JPEGS, tinyJpeg } from './tiny-codestreams.js';

const grey = (bitsStored: number, signed = false): FrameLayout => ({
  ...TINY,
  bitsAllocated: bitsStored <= 8 ? 8 : 16,
  bitsStored,
  signed,
});
const colour = (bitsStored = 8): FrameLayout => ({
  ...grey(bitsStored),
  samplesPerPixel: 3,
  photometric: 'RGB',
});

interface Sample {
  readonly name: string;
  readonly decode: FrameDecoder;
  readonly layout: FrameLayout;
  readonly bytes: () => Promise<Uint8Array> | Uint8Array;
  /** The bytes do not say how large the picture is. */
  readonly unsized?: true;
}

const encoded = (codec: Parameters<typeof encode>[0], layout: FrameLayout) => () =>
  encode(codec, makeCells(layout), layout);

const SAMPLES: readonly Sample[] = [
  {
    name: 'JPEG',
    decode: decodeJpegDct,
    layout: grey(8),
    bytes: () => encodeJpeg(makeCells(grey(8)), grey(8)),
  },
  {
    name: 'JPEG colour',
    decode: decodeJpegDct,
    layout: { ...colour(), photometric: 'YBR_FULL_422' },
    bytes: () => encodeJpeg(makeCells(colour()), colour()),
  },
  ...(['extended', 'progressive'] as const).map((name) => ({
    name: `12-bit ${name} JPEG`,
    decode: decodeJpegDct,
    layout: TINY,
    bytes: () => tinyJpeg(name),
  })),
  {
    name: 'lossless JPEG',
    decode: decodeJpegLossless,
    layout: TINY,
    bytes: () => tinyJpeg('lossless'),
  },
  { name: 'JPEG-LS', decode: decodeJpegLs, layout: grey(16), bytes: encoded('jpeg-ls', grey(16)) },
  {
    name: 'JPEG 2000',
    decode: decodeJpeg2000,
    layout: grey(12),
    bytes: encoded('jpeg-2000', grey(12)),
  },
  { name: 'HTJ2K', decode: decodeHtj2k, layout: grey(12), bytes: encoded('htj2k', grey(12)) },
  {
    name: 'RLE',
    decode: decodeRle,
    unsized: true,
    layout: grey(12),
    bytes: () => encodeRle(makeCells(grey(12)), 1, 2),
  },
];

describe('every codec of the table of transfer syntaxes', () => {
  it('has a sample here', () => {
    const sampled = new Set(SAMPLES.map(({ decode }) => decode));
    const others = TRANSFER_SYNTAXES.filter(({ decode }) => decode && !sampled.has(decode));
    expect(others.map(({ uid, name }) => `${uid} ${name}`)).toEqual([]);
  });
});

describe.each(SAMPLES)('$name', ({ decode, layout, bytes: make, unsized }) => {
  let bytes: Uint8Array;
  let samples: readonly number[];

  beforeAll(async () => {
    bytes = await make();
    samples = Array.from((await decode(bytes, layout)).samples);
  });

  /** @returns whether it was decoded; anything but a frame of the right size is a failure. */
  const decodes = async (codestream: Uint8Array) => {
    try {
      const decoded = await decode(codestream, layout);
      expect(decoded.samples.length).toBe(samples.length);
      return true;
    } catch (fault) {
      expect(fault).toBeInstanceOf(PictureFault);
      return false;
    }
  };

  it('has the samples that were encoded, or close to them', () => {
    const cells = makeCells(layout);
    const loss = samples.reduce((sum, sample, i) => sum + Math.abs(sample - cells[i]!), 0);
    expect(loss / samples.length / 2 ** layout.bitsStored).toBeLessThan(0.04);
  });

  it('is refused when the header says something else', async () => {
    const wrong: Partial<FrameLayout>[] = [
      { rows: layout.rows + 1 },
      { columns: layout.columns - 1 },
      { samplesPerPixel: layout.samplesPerPixel === 1 ? 3 : 1 },
    ];
    for (const change of unsized ? wrong.slice(2) : wrong) {
      await expect(decode(bytes, { ...layout, ...change })).rejects.toThrow(
        /its header (says|calls)/,
      );
    }
  });

  it('is refused when it has more bits than the header allocates', async () => {
    if (layout.bitsStored <= 8) return;
    await expect(decode(bytes, { ...layout, bitsAllocated: 8 })).rejects.toThrow(PictureFault);
  });

  it('is refused wherever it breaks off', async () => {
    const lengths = fc.integer({ min: 0, max: Math.floor(bytes.length * 0.97) });
    await fc.assert(
      fc.asyncProperty(lengths, async (length) => {
        expect(await decodes(bytes.slice(0, length))).toBe(false);
      }),
      { numRuns: rounds({ short: 10, long: 200 }) },
    );
  });

  it('is decoded or refused with flipped bits, and the next frame is whole', async () => {
    const flips = fc.array(
      fc.record({ at: fc.nat(bytes.length - 1), bit: fc.integer({ min: 0, max: 7 }) }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(flips, async (changes) => {
        const damaged = Uint8Array.from(bytes);
        for (const { at, bit } of changes) damaged[at]! ^= 1 << bit;
        await decodes(damaged);
      }),
      { numRuns: rounds({ short: 12, long: 300 }) },
    );
    expect(Array.from((await decode(bytes, layout)).samples)).toEqual(samples);
  });

  it('is refused when it is something else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (noise) => {
        expect(await decodes(noise)).toBe(false);
      }),
      { numRuns: rounds({ short: 10, long: 150 }) },
    );
  });

  it('prints nothing', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const logged = vi.spyOn(console, 'log').mockReturnValue();
    await decodes(bytes);
    await decodes(bytes.slice(0, -20));
    expect(written).not.toHaveBeenCalled();
    expect(logged).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('frames that claim to be huge', () => {
  const claim = (bytes: Uint8Array, at: number, width: number) => {
    const changed = Buffer.from(bytes);
    changed.writeUIntBE(60_000, at, width);
    changed.writeUIntBE(60_000, at + width, width);
    return changed;
  };

  it.each(SAMPLES.filter(({ unsized }) => !unsized))(
    'are refused by what their header says: $name',
    async ({ decode, layout, bytes: make }) => {
      const bytes = await make();
      const wavelet = decode === decodeJpeg2000 || decode === decodeHtj2k;
      const frame = bytes.findIndex(
        (byte, i) => byte === 0xff && [0xc0, 0xc1, 0xc2, 0xc3, 0xf7].includes(bytes[i + 1]!),
      );
      const huge = wavelet ? claim(bytes, 8, 4) : claim(bytes, frame + 5, 2);
      const before = process.memoryUsage().rss;
      await expect(decode(huge, layout)).rejects.toThrow('of 60000 × 60000 pixels');
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
    },
  );
});

describe('High-Throughput JPEG 2000', () => {
  it.each([grey(8), grey(10), grey(16), grey(16, true), grey(12, true), colour()])(
    'comes back exactly: $photometric, $bitsStored bits, signed $signed',
    async (layout) => {
      const cells = makeCells(layout);
      const { samples, photometric } = await decodeHtj2k(
        await encode('htj2k', cells, layout),
        layout,
      );
      expect(asCells(samples, layout.bitsAllocated)).toEqual(asCells(cells, layout.bitsAllocated));
      expect(photometric).toBe(layout.photometric);
    },
  );
});

describe('JPEG 2000', () => {
  it('keeps negative samples of a signed codestream under an unsigned header', async () => {
    const layout = grey(12, true);
    const cells = makeCells(layout);
    const codestream = await encode('jpeg-2000', cells, layout);
    const { samples } = await decodeJpeg2000(codestream, { ...layout, signed: false });
    expect(samples).toEqual(new Int16Array(cells.buffer));
  });

  it('takes an unsigned codestream under a signed header for two’s complement', async () => {
    const layout = grey(13);
    const cells = makeCells(layout);
    const codestream = await encode('jpeg-2000', cells, layout);
    const { samples } = await decodeJpeg2000(codestream, { ...layout, signed: true });
    const expected = Array.from(cells, (cell) => (cell >= 4096 ? cell - 8192 : cell));
    expect(Array.from(samples)).toEqual(expected);
  });

  it('comes back as RGB where the header names its own colour transform', async () => {
    const codestream = await encode('jpeg-2000', makeCells(colour()), colour());
    const decoded = await decodeJpeg2000(codestream, { ...colour(), photometric: 'YBR_RCT' });
    expect(decoded.photometric).toBe('RGB');
    expect(asCells(decoded.samples, 8)).toEqual(asCells(makeCells(colour()), 8));
  });

  it.each([decodeJpeg2000, decodeHtj2k])('refuses deep colours: %o', async (decode) => {
    const layout = colour(12);
    const codestream = await encode('jpeg-2000', makeCells(grey(12)), grey(12));
    const changed = Buffer.concat([
      codestream.subarray(0, 4),
      Uint8Array.of(0, 47),
      codestream.subarray(6, 40),
      Uint8Array.of(0, 3, 11, 1, 1, 11, 1, 1, 11, 1, 1),
      codestream.subarray(45),
    ]);
    await expect(decode(changed, layout)).rejects.toThrow(/colour frame of 12 bits/);
  });
});

describe('the colours of a JPEG', () => {
  const JFIF = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0];
  const ADOBE = [0xff, 0xee, 0, 14, ...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0];
  const label = (bytes: Uint8Array, ...segment: number[]) =>
    Buffer.concat([bytes.subarray(0, 2), Uint8Array.from(segment), bytes.subarray(2)]);

  it('are what the codestream says before what the header says', async () => {
    const bare = await encodeJpeg(makeCells(colour()), colour());
    const decoded = async (bytes: Uint8Array, photometric: string) => {
      const frame = await decodeJpegDct(bytes, { ...colour(), photometric });
      expect(frame.photometric).toBe('RGB');
      return frame.samples;
    };
    const converted = await decoded(bare, 'YBR_FULL_422');
    const raw = await decoded(bare, 'RGB');
    expect(raw).not.toEqual(converted);
    expect(await decoded(label(bare, ...JFIF), 'RGB')).toEqual(converted);
    expect(await decoded(label(bare, ...ADOBE, 1), 'RGB')).toEqual(converted);
    expect(await decoded(label(bare, ...ADOBE, 0), 'YBR_FULL')).toEqual(raw);
    expect(await decoded(label(bare, ...JFIF, ...ADOBE, 0), 'YBR_FULL')).toEqual(raw);
  });
});

describe('the wrong process', () => {
  it.each([
    [
      'lossless',
      decodeJpegDct,
      'is compressed as lossless JPEG where its transfer syntax says lossy',
    ],
    ['extended', decodeJpegLossless, 'is compressed as extended sequential JPEG where'],
    ['lossless', decodeJpegLs, 'where its transfer syntax says JPEG-LS'],
  ] as const)('of %s JPEG is named', async (name, decode, message) => {
    await expect(decode(tinyJpeg(name), TINY)).rejects.toThrow(message);
  });
});

describe.skipIf(!hasProgram('dcmcjpeg'))('the stored codestreams (skipped without DCMTK)', () => {
  it.each(Object.entries(TINY_JPEGS))('are what it writes: %s', (_, { options, base64 }) => {
    const file = convert('dcmcjpeg', options, makeDicom(makeCells(TINY), TINY));
    const { pixelData, bytes } = parseDicom(file)!;
    const codestream = encapsulatedFrame(pixelData, bytes, { frame: 1, frames: 1 });
    expect(Buffer.from(codestream).toString('base64')).toBe(base64);
  });
});
