import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../src/core/random.js';
import type { RecognisedSegment } from '../../../../../src/dictation/recognition/recogniser.js';
import type { WhisperParts } from '../../../../../src/dictation/recognition/whisper/listener.js';
import {
  DIGIT_CLIPS,
  openWhisperParts,
  readClip,
  recogniseSamples,
  WHISPER_DIGITS,
} from '../../../../support/whisper-fixture.js';

interface Clip {
  readonly file: string;
  readonly phrases: readonly {
    readonly words: readonly string[];
    readonly start: number;
    readonly end: number;
  }[];
}

const clips: Clip[] = JSON.parse(await readFile(join(DIGIT_CLIPS, 'digits.json'), 'utf8'));
const wordsOf = (segments: readonly RecognisedSegment[]) => segments.flatMap(({ words }) => words);

let parts: WhisperParts;
beforeAll(async () => {
  parts = await openWhisperParts(WHISPER_DIGITS);
});

/** Fewest insertions, deletions and replacements. */
function distance(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const replaced = row[j]! + (word === other ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

it('the digits are understood, but for a few: one in ten is the rate on 677', async () => {
  let errors = 0;
  let count = 0;
  for (const { file, phrases } of clips) {
    const segments = await recogniseSamples(parts, await readClip(join(DIGIT_CLIPS, file)));
    const said = phrases.flatMap(({ words }) => words);
    errors += distance(
      said,
      wordsOf(segments).map(({ word }) => word),
    );
    count += said.length;
  }
  expect(count).toBe(26);
  expect(errors / count).toBeLessThanOrEqual(0.2);
});

describe.each(clips)('the voice of $file, which training has not heard', ({ file, phrases }) => {
  let segments: RecognisedSegment[];
  beforeAll(async () => {
    segments = await recogniseSamples(parts, await readClip(join(DIGIT_CLIPS, file)));
  });

  it('gets a segment for each phrase, where it was said', () => {
    expect(segments).toHaveLength(phrases.length);
    for (const [i, { start, end, timing }] of segments.entries()) {
      expect(Math.abs(start - phrases[i]!.start)).toBeLessThan(0.25);
      expect(Math.abs(end - phrases[i]!.end)).toBeLessThan(0.25);
      expect(timing).toBe('attention');
    }
  });

  it('gets times for its words, in order and near their segment', () => {
    for (const { words, start: from, end: to } of segments) {
      for (const [i, { start, end, confidence }] of words.entries()) {
        expect(end).toBeGreaterThan(start);
        expect(start).toBeGreaterThanOrEqual(words[i - 1]?.end ?? from - 0.21);
        expect(end).toBeLessThanOrEqual(to + 0.21);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }
  });

  it('gives the same words a second time', async () => {
    const again = await recogniseSamples(parts, await readClip(join(DIGIT_CLIPS, file)));
    expect(again).toEqual(segments);
  });
});

describe('without speech', () => {
  const dice = createRandom(9);
  const seconds = (count: number, sample: (i: number) => number) =>
    Float32Array.from({ length: count * 16_000 }, (_, i) => sample(i));

  it.each([
    ['silence', seconds(4, () => 0)],
    ['faint noise', seconds(4, () => 0.002 * (dice() - 0.5))],
    ['noise', seconds(5, () => 0.4 * (dice() - 0.5))],
  ])('there are no words: %s', async (_, samples) => {
    expect(wordsOf(await recogniseSamples(parts, samples))).toEqual([]);
  });
});
