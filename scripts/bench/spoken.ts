import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type * as SourceModule from '../../src/media/audio/audio-source.js';
import type * as OpenModule from '../../src/media/audio/open-audio.js';
import { product } from './product.js';

const SAMPLE = fileURLToPath(new URL('../samples/dictations/ward-round.opus', import.meta.url));

/** The spoken sample: mono, 16 kHz. */
export async function spokenSamples(): Promise<Float32Array> {
  const { sourceOf } = await product<typeof SourceModule>('media/audio/audio-source.js');
  const { openAudio } = await product<typeof OpenModule>('media/audio/open-audio.js');
  const stream = await openAudio(sourceOf(readFileSync(SAMPLE)));
  const pieces: number[] = [];
  for await (const piece of stream.pieces()) for (const sample of piece) pieces.push(sample);
  return Float32Array.from(pieces);
}
