import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A smooth grey picture with structure, so that it is neither blank nor noise. */
export function greyPicture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin((x / width) * 9) * Math.cos((y / height) * 7);
      pixels[y * width + x] = Math.round(128 + 100 * wave);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
}

/** Colours that run from red to blue, as no radiograph has them. */
export function colourPicture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) {
    const part = (i % width) / width;
    pixels.set([255 * part, 60, 255 * (1 - part)], i * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export async function base64Of(picture: Sharp | Buffer): Promise<string> {
  return (Buffer.isBuffer(picture) ? picture : await picture.toBuffer()).toString('base64');
}

/** A PNG whose header promises a size and whose body is empty. */
export function pngHeader(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', ihdr),
    chunk('IDAT', deflateSync('')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
