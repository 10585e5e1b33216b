import fc from 'fast-check';
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

describe('denial by construction', () => {
  it.each([
    ['CT does not show any pulmonary embolism.', 'pulmonary embolism'],
    ['She denies any complaints of chest pain.', 'chest pain'],
    ['No findings to suggest bowel obstruction.', 'bowel obstruction'],
    ['Nothing on the film to suggest pneumonia.', 'pneumonia'],
    ['He was never diagnosed with diabetes.', 'diabetes'],
    ['We do not think she has meningitis.', 'meningitis'],
    ['-ve for chest pain.', 'chest pain'],
    ['Without having any fever.', 'fever'],
    ['No history of known diabetes.', 'diabetes'],
    ['Pneumonia was not seen on the film.', 'pneumonia'],
    ['Nor does she describe fever.', 'fever'],
    ['At no point did he have chest pain.', 'chest pain'],
    ['Fever, chills and cough were absent.', 'chills'],
    ['CT failed to reveal pneumonia.', 'pneumonia'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('absent'));
});

describe('a denial of something else', () => {
  it.each([
    ['She refused nitroglycerin for her chest pain.', 'chest pain'],
    ['This does not explain her headache.', 'headache'],
    ['Paracetamol did not relieve his headache.', 'headache'],
    ['Headache not relieved by rest.', 'headache'],
    ['MRI brain with and without contrast shows a stroke.', 'stroke'],
    ['No complaints apart from a cough.', 'cough'],
    ['He cannot walk without chest pain.', 'chest pain'],
    ['He denies that his headache is getting worse.', 'headache'],
    ['The pneumonia never really went away.', 'pneumonia'],
    ['Lives alone, no carers, fever since Friday.', 'fever'],
    ['A woman with no risk factors presents with stroke.', 'stroke'],
    ['Pneumonia cannot be denied.', 'pneumonia'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('present'));
});

describe('doubt', () => {
  it.each([
    ['CT cannot exclude pulmonary embolism.', 'pulmonary embolism'],
    ['Pulmonary embolism could not be excluded.', 'pulmonary embolism'],
    ['No definite pneumonia, but it cannot be excluded.', 'pneumonia'],
    ['? pneumonia', 'pneumonia'],
    ['Could this be meningitis?', 'meningitis'],
    ['We do not know if there is pneumonia.', 'pneumonia'],
    ['Cannot be certain that there is no pneumonia.', 'pneumonia'],
  ])('%s', (text, words) => expect(assertionOf(text, words)).toBe('possible'));
});

describe('time, relatives and conditions', () => {
  it.each<[string, string, Assertion]>([
    ['He had a stroke in 2015.', 'stroke', 'historical'],
    ['In the past she has had pneumonia.', 'pneumonia', 'historical'],
    ['As a boy he suffered pneumonia.', 'pneumonia', 'historical'],
    ['She caught pneumonia on a cruise in 2018.', 'pneumonia', 'historical'],
    ['Knee replaced in 2019, fever since yesterday.', 'fever', 'present'],
    ['Fell last Tuesday, headache.', 'headache', 'present'],
    ['She is being treated for pneumonia.', 'pneumonia', 'present'],
    ['Hypertension since 2009.', 'hypertension', 'present'],
    ['His mother noticed a rash.', 'rash', 'present'],
    ['His father, who came with him, describes chest pain.', 'chest pain', 'present'],
    ['She lives with her mother and has asthma.', 'asthma', 'present'],
    ['A mother of two with asthma.', 'asthma', 'present'],
    ['His mother had a stroke.', 'stroke', 'family'],
    ['Asthma in two brothers.', 'asthma', 'family'],
    ['Stroke: paternal grandfather.', 'stroke', 'family'],
    ['Should pneumonia recur she will need admission.', 'pneumonia', 'hypothetical'],
    ['Return to the emergency department for fever.', 'fever', 'hypothetical'],
    ['If his pneumonia does not settle we will repeat the film.', 'pneumonia', 'present'],
  ])('%s', (text, words, assertion) => expect(assertionOf(text, words)).toBe(assertion));
});

describe('a denial without punctuation', () => {
  it('is uncertain of what stands beside a list that was closed', () => {
    const { entities } = language.read('he denies fever and cough hypertension', {
      source: 'dictation',
    });
    expect(entities.map(({ text, certain }) => [text, certain])).toEqual([
      ['fever', undefined],
      ['cough', undefined],
      ['hypertension', false],
    ]);
  });

  it('is uncertain where the recogniser wrote another word for it', () => {
    const read = (text: string) =>
      language
        .read(text, { source: 'dictation' })
        .entities.map(({ assertion, certain }) => [assertion, certain]);
    expect(read('impression osteoarthritis know osteomyelitis')).toEqual([
      ['present', undefined],
      ['absent', false],
    ]);
    expect(read('they know diabetes runs in families')[0]?.[0]).not.toBe('absent');
  });

  it('never crosses into a clause with a subject of its own', () => {
    const names = fc.constantFrom('fever', 'cough', 'rash', 'headache');
    const cues = fc.constantFrom('denies', 'has no', 'does not have', 'never had');
    fc.assert(
      fc.property(cues, names, names, (cue, denied, stated) => {
        const text = `he ${cue} ${denied} she has asthma and the ${stated} is severe`;
        const { entities } = language.read(text, { source: 'dictation' });
        expect(entities.map(({ assertion }) => assertion)).toEqual([
          'absent',
          'present',
          'present',
        ]);
      }),
    );
  });
});
