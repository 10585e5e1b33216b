import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../../src/core/random.js';
import { decodeAudio } from './decode-audio.js';

const RATE = 16_000;

export interface Clip {
  readonly file: string;
  readonly source: string;
  readonly seconds: number;
  readonly text: string;
}

/** The clips of a folder of recordings, as its table lists them. */
export const clipsOf = (folder: string): Clip[] =>
  readFileSync(join(folder, 'clips.tsv'), 'utf8')
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([clip = '', source = '', , seconds = '0', text = '']) => ({
      file: join(folder, clip),
      source,
      seconds: Number(seconds),
      text,
    }))
    .filter(({ seconds }) => seconds > 2);

const samplesOf = async ({ file }: Clip): Promise<Float32Array> =>
  (await decodeAudio(new Uint8Array(readFileSync(file)))).samples;

/** Root mean square of a voice in the crowd. */
const LOUDNESS = 0.05;

function levelled(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  const scale = LOUDNESS / Math.sqrt(power + 1e-12);
  return samples.map((value) => value * scale);
}

/** So many people who speak at once, all as loud, drawn from the seed. */
export async function babble(
  clips: readonly Clip[],
  { voices, seconds, seed }: { voices: number; seconds: number; seed: number },
): Promise<Float32Array> {
  const random = createRandom(seed);
  const out = new Float32Array(seconds * RATE);
  for (let voice = 0; voice < voices; voice += 1) {
    for (let at = 0; at < out.length; ) {
      const clip = clips[Math.floor(random() * clips.length)];
      if (clip === undefined) throw new RangeError('there are no clips');
      const samples = levelled(await samplesOf(clip));
      const end = Math.min(out.length, at + samples.length);
      for (let i = at; i < end; i += 1) out[i] = (out[i] ?? 0) + (samples[i - at] ?? 0);
      at += Math.max(RATE, samples.length);
    }
  }
  const peak = out.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  return out.map((value) => (value * 0.5) / peak);
}

/** A recording that runs backwards. */
export const backwards = async (clip: Clip): Promise<Float32Array> =>
  (await samplesOf(clip)).reverse();
