import sharp, { type Sharp } from 'sharp';

/** A picture whose grey grows from left to right: column × step. */
export function gradient8(width: number, height: number, step = 1): Sharp {
  const pixels = Buffer.alloc(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = (i % width) * step;
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}

/** The same with 16 bits a pixel, which is written as PNG or TIFF of that depth. */
export function gradient16(width: number, height: number, step: number, base = 0): Sharp {
  const pixels = new Uint16Array(width * height);
  for (let i = 0; i < pixels.length; i += 1) pixels[i] = base + (i % width) * step;
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
}

/** A picture of one colour. */
export function plain(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

/** A TIFF of several pages, each of one grey. */
export async function pagedTiff(width: number, height: number, greys: number[]): Promise<Buffer> {
  const pixels = Buffer.concat(greys.map((grey) => Buffer.alloc(width * height, grey)));
  const tall = { width, height: height * greys.length, channels: 1, pageHeight: height } as const;
  return sharp(pixels, { raw: tall }).toColourspace('b-w').tiff({ compression: 'none' }).toBuffer();
}
