import { describe, expect, it } from 'vitest';
import { openLanguage } from '../../../../scripts/language/open-language.js';

const language = await openLanguage('models');

const assertionOf = (text: string, name: string) =>
  language.read(text).entities.find((one) => one.text.toLowerCase() === name)?.assertion;

describe('opinions and unsettled questions', () => {
  it.each([
    ['The registrar reckons she has sepsis.', 'sepsis'],
    ['i would say this is gout but not sure', 'gout'],
    ['There is a good chance it is gout.', 'gout'],
    ['About 60% sure this is gout.', 'gout'],
    ['I could not swear that there is no gout.', 'gout'],
    ['I am not convinced it is not gout.', 'gout'],
    ['Patient is convinced she has gout, we are less certain.', 'gout'],
    ['Torn between gout and cellulitis.', 'gout'],
    ['Torn between gout and cellulitis.', 'cellulitis'],
    ['50:50 between gout and cellulitis.', 'cellulitis'],
    ['It would be foolish to ignore sepsis.', 'sepsis'],
    ['We have not managed to rule pneumonia out.', 'pneumonia'],
    ['Borderline scan, appendicitis difficult to exclude.', 'appendicitis'],
    ['Imaging nonspecific, pneumonia among the possibilities.', 'pneumonia'],
    ['There is a fair chance of gout.', 'gout'],
    ['Chance of gout put at about 30%.', 'gout'],
    ['Covering sepsis with amoxicillin until the cultures are back.', 'sepsis'],
    ['Seen for possible sepsis.', 'sepsis'],
    ['Red flag for sepsis, clinician to assess.', 'sepsis'],
    ['ECG changes are worrying for stroke.', 'stroke'],
    ['This is pneumonia until proven otherwise.', 'pneumonia'],
    ['Ill-defined density which may relate to pneumonia.', 'pneumonia'],
    ['Awaiting MRI to confirm or refute stroke.', 'stroke'],
  ])('%s', (text, name) => {
    expect(assertionOf(text, name)).toBe('possible');
  });

  it.each([
    ['We do not think this is gout.', 'gout', 'absent'],
    ['Nobody thinks this is gout.', 'gout', 'absent'],
    ['There is no chance this is gout.', 'gout', 'absent'],
    ['I am certain it is not gout.', 'gout', 'absent'],
    ['Gout is not suspected.', 'gout', 'absent'],
    ['Gout is no longer considered.', 'gout', 'absent'],
    ['No longer suspected to have gout.', 'gout', 'absent'],
    ['We are sure this is gout.', 'gout', 'present'],
    ['The family say that he is suffering from gout.', 'gout', 'present'],
    ['He feels he has chest pain.', 'chest pain', 'present'],
    ['It would be wrong to ignore her chest pain.', 'chest pain', 'present'],
    ['The suspect was seen by police and has pneumonia.', 'pneumonia', 'present'],
    ['She has gout and we are not sure about surgery.', 'gout', 'present'],
    ['Transferred between wards with pneumonia.', 'pneumonia', 'present'],
    ['The nurse in charge says he has gout.', 'gout', 'present'],
    ['In May she had an operation and now she has gout.', 'gout', 'present'],
    ['Consent form states a small chance of sepsis.', 'sepsis', 'hypothetical'],
    ['There is a 5% chance of sepsis over the next year.', 'sepsis', 'hypothetical'],
    ['Told to watch for possible sepsis.', 'sepsis', 'hypothetical'],
  ])('%s', (text, name, assertion) => {
    expect(assertionOf(text, name)).toBe(assertion);
  });
});
