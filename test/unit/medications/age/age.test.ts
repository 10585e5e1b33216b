import { describe, expect, it } from 'vitest';
import { createAge } from '../../../../src/medications/age/age.js';
import type { Severity } from '../../../../src/medications/severity.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { asTaken, daily, local, patient, taken } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { inWords } from '../conditions/in-words.js';

const table = tableOf('age');
const { check } = createAge(table, shippedClasses());

function at(
  age: number,
  drug: TakenIngredient | string,
  texts: readonly string[] = [],
  also: readonly string[] = [],
) {
  const line = asTaken(drug);
  const list = [line, ...also.map(asTaken)];
  const { findings } = check(list, inWords({ facts: { age }, conditions: texts }));
  return findings.find(({ drugs }) => drugs.includes(line.ingredient))?.severity;
}

const proposed = (ingredient: string) => taken(ingredient, { proposed: true });

describe('a drug at an age', () => {
  // AGS Beers 2023, STOPP v3, KIDs List 2020, labels.
  const golden: readonly (readonly [number, TakenIngredient | string, Severity | undefined])[] = [
    [70, 'diphenhydramine', 'moderate'],
    [64.9, 'diphenhydramine', undefined],
    [65, 'lorazepam', 'moderate'],
    [40, 'lorazepam', undefined],
    [80, 'zolpidem', 'moderate'],
    [70, 'glyburide', 'major'],
    [70, 'gliclazide', 'minor'],
    [70, 'meperidine', 'major'],
    [70, 'amitriptyline', 'moderate'],
    [70, 'sertraline', undefined],
    [70, 'indomethacin', 'major'],
    [70, 'ketorolac', 'major'],
    [70, 'naproxen', 'moderate'],
    [70, 'warfarin', undefined],
    [70, proposed('warfarin'), 'moderate'],
    [70, proposed('apixaban'), undefined],
    [70, 'omeprazole', 'minor'],
    [70, 'empagliflozin', 'minor'],
    [70, 'metformin', undefined],
    [70, 'amlodipine', undefined],
    [70, 'atorvastatin', undefined],
    [70, 'oxybutynin', 'minor'],
    [70, 'cyclobenzaprine', 'moderate'],
    [70, 'desmopressin', 'major'],
    [70, daily('digoxin', 0.25), 'moderate'],
    [70, daily('digoxin', 250, 'ug'), 'moderate'],
    [70, daily('digoxin', 0.125), undefined],
    [70, 'digoxin', undefined],
    [70, taken('nifedipine', { release: 'immediate' }), 'major'],
    [70, taken('nifedipine', { release: 'extended' }), undefined],
    [70, 'estradiol', 'moderate'],
    [70, local('estradiol', 'vaginal'), undefined],
    [78, 'prasugrel', 'moderate'],
    [70, daily('aspirin', 75), undefined],
    [70, daily('aspirin', 300), 'moderate'],
    [8, 'aspirin', 'contraindicated'],
    [8, 'ibuprofen', undefined],
    [8, 'acetaminophen', undefined],
    [10, 'codeine', 'contraindicated'],
    [11.9, 'tramadol', 'contraindicated'],
    [14, 'codeine', 'moderate'],
    [19, 'codeine', undefined],
    [6, 'tetracycline', 'major'],
    [6, 'doxycycline', 'moderate'],
    [10, 'doxycycline', undefined],
    [12, 'ciprofloxacin', 'moderate'],
    [1, 'promethazine', 'contraindicated'],
    [1.5, 'loperamide', 'contraindicated'],
    [0.5, 'metoclopramide', 'contraindicated'],
    [10, 'metoclopramide', 'moderate'],
    [0.04, 'ceftriaxone', 'major'],
    [1, 'ceftriaxone', undefined],
    [0.05, 'nitrofurantoin', 'contraindicated'],
    [0.1, 'sulfamethoxazole', 'major'],
    [1, 'pseudoephedrine', 'major'],
    [4, 'dextromethorphan', 'moderate'],
    [1, local('benzocaine', 'oromucosal'), 'contraindicated'],
    [8, 'amoxicillin', undefined],
    [8, 'cetirizine', undefined],
    [16, 'fluoxetine', 'minor'],
    [1, 'valproic acid', 'major'],
    [7, 'benzonatate', 'contraindicated'],
  ];
  it.each(golden)('%s years, %o: %s', (age, drug, severity) => {
    expect(at(age, drug)).toBe(severity);
  });
});

describe('a circumstance', () => {
  it('decides', () => {
    expect(at(70, 'naproxen', [], ['omeprazole'])).toBe('minor');
    expect(at(70, 'haloperidol')).toBe('moderate');
    expect(at(70, 'doxazosin')).toBe('moderate');
    expect(at(70, 'insulin aspart')).toBe('minor');
    expect(at(70, 'insulin aspart', [], ['insulin glargine'])).toBeUndefined();
  });
});

describe('an alert', () => {
  it('is one for several drugs of a rule and several rules on a drug', () => {
    const { findings } = check(
      [taken('lorazepam'), taken('diazepam'), taken('ketorolac')],
      patient({ age: 80 }),
    );
    expect(findings.map(({ drugs }) => drugs)).toEqual([['diazepam', 'lorazepam'], ['ketorolac']]);
    expect(findings[0]).toMatchObject({
      kind: 'age',
      title: 'Diazepam and lorazepam at 65 years or older',
      because: ['age 80 years'],
    });
  });

  it('without an age is one line for all, and only where an age would matter', () => {
    const nobody = patient();
    expect(check([taken('amlodipine')], nobody).notAssessed).toEqual([]);
    const { findings, notAssessed } = check([taken('lorazepam'), taken('codeine')], nobody);
    expect(findings).toEqual([]);
    expect(notAssessed).toHaveLength(1);
    expect(notAssessed[0]?.what).toBe('patient.age');
  });
});

describe('the table', () => {
  it('has no span that is empty', () => {
    for (const { age } of table) expect(age.from ?? 0).toBeLessThan(age.below ?? 200);
  });
});
