import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { PictureFault } from '../../../src/media/picture-fault.js';
import { openRaster } from '../../../src/media/raster.js';
import { gradient8, gradient16, pagedTiff, plain } from '../../support/gradients.js';
import { pngHeader } from '../../support/pictures.js';

const LIMITS = { megapixels: 10 };
const read = async (bytes: Buffer, columns: number, rows: number) =>
  (await openRaster(bytes, LIMITS)).sample(columns, rows);
const faultOf = (bytes: Buffer, megapixels = LIMITS.megapixels) =>
  openRaster(bytes, { megapixels })
    .then((raster) => raster.sample(16, 16))
    .then(
      () => 'no fault',
      (error) => (error instanceof PictureFault ? error.message : error),
    );
/** The largest distance of a row of greys from what it should be. */
const distance = (
  greys: ArrayLike<number>,
  expected: (column: number) => number,
  columns: number,
) => Math.max(...Array.from(greys, (grey, i) => Math.abs(grey - expected(i % columns))));

describe('openRaster measures', () => {
  it.each([
    ['png', () => gradient8(128, 80, 2).png(), 1],
    ['jpeg', () => gradient8(128, 80, 2).jpeg({ quality: 95 }), 3],
    ['webp', () => gradient8(128, 80, 2).webp({ lossless: true }), 1],
    ['tiff', () => gradient8(128, 80, 2).tiff({ compression: 'lzw' }), 1],
    ['interlaced png', () => gradient8(128, 80, 2).png({ progressive: true }), 1],
    ['progressive jpeg', () => gradient8(128, 80, 2).jpeg({ quality: 95, progressive: true }), 3],
    ['palette png', () => gradient8(128, 80, 2).png({ palette: true, colours: 256 }), 3],
    ['tiled tiff', () => gradient8(128, 80, 2).tiff({ tile: true, tileWidth: 64 }), 3],
    ['inverted tiff', () => gradient8(128, 80, 2).tiff({ miniswhite: true }), 3],
  ])('%s and reads its greys', async (_, make, tolerance) => {
    const raster = await openRaster(await make().toBuffer(), LIMITS);
    expect(raster).toMatchObject({ width: 128, height: 80, pages: 1, orientation: 1 });
    const { greys, chroma } = await raster.sample(128, 80);
    expect(greys).toHaveLength(128 * 80);
    expect(distance(greys, (column) => column * 2, 128)).toBeLessThanOrEqual(tolerance);
    expect(chroma).toBeLessThan(1);
  });

  it('sixteen bits on the same scale as eight', async () => {
    const deep = await gradient16(256, 64, 257).png().toBuffer();
    const raster = await openRaster(deep, LIMITS);
    expect(raster).toMatchObject({ bitsPerSample: 16, colour: false });
    const { greys } = await raster.sample(256, 64);
    expect(distance(greys, (column) => column, 256)).toBeLessThan(0.1);
  });

  it('twelve bits stored in sixteen on the same scale again', async () => {
    const { greys } = await read(await gradient16(256, 64, 16).png().toBuffer(), 256, 64);
    expect(distance(greys, (column) => (column * 16 * 255) / 4_095, 256)).toBeLessThan(0.1);
  });

  it('twelve bits next to a marker of full white as without it', async () => {
    const [width, height, step] = [512, 256, 6];
    const pixels = new Uint16Array(width * height);
    for (let i = 0; i < pixels.length; i += 1) {
      const [column, row] = [i % width, Math.floor(i / width)];
      const marker = column >= 40 && column < 80 && row >= 20 && row < 60;
      pixels[i] = marker ? 4_095 : 800 + column * step;
    }
    const film = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
    // Halved, so that the resampler overshoots next to the marker.
    const { greys } = await read(await film.png().toBuffer(), width / 2, height / 2);
    expect(Math.max(...greys)).toBe(255);
    const expected = (column: number) => ((800 + (2 * column + 0.5) * step) * 255) / 4_095;
    const below = greys.subarray((width / 2) * 100, (width / 2) * 101).subarray(4, -4);
    expect(distance(below, (column) => expected(column + 4), width / 2)).toBeLessThan(0.1);
  });

  it('sixteen bits of a picture that lies on its side', async () => {
    const lying = gradient16(256, 64, 257).tiff().withMetadata({ orientation: 6 });
    const { greys } = await read(await lying.toBuffer(), 64, 256);
    expect(distance(greys, () => 0, 64)).toBeGreaterThan(250);
    for (const row of [0, 100, 255]) {
      const line = greys.subarray(row * 64, row * 64 + 64);
      expect(distance(line, () => row, 64)).toBeLessThan(0.1);
    }
  });

  it.each([
    ['png', () => gradient16(256, 64, 8, 30_000).png()],
    ['tiff', () => gradient16(256, 64, 8, 30_000).tiff({ compression: 'lzw' })],
  ])('finer levels in a 16-bit %s than eight bits have', async (_, make) => {
    const { greys } = await read(await make().toBuffer(), 256, 64);
    expect(new Set(greys.subarray(0, 256)).size).toBe(256);
    expect(distance(greys, (column) => ((30_000 + column * 8) * 255) / 32_767, 256)).toBeLessThan(
      0.01,
    );
  });

  it('sixteen bits behind an alpha channel', async () => {
    const bytes = await gradient16(256, 64, 257).ensureAlpha().png().toBuffer();
    const raster = await openRaster(bytes, LIMITS);
    expect(raster.colour).toBe(false);
    const { greys } = await raster.sample(256, 64);
    expect(distance(greys, (column) => column, 256)).toBeLessThan(1.1);
  });

  it('the pages of a TIFF and reads the first', async () => {
    const raster = await openRaster(await pagedTiff(70, 90, [40, 200, 120]), LIMITS);
    expect(raster).toMatchObject({ width: 70, height: 90, pages: 3 });
    const { greys } = await raster.sample(8, 8);
    expect(distance(greys, () => 40, 8)).toBeLessThanOrEqual(1);
  });
});

describe('a page of several', () => {
  it('is the requested one', async () => {
    const bytes = await pagedTiff(70, 90, [40, 200, 120]);
    for (const [frame, grey] of [
      [1, 40],
      [2, 200],
      [3, 120],
    ] as const) {
      const raster = await openRaster(bytes, { ...LIMITS, frame });
      expect(raster).toMatchObject({ width: 70, height: 90, pages: 3 });
      expect(distance((await raster.sample(8, 8)).greys, () => grey, 8)).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [
      'a TIFF of three',
      () => pagedTiff(70, 90, [40, 200, 120]),
      4,
      'is 4, but the file holds 3 frames',
    ],
    ['a PNG', () => gradient8(64, 64).png().toBuffer(), 2, 'is 2, but the file holds 1 frame'],
  ])('is not found in %s beyond its end', async (_, make, frame, issue) => {
    const refusal = openRaster(await make(), { ...LIMITS, frame });
    await expect(refusal).rejects.toThrow(PictureFault);
    await expect(refusal).rejects.toThrow(issue);
  });
});

describe('colour', () => {
  it.each([
    ['#ff0000', 0.299 * 255, 255],
    ['#00ff00', 0.587 * 255, 255],
    ['#0000ff', 0.114 * 255, 255],
    ['#808080', 128, 0],
    ['#406080', 0.299 * 64 + 0.587 * 96 + 0.114 * 128, 64],
  ])('%s becomes its luma, with its distance from grey', async (colour, grey, chroma) => {
    const sample = await read(await plain(64, 64, colour).png().toBuffer(), 4, 4);
    expect(distance(sample.greys, () => grey, 4)).toBeLessThan(0.01);
    expect(sample.chroma).toBeCloseTo(chroma, 3);
  });

  it('is known from the file, not from the pixels', async () => {
    const rgb = await openRaster(await plain(64, 64, '#777').png().toBuffer(), LIMITS);
    expect(rgb.colour).toBe(true);
    const grey = await openRaster(await gradient8(64, 64).png().toBuffer(), LIMITS);
    expect(grey.colour).toBe(false);
    const greyAlpha = await gradient8(64, 64).ensureAlpha().png().toBuffer();
    expect((await openRaster(greyAlpha, LIMITS)).colour).toBe(false);
  });

  it('of 16 bits a channel is read as well', async () => {
    const bytes = await plain(64, 64, '#406080').toColourspace('rgb16').png().toBuffer();
    const raster = await openRaster(bytes, LIMITS);
    expect(raster).toMatchObject({ colour: true, bitsPerSample: 16 });
    const { greys } = await raster.sample(4, 4);
    expect(distance(greys, () => 0.299 * 64 + 0.587 * 96 + 0.114 * 128, 4)).toBeLessThan(1.5);
  });

  it('below a transparent part is black', async () => {
    const hidden = { r: 255, g: 255, b: 255, alpha: 0 };
    const bytes = await plain(64, 64, '#fff').ensureAlpha(0).png().toBuffer();
    const extended = await plain(64, 64, '#fff').extend({ top: 64, background: hidden }).png();
    expect(distance((await read(bytes, 4, 4)).greys, () => 0, 4)).toBe(0);
    const { greys } = await read(await extended.toBuffer(), 4, 4);
    expect([greys[0], greys[15]]).toEqual([0, 255]);
  });
});

describe('orientation', () => {
  // Of a picture that is dark on its left as it is stored, where EXIF says it has to be dark.
  const bright = {
    1: [false, true, false, true],
    2: [true, false, true, false],
    3: [true, false, true, false],
    4: [false, true, false, true],
    5: [false, false, true, true],
    6: [false, false, true, true],
    7: [true, true, false, false],
    8: [true, true, false, false],
  } as const;
  it.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    '%i is told, left out of the size and applied to the pixels',
    async (orientation) => {
      const bytes = await gradient8(128, 80, 2).jpeg().withMetadata({ orientation }).toBuffer();
      const raster = await openRaster(bytes, LIMITS);
      expect(raster).toMatchObject({ width: 128, height: 80, orientation });
      const { greys } = await raster.sample(8, 8);
      const corners = [greys[0], greys[7], greys[56], greys[63]].map((grey) => grey! > 128);
      expect(corners).toEqual(bright[orientation]);
    },
  );
});

describe('a file that is at fault', () => {
  it('is distinguished from a truncated one, in every format', async () => {
    const big = () => gradient8(200, 200);
    const files = {
      png: await big().png({ compressionLevel: 0 }).toBuffer(),
      jpeg: await big().jpeg().toBuffer(),
      tiff: await big().tiff({ compression: 'none' }).toBuffer(),
      webp: await big().webp().toBuffer(),
    };
    for (const [format, bytes] of Object.entries(files)) {
      for (const part of [0.2, 0.5, 0.9]) {
        const fault = await faultOf(bytes.subarray(0, Math.floor(bytes.length * part)));
        expect([format, part, fault]).toEqual([
          format,
          part,
          expect.stringMatching(/truncated file|damaged file/),
        ]);
      }
      expect([format, await faultOf(bytes)]).toEqual([format, 'no fault']);
    }
  });

  it('with a damaged middle is refused, not filled up', async () => {
    const bytes = await gradient8(200, 200).png().toBuffer();
    bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 40);
    expect(await faultOf(bytes)).toMatch(/damaged|truncated/);
  });

  it('is refused for its size before anything is decoded', async () => {
    expect(await faultOf(pngHeader(30_000, 30_000), 100)).toBe('has more than 100 megapixels');
    expect(await faultOf(pngHeader(2_000_000_000, 2_000_000_000), 100)).toMatch(/megapix|damaged/);
    const picture = await gradient8(1_001, 1_000).png().toBuffer();
    expect(await faultOf(picture, 1)).toBe('has more than 1 megapixels');
    expect(await faultOf(await gradient8(1_000, 1_000).png().toBuffer(), 1)).toBe('no fault');
  });

  it.each([
    ['text', Buffer.from('this is no picture')],
    ['nothing', Buffer.alloc(0)],
    ['a head alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['an empty size', pngHeader(0, 0)],
  ])('is refused when it holds %s', async (_, bytes) => {
    expect(await faultOf(bytes)).toMatch(/damaged|truncated/);
  });

  it('is never quoted', async () => {
    expect(await faultOf(Buffer.from('Jane Roe, born 1960'))).not.toContain('Jane');
  });
});
