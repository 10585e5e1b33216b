import { describe, expect, it } from 'vitest';
import { dosageInWords } from '../../../src/patient-record/dosage.js';
import { medicineOf, wordsOfConcept } from '../../../src/patient-record/resources.js';

const inWords = (dosage: object) =>
  dosageInWords({ resourceType: 'MedicationRequest', dosageInstruction: [dosage] }, wordsOfConcept);

describe('the dosage of a medicine', () => {
  it('is its own text where it has one', () => {
    expect(inWords({ text: ' one at night ', route: { text: 'oral' } })).toBe('one at night');
  });

  it('is dose, route and frequency', () => {
    expect(
      inWords({
        route: { coding: [{ display: 'Oral route' }] },
        timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } },
        doseAndRate: [{ doseQuantity: { value: 1000, code: 'mg' } }],
        asNeededBoolean: true,
      }),
    ).toBe('1000 mg Oral route 2 times a day as needed');
  });

  it.each([
    [{ frequency: 1, period: 8, periodUnit: 'h' }, 'every 8 hours'],
    [{ frequency: 3, period: 2, periodUnit: 'wk' }, '3 times every 2 weeks'],
    [{ period: 1, periodUnit: 'wk' }, '1 times a week'],
    [{ frequency: 2, period: 1 }, ''],
  ])('says how often: %o', (repeat, words) => {
    expect(inWords({ timing: { repeat } })).toBe(words);
  });

  it.each([null, 'x', 7, [], {}, { timing: 'x', doseAndRate: 'x' }])('of %o is empty', (one) => {
    expect(inWords(one as object)).toBe('');
  });

  it('of a statement is in another element', () => {
    const statement = { resourceType: 'MedicationStatement', dosage: [{ text: '5 mg daily' }] };
    expect(dosageInWords(statement, wordsOfConcept)).toBe('5 mg daily');
  });
});

describe('a medicine of a resource', () => {
  const medicine = (more: object) =>
    medicineOf({ resourceType: 'MedicationStatement', status: 'active', ...more }, 'field');
  const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';

  it('is read by its words, its reference, or its RxNorm code', () => {
    const coding = [{ system: RXNORM, code: '11289' }];
    expect(medicine({ medicationCodeableConcept: { coding } })).toMatchObject({
      name: '',
      rxcui: '11289',
    });
    expect(medicine({ medicationReference: { display: 'warfarin' } })).toMatchObject({
      name: 'warfarin',
    });
    expect(
      medicine({ medicationCodeableConcept: { text: 'warfarin', coding } }),
    ).not.toHaveProperty('rxcui');
    expect(medicine({ medicationCodeableConcept: {} })).toBeUndefined();
  });
});
