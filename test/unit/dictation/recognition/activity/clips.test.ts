import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createActivityDetector } from '../../../../../src/dictation/recognition/activity/detector.js';
import { decodeAudio, joined } from '../../../../support/decode-audio.js';
import { atLevel, NO_SPEECH } from '../../../../support/no-speech.js';

const RATE = 16_000;
const DATA = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  '..',
  '..',
  'shared',
  'data',
  'speech',
);
const LIST = join(DATA, 'clips.tsv');
const HERE = existsSync(LIST);
/** Frames within so much of a clip's loud ones count as speech, dB. */
const WITHIN = 30;

/** Every so many-th clip of the collection. */
function paths(count: number): string[] {
  const rows = readFileSync(LIST, 'utf8').trim().split('\n').slice(1);
  const step = Math.floor(rows.length / count);
  return Array.from({ length: count }, (_, i) => join(DATA, rows[i * step]!.split('\t')[0]!));
}

/** Starts of the hundredths of a second in which a clip is about as loud as it gets. */
function loudFrames(clip: Float32Array): number[] {
  const powers = Array.from({ length: Math.floor(clip.length / 160) }, (_, i) =>
    clip.subarray(160 * i, 160 * (i + 1)).reduce((sum, value) => sum + value * value, 0),
  );
  const loud = [...powers].sort((a, b) => b - a)[Math.floor(powers.length / 20)]!;
  return powers.flatMap((power, i) => (power > loud * 10 ** (-WITHIN / 10) ? [160 * i] : []));
}

/** Share of the loud frames of all clips that no chunk holds. */
function lostShare(clips: readonly Float32Array[], level: number, noise: Float32Array | null) {
  const pause = new Float32Array(2 * RATE);
  const levelled = clips.map((clip) => atLevel(clip, level));
  const samples = joined(levelled.flatMap((clip) => [pause, clip]));
  if (noise !== null)
    for (let i = 0; i < samples.length; i += 1) samples[i]! += noise[i % noise.length]!;
  const detector = createActivityDetector();
  const chunks = [...detector.push(samples), ...detector.finish()];
  let at = 0;
  let lost = 0;
  let all = 0;
  for (const clip of levelled) {
    at += pause.length;
    for (const frame of loudFrames(clip)) {
      const time = (at + frame + 80) / RATE;
      all += 1;
      if (!chunks.some(({ start, end }) => time >= start && time < end)) lost += 1;
    }
    at += clip.length;
  }
  return lost / all;
}

describe.skipIf(!HERE)(
  'voice activity on people (skipped where ../shared/data/speech is missing)',
  () => {
    it('loses next to nothing of what they say, quiet or in noise', async () => {
      const clips: Float32Array[] = [];
      for (const path of paths(8))
        clips.push((await decodeAudio(new Uint8Array(readFileSync(path)))).samples);
      const pink = NO_SPEECH.find(({ name }) => name === 'pink noise')!.make(20);
      expect(lostShare(clips, -25, null)).toBeLessThan(0.005);
      expect(lostShare(clips, -50, null)).toBeLessThan(0.01);
      expect(lostShare(clips, -25, atLevel(pink, -35))).toBeLessThan(0.02);
    });
  },
);
