import { describe, expect, it } from 'vitest';
import type { Assertion } from '../../../../src/patient-record/language/entity.js';
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

describe('guesses by construction', () => {
  each('possible', [
    ['My main worry here is pneumonia.', 'pneumonia'],
    ['I have a hunch that he has gout.', 'gout'],
    ['The team felt that pneumonia was a possibility.', 'pneumonia'],
    ['Appendicitis is not off the table.', 'appendicitis'],
    ['It is not impossible that he has gout.', 'gout'],
    ['We are thinking along the lines of pneumonia.', 'pneumonia'],
    ['The chest x-ray is borderline for pneumonia.', 'pneumonia'],
    ['Keep sepsis in mind.', 'sepsis'],
    ['Here to have gout excluded.', 'gout'],
    ['If not gout, then cellulitis.', 'cellulitis'],
    ['Asthma was excluded; epilepsy could not be.', 'epilepsy'],
  ]);
  each('present', [
    ['Nothing seems to help his headache.', 'headache'],
    ['Consider aspirin for his headache.', 'headache'],
    ['What was a possible diagnosis is now proven pneumonia.', 'pneumonia'],
    ['Initially thought to be gout, later shown to be cellulitis.', 'cellulitis'],
  ]);
});

describe('names with an answer each', () => {
  each('absent', [
    ['fever yes cough no', 'cough'],
    ['ros vomiting positive headache negative back pain negative', 'headache'],
    ['Gout cannot be excluded, but sepsis has been.', 'sepsis'],
    ['On aspirin for headache, not for gout, which she has never had.', 'gout'],
  ]);
  each('present', [
    ['fever yes cough no', 'fever'],
    ['chest pain no fever no cough', 'chest pain'],
    ['rang about jaundice no appointment left', 'jaundice'],
  ]);
});

describe('what is present despite an adjacent denial', () => {
  each('present', [
    ['Not a day goes by without a headache.', 'headache'],
    ['She has never had abdominal pain as bad as this.', 'abdominal pain'],
    ['I have never seen such fatigue.', 'fatigue'],
    ['She did not know she had heart failure.', 'heart failure'],
    ['It is not the first night that diarrhea has woken him.', 'diarrhea'],
    ['I have no hesitation in diagnosing pneumothorax.', 'pneumothorax'],
    ['Nobody could mistake this for anything but cellulitis.', 'cellulitis'],
    ['A negative colonoscopy does not explain the diarrhea.', 'diarrhea'],
    ['The cause of the dizziness has not been found.', 'dizziness'],
    ['Headache, the cause of which is uncertain.', 'headache'],
    ['Denies taking aspirin for cough.', 'cough'],
    ['Not yet on treatment for sepsis.', 'sepsis'],
    ['Never gets fever, often gets headache.', 'headache'],
    ['fully vaccinated no travel seizure since sunday', 'seizure'],
    ['I regret that his gout cannot be cured.', 'gout'],
    ['Sister on duty informed of the rash.', 'rash'],
  ]);
  each('absent', [
    ['She has never been told that she has hypertension.', 'hypertension'],
    ['Never had fever or cough.', 'cough'],
    ['He has no treatment-related nausea.', 'nausea'],
  ]);
});

describe('guesses in other words', () => {
  each('possible', [
    ['Odds are that this is pneumonia.', 'pneumonia'],
    ['This has the look of gout.', 'gout'],
    ['One explanation would be gout.', 'gout'],
    ['It is tempting to call this gout.', 'gout'],
    ['Nothing so far rules out pneumonia.', 'pneumonia'],
  ]);
  each('present', [
    ['I did not expect to find jaundice.', 'jaundice'],
    ['No date has been set for review of his headache.', 'headache'],
    ['Return if the headache persists.', 'headache'],
    ['The headache has gone unnoticed for weeks.', 'headache'],
    ['Neither rest nor aspirin eased the headache.', 'headache'],
  ]);
  each('absent', [
    ['Diarrhea and fever noted, seizure not.', 'seizure'],
    ['He has had no headache.', 'headache'],
    ['The CT rules out pneumonia.', 'pneumonia'],
  ]);
});
