import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

const NORMAL = fileURLToPath(new URL('../samples/films/normal.png', import.meta.url));
/** Grey levels of 255. */
const GRAIN = 3;

/** Synthetic films, the size and weight of what a detector and an archive send. */
export interface Films {
  /** About 2048 × 2048, 8 bits, with the grain of a detector: several megabytes. */
  readonly png: Buffer;
  /** 1024 × 1024. */
  readonly jpeg: Buffer;
}

/** Numbers from 0 to 1 that look random and are the same in every run. */
export function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The drawn film at another size, 0..65535, smooth in between. */
export async function drawnGreys(side: number): Promise<Uint16Array> {
  const greys = await sharp(NORMAL)
    .toColourspace('grey16')
    .resize(side, side, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw({ depth: 'ushort' })
    .toBuffer();
  return new Uint16Array(greys.buffer, greys.byteOffset, greys.byteLength / 2);
}

/** Eight bits with up to ±`levels` of grain: a smooth picture would compress far better than a film. */
export async function grainyFilm(side: number, levels: number): Promise<Sharp> {
  const drawn = await drawnGreys(side);
  const noise = createNoise(1);
  const pixels = new Uint8Array(drawn.length);
  for (let i = 0; i < pixels.length; i += 1) {
    const grain = Math.round((noise() + noise() - 1) * levels);
    pixels[i] = Math.min(255, Math.max(0, Math.round((drawn[i] ?? 0) / 257) + grain));
  }
  const raw = { width: side, height: side, channels: 1 } as const;
  return sharp(pixels, { raw }).toColourspace('b-w');
}

export async function makeFilms(): Promise<Films> {
  return {
    png: await (await grainyFilm(2_048, GRAIN)).png({ compressionLevel: 6 }).toBuffer(),
    jpeg: await (await grainyFilm(1_024, GRAIN)).jpeg({ quality: 90 }).toBuffer(),
  };
}
