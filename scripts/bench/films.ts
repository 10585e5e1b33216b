import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const NORMAL = fileURLToPath(new URL('../samples/films/normal.png', import.meta.url));

/** Synthetic films, the size and weight of what a detector and an archive send. */
export interface Films {
  /** About 2048 × 2048, 8 bits, with the grain of a detector: several megabytes. */
  readonly png: Buffer;
  /** 1024 × 1024. */
  readonly jpeg: Buffer;
}

/** Numbers that look random and are the same in every run. */
function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where no drawn film is at hand: two dark lungs on a bright chest. */
function phantom(side: number): Buffer {
  const pixels = Buffer.alloc(side * side);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [across, down] = [x / side, y / side];
      const lung = Math.min(
        Math.hypot(across - 0.3, down - 0.5),
        Math.hypot(across - 0.7, down - 0.5),
      );
      pixels[y * side + x] = 60 + 120 * Math.min(1, lung * 4) + 40 * down;
    }
  }
  return pixels;
}

async function greys(side: number): Promise<Buffer> {
  if (!existsSync(NORMAL)) return phantom(side);
  return sharp(NORMAL)
    .resize(side, side, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** Adds up to ±`levels` grey levels: a smooth picture would compress far better than a real film. */
function withGrain(pixels: Buffer, levels: number): Buffer {
  const noise = createNoise(1);
  const grain = () => Math.round((noise() + noise() - 1) * levels);
  return Buffer.from(pixels.map((grey) => Math.min(255, Math.max(0, grey + grain()))));
}

async function film(side: number): Promise<Sharp> {
  const pixels = withGrain(await greys(side), 3);
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } }).toColourspace('b-w');
}

export async function makeFilms(): Promise<Films> {
  return {
    png: await (await film(2_048)).png({ compressionLevel: 6 }).toBuffer(),
    jpeg: await (await film(1_024)).jpeg({ quality: 90 }).toBuffer(),
  };
}
