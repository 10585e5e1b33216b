import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../../src/language/entity.js';
import { language } from './language.js';

/** How the text speaks of the last entity that covers some words. */
function assertionOf(text: string, words: string): Assertion | undefined {
  const at = text.toLowerCase().lastIndexOf(words);
  return language
    .read(text)
    .entities.find(({ start, end }) => start < at + words.length && end > at)?.assertion;
}

const each = (assertion: Assertion, cases: readonly (readonly [string, string])[]) =>
  it.each(cases)('%s', (text, words) => expect(assertionOf(text, words)).toBe(assertion));

describe('what a denial takes for granted', () => {
  each('present', [
    ['He has not seen anyone about his headache.', 'headache'],
    ['She is not coping with the nausea.', 'nausea'],
    ['She was told not to worry about her dizziness.', 'dizziness'],
    ['He cannot sleep with back pain.', 'back pain'],
    ['There has been no let-up in the vomiting.', 'vomiting'],
  ]);
});

describe('what a denial of the same form denies', () => {
  each('absent', [
    ['She does not have the rash.', 'rash'],
    ['There is no sign of his pneumonia.', 'pneumonia'],
    ['He did not present with fever.', 'fever'],
    ['Not associated with vomiting.', 'vomiting'],
    ['He was not persuaded that this represented pneumonia.', 'pneumonia'],
  ]);
});

describe('cues that look to one side', () => {
  each('present', [
    ['had jaundice as a child has fever now', 'fever'],
    ['Impression: pneumothorax, less likely pneumonia.', 'pneumothorax'],
    ['the patient has cough uncertain whether there is fever', 'cough'],
    ['headache procedures nil', 'headache'],
    ['with the exception of cough review of systems is negative', 'cough'],
    ['any cough no the patient has fever', 'fever'],
  ]);
  each('possible', [
    ['Impression: pneumothorax, less likely pneumonia.', 'pneumonia'],
    ['the patient has cough uncertain whether there is fever', 'fever'],
  ]);
  each('absent', [
    ['Differential: gout. Excluded: cellulitis.', 'cellulitis'],
    ['any cough no the patient has fever', 'cough'],
    ['diabetes screen negative', 'diabetes'],
  ]);
});
