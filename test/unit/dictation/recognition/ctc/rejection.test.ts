import { describe, expect, it } from 'vitest';
import { rejectionOf } from '../../../../../src/dictation/recognition/ctc/rejection.js';
import type { HeardWord } from '../../../../../src/dictation/recognition/ctc/word-evidence.js';

const WORDS: readonly HeardWord[] = ['no', 'fever', 'today'].map((word, index) => ({
  word,
  first: index * 10,
  last: index * 10 + 8,
  evidence: { agreement: 0.8, sound: -0.4, language: -5, tokens: 4 },
}));
const OPEN = { least_confidence: 0, least_sound: -9, least_tokens_per_second: 0 };
/** The weights that ship. */
const one_voice = {
  intercept: -16.04,
  confidence: 4.33,
  sound: 1.12,
  language: -3.17,
  clarity: 16.6,
  attack: 2.98,
};
const rejected = (clarity: number, attack: number | undefined, voice = true) =>
  rejectionOf(
    WORDS,
    [0.5, 0.5, 0.5],
    { seconds: 1, clarity, attack },
    { ...OPEN, ...(voice && { one_voice }) },
  );

describe('a stretch of sound', () => {
  it('that is clear and begins its syllables suddenly is one voice', () => {
    expect(rejected(0.77, 1.5)).toBeUndefined();
  });

  it.each([
    ['that is unclear, as many voices are', 0.38, 0.1],
    ['that is played backwards', 0.55, -1.6],
  ])('%s gives no words', (_, clarity, attack) => {
    expect(rejected(clarity, attack)).toBe('not_one_voice');
  });

  it('that was not measured, or whose model sets no limit, is not rejected for it', () => {
    expect(rejected(0.38, undefined)).toBeUndefined();
    expect(rejected(0.38, -1.6, false)).toBeUndefined();
  });
});
