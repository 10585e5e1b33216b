import { describe, expect, it } from 'vitest';
import { createAllergies } from '../../../../src/medications/allergies/allergies.js';
import { line } from '../../../support/medication-case.js';
import { language } from '../../patient-record/language/language.js';
import { allergies, allergyTable, classes, resolve } from './shipped.js';

const taken = [line('amoxicillin', 0)];
const check = (substance: string) => allergies.check(taken, [{ substance }]);

describe('an allergy that is spoken of', () => {
  it.each([
    'penicillin',
    'known penicillin allergy',
    'possible penicillin allergy',
    'penicillin - rash in childhood',
    'penicillin: no anaphylaxis, just hives',
  ])('as the patient’s counts: %s', (text) => {
    expect(check(text).findings.length).toBeGreaterThan(0);
  });

  it.each(['no penicillin allergy', 'denies penicillin allergy', 'not allergic to penicillin'])(
    'as absent does not count: %s',
    (text) => expect(check(text).findings).toEqual([]),
  );

  it.each(['mother has a penicillin allergy', 'family history of penicillin allergy'])(
    'as a relative’s does not count, and is listed: %s',
    (text) => {
      const { findings, notAssessed } = check(text);
      expect(findings).toEqual([]);
      expect(notAssessed).toContainEqual({
        what: 'allergies.0.substance',
        reason: 'it refers to the family',
        affectsSafety: false,
      });
    },
  );

  it('counts and stays open where nobody can say how it is spoken of', () => {
    const shipped = createAllergies(allergyTable, classes, resolve);
    const alone = shipped.check(taken, [{ substance: 'no penicillin allergy' }], undefined);
    expect(alone.findings.length).toBeGreaterThan(0);
    expect(alone.unresolved).toBe(true);
    const plain = shipped.check(taken, [{ substance: 'penicillin' }], undefined);
    expect(plain.unresolved).toBe(false);
    const read = shipped.check(taken, [{ substance: 'no penicillin allergy' }], language);
    expect(read.findings).toEqual([]);
  });
});
