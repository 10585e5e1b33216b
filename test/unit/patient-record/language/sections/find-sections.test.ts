import { describe, expect, it } from 'vitest';
import { SectionReader } from '../../../../../src/patient-record/language/sections/find-sections.js';
import { wordsOf } from '../../../../../src/patient-record/language/text/words.js';

const reader = new SectionReader({
  headings: [
    { kind: 'history', assertion: 'historical', words: ['past medical history', 'pmh'] },
    { kind: 'review', assertion: 'present', words: ['review of systems'] },
    { kind: 'family', assertion: 'family', words: ['family history'] },
    { kind: 'system', assertion: 'present', words: ['cardiovascular'] },
    { kind: 'plan', assertion: 'hypothetical', words: ['plan', 'p'] },
  ],
});
const sections = (text: string) => reader.read(text, wordsOf(text));
const titles = (text: string) => sections(text).map(({ title, kind }) => `${title}: ${kind}`);

describe('the sections of a note', () => {
  it.each([
    ['PMH: asthma', ['PMH: history']],
    ['PMH colon asthma', ['PMH: history']],
    ['PMH\nAsthma', ['PMH: history']],
    ['PMH - asthma', ['PMH: history']],
    ['PMH asthma', []],
    ['Well. Plan: rest', ['Plan: plan']],
    ['Well. P: rest', []],
    ['P: rest', ['P: plan']],
    ['SUBJECTIVE\n\nUnwell', ['SUBJECTIVE: other']],
    ['SUBJECTIVE\nUnwell', []],
    ['Subjective\n\nUnwell', []],
    ['she is well plan rest', ['plan: plan']],
    ['the plan rest', []],
  ])('%j', (text, expected) => {
    expect(titles(text)).toEqual(expected);
  });

  it('reach from each heading to the next', () => {
    const text = 'Unwell.\nPMH: asthma\nPlan: rest';
    const [history, plan] = sections(text);
    expect(text.slice(history?.start, history?.end)).toBe('PMH: asthma\n');
    expect(text.slice(plan?.start, plan?.end)).toBe('Plan: rest');
    expect(history).toMatchObject({ at: 1, from: 2, to: 3, spoken: false });
  });

  it('of a system speak as the section that it stands in', () => {
    const text = 'Family history: none\nCardiovascular: stroke\nReview of systems: none';
    const assertions = sections(text).map(({ assertion }) => assertion);
    expect(assertions).toEqual(['family', 'family', 'present']);
  });

  it('of a system alone are of the present', () => {
    expect(sections('Cardiovascular: stroke')[0]?.assertion).toBe('present');
  });
});
