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

const areRead = (
  assertion: Assertion,
  cases: ReadonlyArray<readonly [text: string, words: string]>,
): void => {
  it.each(cases)('%s', (text, words) => expect(assertionOf(text, words)).toBe(assertion));
};

describe('a predicate after a name', () => {
  areRead('absent', [
    ['Pneumonia is not demonstrated on the present study.', 'pneumonia'],
    ['Pneumonia was considered and discounted.', 'pneumonia'],
    ['Gout was thought about but has since been confidently ruled out.', 'gout'],
    ['Headache has never been a feature of her illness.', 'headache'],
    ['Fever is not something he has noticed.', 'fever'],
    ['Rash and fever are both reported to be absent.', 'rash'],
    ['Examination was normal, chest pain never having been seen.', 'chest pain'],
    ['Fever is denied, as is headache.', 'headache'],
    ['pneumonia was looked for and not found the patient has gout', 'pneumonia'],
  ]);
  areRead('possible', [
    ['Pneumonia cannot be excluded.', 'pneumonia'],
    ['Pneumonia has yet to be excluded.', 'pneumonia'],
    ['Keep nil by mouth until appendicitis has been excluded.', 'appendicitis'],
    ['Pneumonia cannot be confirmed or refuted.', 'pneumonia'],
  ]);
  areRead('present', [
    ['The cause of the dizziness has not been found.', 'dizziness'],
    ['Rash, not previously noted, is now evident.', 'rash'],
    ['i saw this man who has appendicitis rash and fever were absent', 'appendicitis'],
  ]);
});

describe('answers in turn', () => {
  areRead('absent', [
    ['fever absent rash absent', 'fever'],
    ['headache no vomiting no we found gout', 'headache'],
    ['headache no vomiting no we found gout', 'vomiting'],
    ['asked about cough no about nausea also no', 'cough'],
    ['asthma excluded epilepsy excluded', 'asthma'],
    ['Fever: none seen. Rash: none seen.', 'fever'],
    ['[ ] Fever\n[x] Rash', 'fever'],
  ]);
  areRead('present', [
    ['fever yes rash no', 'fever'],
    ['headache no vomiting no we found gout', 'gout'],
    ['[ ] Fever\n[x] Rash', 'rash'],
    ['fever no cough', 'fever'],
  ]);
});

describe('a denial by a pronoun', () => {
  areRead('absent', [
    ['When asked about fever, he said he had none.', 'fever'],
    ['He was asked about rash and had not had any.', 'rash'],
    ['I asked about headache but she denied it.', 'headache'],
    ['Reports none of the following: fever, rash, cough.', 'cough'],
    ['0 fever, 0 rash reported.', 'rash'],
  ]);
  areRead('present', [['He has a headache and does not know why.', 'headache']]);
});

describe('a diagnosis put aside', () => {
  areRead('absent', [
    ['The results effectively rule out pneumonia.', 'pneumonia'],
    ['We can safely dismiss pneumonia.', 'pneumonia'],
    ['We have been able to exclude pneumonia.', 'pneumonia'],
    ['A normal scan takes pneumonia off the differential.', 'pneumonia'],
    ['A normal troponin makes pneumonia out of the question.', 'pneumonia'],
    ['Initially labelled as epilepsy, which turned out to be wrong.', 'epilepsy'],
    ['It would be wrong to say that he has epilepsy.', 'epilepsy'],
    ['Far from having gout, she was well.', 'gout'],
    ['At no point during the admission did he have vomiting.', 'vomiting'],
    ["The doctor said it can't be pneumonia.", 'pneumonia'],
    ['I can see no reason to invoke pneumonia.', 'pneumonia'],
  ]);
  areRead('possible', [
    ['CT to rule out pneumonia.', 'pneumonia'],
    ['The results do not rule out pneumonia.', 'pneumonia'],
    ['We were unable to exclude pneumonia.', 'pneumonia'],
  ]);
});

describe('the limits of a denial', () => {
  areRead('absent', [
    ['Nothing in the story points to pneumonia.', 'pneumonia'],
    ['Nothing on examination to make me think of pneumonia.', 'pneumonia'],
    ['The picture is not that of pneumonia.', 'pneumonia'],
    ['We are not dealing with pneumonia.', 'pneumonia'],
    ['Nothing resembling jaundice was seen.', 'jaundice'],
    ['No convincing imaging signs of pneumonia.', 'pneumonia'],
  ]);
  areRead('present', [
    ['does not have gout and has never smoked she has asthma', 'asthma'],
    ['no fever or anything like that she has gout', 'gout'],
    ['the diagnosis of gout has not been borne out we found sepsis', 'sepsis'],
    ['she does not have a rash either we found pneumonia', 'pneumonia'],
    ['no rash reported he has a fever', 'fever'],
    ['a rash could not be demonstrated the patient has a fever', 'fever'],
    ['asked about dizziness which she denied impression gout', 'gout'],
    ["i'm not having a fever today the leg swelling though is terrible", 'leg swelling'],
    ['came because of nosebleed has not been diagnosed with sepsis', 'nosebleed'],
    ['Nothing makes the headache better.', 'headache'],
  ]);
});
