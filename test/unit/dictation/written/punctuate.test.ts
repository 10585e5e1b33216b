import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClauseLimit } from '../../../../src/dictation/written/spoken.js';
import { writeUp } from '../../../../src/dictation/written/write-up.js';
import { AMERICAN, say } from './spoken-segments.js';

interface Parted {
  readonly said: string;
  readonly limits: readonly ClauseLimit[];
}

/** `he sleeps / she eats`: a limit where the slash stands, `,` for a comma, `?` for an uncertain one. */
function parted(marked: string): Parted {
  const words: string[] = [];
  const limits: ClauseLimit[] = [];
  for (const word of marked.split(' ')) {
    if (!/^[/,?]$/.test(word)) words.push(word);
    else limits.push({ at: words.length, mark: word === ',' ? ',' : '.', certain: word !== '?' });
  }
  return { said: words.join(' '), limits };
}

function written(marked: string) {
  const { said, limits } = parted(marked);
  return writeUp(say(said), { ...AMERICAN, clauseLimits: () => limits });
}

describe('limits of clauses', () => {
  it.each([
    ['he denies fever / the abdomen is soft', 'He denies fever. The abdomen is soft.'],
    ['he denies fever , but he coughs', 'He denies fever, but he coughs.'],
    ['he denies fever ? the abdomen is soft', 'He denies fever the abdomen is soft.'],
    [
      'no cough / past medical history / hypertension / medications / aspirin',
      'No cough. Past medical history: Hypertension. Medications: Aspirin.',
    ],
    ['give metformin five hundred / milligrams twice daily', 'Give metformin 500 mg twice daily.'],
    ['give metformin five / hundred milligrams daily', 'Give metformin 500 mg daily.'],
    ['give metformin five hundred milligrams / daily', 'Give metformin 500 mg daily.'],
    ['blood pressure one forty / over ninety today', 'Blood pressure 140/90 today.'],
    ['he was seen by doctor / smith in clinic', 'He was seen by Dr. Smith in clinic.'],
    ['an ulcer of the / left foot was seen', 'An ulcer of the left foot was seen.'],
    ['ct of the head was normal / mri is planned', 'CT of the head was normal. MRI is planned.'],
  ])('%s', (marked, text) => {
    expect(written(marked).text).toBe(text);
  });

  it('yield to punctuation that is said', () => {
    expect(written('no fever comma / no cough / no pain period').text).toBe(
      'No fever, no cough no pain.',
    );
  });

  it('make a colon of the pause after a heading', () => {
    const { said, limits } = parted('he sleeps well at night / past medical history / gout');
    const spoken = say(said.replace('history', 'history |').replace('night', 'night |'));
    const { text } = writeUp(spoken, { ...AMERICAN, clauseLimits: () => limits });
    expect(text).toBe('He sleeps well at night. Past medical history: Gout.');
  });

  it('take the heading from the limit where it is given', () => {
    const limits = [{ at: 2, mark: '.', certain: true, heading: true }] as const;
    const { text } = writeUp(say('ward round he is well today'), {
      ...AMERICAN,
      clauseLimits: () => limits,
    });
    expect(text).toBe('Ward round: He is well today.');
  });

  it('neither lose nor move a spoken word, wherever they are', () => {
    const pool = 'he she no the mg fever twenty five milligrams over point daily doctor'.split(' ');
    const limit = fc.record({
      at: fc.nat(40),
      mark: fc.constantFrom('.' as const, ',' as const),
      certain: fc.boolean(),
      heading: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 30 }),
        fc.array(limit, { maxLength: 8 }),
        (words, some) => {
          const limits = some.sort((a, b) => a.at - b.at);
          const out = writeUp(say(words.join(' ')), { ...AMERICAN, clauseLimits: () => limits });
          expect(out.words.flatMap(({ spoken }) => spoken)).toEqual(words);
          for (const { text, start_offset, end_offset } of out.words) {
            expect(out.text.slice(start_offset, end_offset)).toBe(text);
          }
        },
      ),
    );
  });
});
