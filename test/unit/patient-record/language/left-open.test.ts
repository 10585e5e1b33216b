import { describe, expect, it } from 'vitest';
import { openLanguage } from '../../../../scripts/language/open-language.js';

const language = await openLanguage('models');

const assertionOf = (text: string, name: string) =>
  language.read(text).entities.find((one) => one.text.toLowerCase() === name)?.assertion;

describe('what is left open', () => {
  it.each([
    ['This may well represent pneumonia.', 'pneumonia'],
    ['The feeling was that this might turn out to be gout.', 'gout'],
    ['Heart failure is unlikely but cannot be excluded on these views.', 'heart failure'],
    ['Not typical of gout, but I would not dismiss it.', 'gout'],
    ['There is a suspicion of sepsis, not yet confirmed.', 'sepsis'],
    ['Pneumonia remains on the list of possibilities.', 'pneumonia'],
    ['Gout is at the back of our minds.', 'gout'],
    ['going down the line of gout but the jury is still out', 'gout'],
    ['please see and advise query pneumothorax', 'pneumothorax'],
  ])('%s', (text, name) => {
    expect(assertionOf(text, name)).toBe('possible');
  });

  it.each([
    ['Pneumonia was considered but then ruled out.', 'pneumonia', 'absent'],
    ['Heart failure is unlikely, but pneumonia cannot be excluded.', 'heart failure', 'absent'],
    ['There is pneumonia, but PE has not been excluded.', 'pneumonia', 'present'],
    ['Gout is not on the list of differentials.', 'gout', 'absent'],
    ['She has gout and is on the list for theatre.', 'gout', 'present'],
    ['Pneumonia was not confirmed.', 'pneumonia', 'absent'],
  ])('%s', (text, name, assertion) => {
    expect(assertionOf(text, name)).toBe(assertion);
  });
});

describe('what is denied of a relative', () => {
  const certaintyOf = (text: string, name: string) => {
    const found = language.read(text).entities.find((one) => one.text.toLowerCase() === name);
    return [found?.assertion, found?.certain];
  };

  it.each([
    ['No family history of breast cancer.', 'breast cancer'],
    ['She denies a family history of diabetes or heart disease.', 'heart disease'],
    ['Family history: negative for stroke.', 'stroke'],
    ['Mother had no history of asthma.', 'asthma'],
    ['Mother has asthma, no diabetes.', 'diabetes'],
    ['His father never had diabetes.', 'diabetes'],
  ])('%s says nothing certain of the patient', (text, name) => {
    expect(certaintyOf(text, name)).toEqual(['absent', false]);
  });

  it.each([
    ['No fever. Mother has gout.', 'fever'],
    ['No diabetes, mother has gout.', 'diabetes'],
    ['Family history: Mother has gout. Past history: no diabetes.', 'diabetes'],
  ])('%s denies it of the patient', (text, name) => {
    expect(certaintyOf(text, name)).toEqual(['absent', undefined]);
  });
});
