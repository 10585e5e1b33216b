import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceOf } from '../../src/media/audio/audio-source.js';
import { type AudioLimits, openAudio } from '../../src/media/audio/open-audio.js';
import type { AudioInfo } from '../../src/media/audio/pcm.js';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'audio');

/** Bytes of a recording that the project made (scripts/samples/make-audio-fixtures.ts). */
export const audioFixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(FIXTURES, name)));

export interface DecodedAudio {
  readonly info: AudioInfo;
  readonly samples: Float32Array;
  readonly notes: readonly string[];
}

export function joined(pieces: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}

/** Decodes a whole recording. */
export async function decodeAudio(bytes: Uint8Array, limits?: AudioLimits): Promise<DecodedAudio> {
  const stream = await openAudio(sourceOf(bytes), limits);
  const pieces: Float32Array[] = [];
  for await (const piece of stream.pieces()) pieces.push(piece.slice());
  return { info: stream.info, samples: joined(pieces), notes: stream.notes() };
}

/** Correlation of two signals over their common length. */
export function likeness(a: Float32Array, b: Float32Array): number {
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    xy += a[i]! * b[i]!;
    xx += a[i]! ** 2;
    yy += b[i]! ** 2;
  }
  return xy / Math.sqrt(xx * yy + 1e-30);
}

/** Root mean square in dBFS. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-20);
}
