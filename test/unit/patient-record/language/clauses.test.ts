import { describe, expect, it } from 'vitest';
import { findClauses } from '../../../../src/patient-record/language/clauses/find-clauses.js';
import { wordsOf } from '../../../../src/patient-record/language/text/words.js';
import { language } from './language.js';

/** The clauses of a text as the reader cuts it, one string each. */
function clausesOf(text: string): string[] {
  const words = wordsOf(text);
  const spans = language
    .read(text, { source: 'dictation' })
    .entities.map(({ start, end, type }) => ({
      from: words.findIndex((word) => word.end > start),
      to: words.findIndex((word) => word.end >= end) + 1,
      type,
      confidence: 1,
    }));
  const clauses: string[] = [];
  const limits = findClauses(words, spans);
  for (const [at, word] of words.entries()) {
    if ((limits[at] ?? 0) > 0 || clauses.length === 0) clauses.push(word.written);
    else clauses.push(`${clauses.pop()} ${word.written}`);
  }
  return clauses;
}

describe('clauses of speech', () => {
  it.each([
    ['he denies fever and cough he has a rash', ['he denies fever and cough', 'he has a rash']],
    ['denies chest pain reports cough', ['denies chest pain', 'reports cough']],
    ['no fever or chills the heart is enlarged', ['no fever or chills', 'the heart is enlarged']],
    ['abdomen is soft no masses lungs are clear', ['abdomen is soft no masses', 'lungs are clear']],
    ['he has no pain but his vision is blurred', ['he has no pain', 'but his vision is blurred']],
    ['she has a cough and her mother has asthma', ['she has a cough', 'and her mother has asthma']],
  ])('%s', (text, clauses) => expect(clausesOf(text)).toEqual(clauses));

  it.each([
    'he denies that he has chest pain',
    'we do not think she has meningitis',
    'no fever or chills were noted',
    'the patient who has never smoked',
    'nor does she describe chest pain',
  ])('are one where one governs the other: %s', (text) => expect(clausesOf(text)).toHaveLength(1));

  it('begin where headings are said, with the mark that writing would put', () => {
    const words = 'he denies fever past medical history asthma she takes aspirin'.split(' ');
    expect(language.clauseLimits(words)).toEqual([
      { at: 3, mark: '.', certain: true },
      { at: 6, mark: '.', certain: true, heading: true },
      { at: 7, mark: '.', certain: true },
    ]);
  });

  it('leave a list without its commas certain to be one', () => {
    expect(language.clauseLimits('denies fever chills or cough'.split(' '))).toEqual([
      { at: 2, mark: ',', certain: true },
    ]);
  });

  it('are none of an empty dictation', () => expect(language.clauseLimits([])).toEqual([]));
});
