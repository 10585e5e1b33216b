import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreWords } from '../../../../../scripts/models/dictation/word-errors.js';

const split = (text: string) => text.split(' ').filter((word) => word !== '');
const score = (reference: string, hypothesis: string) =>
  scoreWords(split(reference), split(hypothesis));

describe('scoreWords', () => {
  it('counts what was changed, left out and put in, and says which words stand', () => {
    expect(score('the cat sat on the mat', 'the bat sat the mat too')).toEqual({
      words: 6,
      substitutions: 1,
      deletions: 1,
      insertions: 1,
      right: [true, false, true, true, true, false],
    });
  });

  it('takes nothing for what it is', () => {
    expect(score('', '')).toMatchObject({ substitutions: 0, deletions: 0, insertions: 0 });
    expect(score('a b', '')).toMatchObject({ deletions: 2, insertions: 0 });
    expect(score('', 'a b')).toMatchObject({ deletions: 0, insertions: 2, right: [false, false] });
  });

  it('adds up', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(words, words, (reference, hypothesis) => {
        const { substitutions, deletions, insertions, right } = scoreWords(reference, hypothesis);
        const standing = right.filter(Boolean).length;
        expect(standing + substitutions + deletions).toBe(reference.length);
        expect(standing + substitutions + insertions).toBe(hypothesis.length);
        const back = scoreWords(hypothesis, reference);
        expect(back.substitutions + back.deletions + back.insertions).toBe(
          substitutions + deletions + insertions,
        );
      }),
    );
  });
});
