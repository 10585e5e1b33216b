import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../../../src/patient-record/language/entity.js';
import { language } from './language.js';

/** How the text speaks of the entity that covers some words. */
function assertionOf(text: string, words: string): Assertion | undefined {
  const at = text.toLowerCase().indexOf(words);
  return language
    .read(text)
    .entities.find(({ start, end }) => start < at + words.length && end > at)?.assertion;
}

describe('a past that is narrated', () => {
  it.each([
    ['In the autumn of 2011 he spent a month in hospital with pneumonia.', 'pneumonia'],
    ['He had been well until 1998, when he came down with pneumonia.', 'pneumonia'],
    ['The year before last pneumonia kept her off work.', 'pneumonia'],
    ['As a young man he went to the clinic with syncope.', 'syncope'],
    ['I had cough and fever when I was a kid.', 'cough'],
    ['Until he stopped drinking he would often have headache.', 'headache'],
    ['At that time she had cellulitis, and it was dealt with.', 'cellulitis'],
    ['The cough that she reported at her previous visit is gone.', 'cough'],
    ['It has been eleven years since his stroke.', 'stroke'],
    ['She has been in remission from breast cancer for long.', 'breast cancer'],
    ['the patient has cough in 2009 she was admitted with pneumonia', 'pneumonia'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('historical'));

  it.each([
    ['In 2016 she had gout, and now she has cough.', 'cough'],
    ['The cough that she reported at her previous visit persists.', 'cough'],
    ['Still has gout; pneumonia settled years ago.', 'gout'],
    ['Had gout as a child, has a cough today.', 'cough'],
    ['the patient has cough in 2009 she was admitted with pneumonia', 'cough'],
    ['Two days ago he came down with fever.', 'fever'],
  ])('ends where now begins: %s', (text, words) =>
    expect(assertionOf(text, words)).toBe('present'),
  );
});

describe('what may come', () => {
  it.each([
    ['Return precautions given: fever, vomiting.', 'vomiting'],
    ['The recognised hazards of the operation are stroke and sepsis.', 'sepsis'],
    ['Complications were discussed, among them stroke.', 'stroke'],
    ['Come back as soon as fever appears.', 'fever'],
    ['Repeat the film should cough supervene.', 'cough'],
    ['He is frightened of one day getting gout.', 'gout'],
    ['She worries that she will get gout.', 'gout'],
    ['Patients with gout should not take aspirin.', 'gout'],
    ['Had he pneumonia, amoxicillin would be given.', 'pneumonia'],
    ['He will let us know if fever occurs.', 'fever'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('hypothetical'));

  it.each([
    ['Complications: pneumonia.', 'pneumonia'],
    ['One of our patients with gout came today.', 'gout'],
    ['if the rash comes on he should call she has a cough', 'cough'],
  ])('and what is present: %s', (text, words) => expect(assertionOf(text, words)).toBe('present'));
});

describe('other people', () => {
  it.each([
    ['She lost her father at an early age to stroke.', 'stroke'],
    ['Siblings: three, one with asthma.', 'asthma'],
    ['Several children in his class have cough.', 'cough'],
    ['On her mother’s side there is gout.', 'gout'],
    ['Gout is common on both sides.', 'gout'],
    ['His wife has recently come down with pneumonia.', 'pneumonia'],
    ['Her brother had an operation in 2010. He now has gout.', 'gout'],
    ['Wife’s gout is being treated elsewhere.', 'gout'],
    ['Mo - gout; Fa - stroke.', 'stroke'],
    ['Strong FH of gout.', 'gout'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('family'));

  it.each([
    ['His wife drove him in because of cough.', 'cough'],
    ['His mother, who has gout, brought him in because of cough.', 'cough'],
    ['His wife describes cough.', 'cough'],
    ['His father is ill. He now has a cough.', 'cough'],
  ])('who tell or bring: %s', (text, words) => expect(assertionOf(text, words)).toBe('present'));
});
