import { describe, expect, it } from 'vitest';
import { createLactation } from '../../../../src/medications/reproduction/lactation.js';
import { createPreconception } from '../../../../src/medications/reproduction/preconception.js';
import { createPregnancy } from '../../../../src/medications/reproduction/pregnancy.js';
import { type Severity, weightOf } from '../../../../src/medications/severity.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { asTaken, daily, local, patient, taken } from '../../../support/medication-case.js';
import { shippedClasses, tableOf } from '../../../support/medication-tables.js';
import { inWords } from '../conditions/in-words.js';

const classes = shippedClasses();
const pregnancies = tableOf('pregnancy');
const lactations = tableOf('lactation');
const preconceptions = tableOf('preconception');
const pregnancy = createPregnancy(pregnancies, classes);
const lactation = createLactation(lactations, classes);
const preconception = createPreconception(preconceptions, classes);

function inPregnancy(
  drug: TakenIngredient | string,
  trimester?: 1 | 2 | 3,
  conditions: string[] = [],
) {
  const beside = { pregnant: true, ...(trimester && { trimester }) };
  const { findings } = pregnancy.check([asTaken(drug)], inWords({ beside, conditions }));
  return findings[0]?.severity;
}

function breastfeeding(drug: TakenIngredient | string) {
  return lactation.check([asTaken(drug)], patient({}, { lactating: true })).findings[0]?.severity;
}

describe('a drug in pregnancy', () => {
  // Labels, FDA communications of 2020 (NSAID) and 2021 (statins), MHRA, ESC 2018, ACR 2020, ATA 2017.
  const golden: readonly (readonly [
    TakenIngredient | string,
    1 | 2 | 3 | undefined,
    Severity | undefined,
  ])[] = [
    ['isotretinoin', 1, 'contraindicated'],
    ['acitretin', undefined, 'contraindicated'],
    ['valproic acid', 1, 'contraindicated'],
    ['carbamazepine', 1, 'major'],
    ['phenytoin', 1, 'major'],
    ['levetiracetam', 1, undefined],
    ['lamotrigine', 2, undefined],
    ['topiramate', 1, 'contraindicated'],
    ['methotrexate', 1, 'contraindicated'],
    ['mycophenolate mofetil', 2, 'contraindicated'],
    ['leflunomide', 1, 'contraindicated'],
    ['thalidomide', 1, 'contraindicated'],
    ['warfarin', 1, 'contraindicated'],
    ['rivaroxaban', 2, 'contraindicated'],
    ['apixaban', 2, 'major'],
    ['enoxaparin', 1, undefined],
    ['lisinopril', 2, 'contraindicated'],
    ['losartan', 3, 'contraindicated'],
    ['labetalol', 1, undefined],
    ['methyldopa', 1, undefined],
    ['nifedipine', 2, undefined],
    ['ibuprofen', 1, 'moderate'],
    ['ibuprofen', 2, 'major'],
    ['ibuprofen', 3, 'contraindicated'],
    ['ibuprofen', undefined, 'contraindicated'],
    ['naproxen', 3, 'contraindicated'],
    ['acetaminophen', 3, undefined],
    [daily('aspirin', 81), 2, 'minor'],
    [daily('aspirin', 900), 3, 'contraindicated'],
    ['simvastatin', 1, 'major'],
    ['doxycycline', 2, 'major'],
    ['tetracycline', 3, 'major'],
    ['ciprofloxacin', 1, 'major'],
    ['amoxicillin', 1, undefined],
    ['cephalexin', 2, undefined],
    ['nitrofurantoin', 3, 'major'],
    ['nitrofurantoin', 2, 'minor'],
    ['trimethoprim', 1, 'major'],
    ['methimazole', 1, 'major'],
    ['propylthiouracil', 1, 'minor'],
    ['etretinate', 1, 'contraindicated'],
    ['clazosentan', 2, 'contraindicated'],
    ['dinoprost', 1, 'contraindicated'],
    ['lutetium oxodotreotide', 1, 'contraindicated'],
    ['ibritumomab tiuxetan', 3, 'contraindicated'],
    ['mestranol', 1, 'moderate'],
    ['enalaprilat', 3, 'contraindicated'],
    ['gadobutrol', 2, 'moderate'],
    ['iohexol', 2, 'minor'],
    ['levothyroxine', 1, undefined],
    ['lithium', 1, 'major'],
    ['paroxetine', 1, 'moderate'],
    ['sertraline', 1, 'minor'],
    ['diazepam', 3, 'moderate'],
    ['misoprostol', 1, 'contraindicated'],
    [local('misoprostol', 'vaginal'), 1, 'contraindicated'],
    [local('tazarotene', 'topical'), 1, 'contraindicated'],
    [local('tretinoin', 'topical'), 1, 'moderate'],
    ['tretinoin', 1, 'contraindicated'],
    [local('clotrimazole', 'vaginal'), 1, undefined],
    [local('diclofenac', 'topical'), 3, 'moderate'],
    [local('budesonide', 'inhaled'), 1, undefined],
    ['bosentan', 1, 'contraindicated'],
    ['ribavirin', 1, 'contraindicated'],
    ['finasteride', 1, 'contraindicated'],
    ['testosterone', 1, 'contraindicated'],
    ['measles virus vaccine live', 1, 'contraindicated'],
    ['fluconazole', 1, 'major'],
    ['insulin glargine', 1, undefined],
    ['metformin', 1, 'minor'],
    ['empagliflozin', 2, 'major'],
    ['semaglutide', 1, 'major'],
    ['ondansetron', 1, 'moderate'],
    ['albuterol', 1, undefined],
    ['prednisone', 1, undefined],
    ['folic acid', 1, undefined],
  ];
  it.each(golden)('%o, trimester %s: %s', (drug, trimester, severity) => {
    expect(inPregnancy(drug, trimester)).toBe(severity);
  });

  it('whose trimester is not known weighs as in the worst, and says so', () => {
    const [finding] = pregnancy.check(
      [taken('ibuprofen')],
      patient({}, { pregnant: true }),
    ).findings;
    expect(finding).toMatchObject({ kind: 'pregnancy', severity: 'contraindicated' });
    expect(finding?.because?.[0]).toMatch(/not known/);
  });

  it('with a mechanical valve may still be the safer choice', () => {
    expect(inPregnancy('warfarin', 1, ['mechanical mitral valve'])).toBe('major');
  });

  it('without a rating is reported, not skipped', () => {
    const { findings, notAssessed } = pregnancy.check(
      [taken('quibblimab'), local('quibblol', 'ophthalmic')],
      patient({}, { pregnant: true }),
    );
    expect(findings).toEqual([]);
    expect(notAssessed).toEqual([
      { what: 'quibblimab', reason: 'nothing is known of it in pregnancy' },
    ]);
  });

  it('is not judged in a man, nor where no one is pregnant', () => {
    const man = patient({ sex: 'M' }, { pregnant: true });
    expect(pregnancy.check([taken('warfarin')], man)).toEqual({
      findings: [],
      notAssessed: [
        { what: 'patient.pregnant', reason: expect.stringContaining('male') as string },
      ],
    });
    expect(pregnancy.check([taken('warfarin')], patient()).findings).toEqual([]);
    const not = patient({}, { pregnant: false });
    expect(pregnancy.check([taken('warfarin')], not).findings).toEqual([]);
  });

  it('is one alert for what one entry says of several', () => {
    const { findings } = pregnancy.check(
      [taken('lisinopril'), taken('ramipril')],
      patient({}, { pregnant: true, trimester: 2 }),
    );
    expect(findings.map(({ drugs }) => drugs)).toEqual([['lisinopril', 'ramipril']]);
  });
});

describe('a drug while breastfeeding', () => {
  // LactMed, UKDILAS, labels.
  it.each([
    ['codeine', 'contraindicated'],
    ['methotrexate', 'contraindicated'],
    ['lithium', 'major'],
    ['amiodarone', 'major'],
    ['tramadol', 'major'],
    ['clozapine', 'contraindicated'],
    ['atenolol', 'moderate'],
    ['doxepin', 'major'],
    ['ergotamine', 'contraindicated'],
    ['acetaminophen', undefined],
    ['ibuprofen', undefined],
    ['amoxicillin', undefined],
    ['sertraline', undefined],
    ['warfarin', undefined],
    ['labetalol', undefined],
    ['metformin', undefined],
    ['citalopram', 'minor'],
    ['rivaroxaban', 'moderate'],
    ['isotretinoin', 'contraindicated'],
    ['cyclophosphamide', 'contraindicated'],
    ['pseudoephedrine', 'moderate'],
  ] as const)('%s: %s', (drug, severity) => {
    expect(breastfeeding(drug)).toBe(severity);
  });

  it('without a rating is reported', () => {
    const nursing = patient({}, { lactating: true });
    expect(lactation.check([taken('quibblimab')], nursing).notAssessed).toHaveLength(1);
    expect(lactation.check([taken('codeine')], patient()).findings).toEqual([]);
  });
});

describe('a teratogen before a pregnancy', () => {
  const on = (
    drug: string,
    facts: Record<string, number | string>,
    conditions: string[] = [],
    pregnant?: boolean,
  ) =>
    preconception.check(
      [taken(drug)],
      inWords({ facts, conditions, beside: pregnant === undefined ? {} : { pregnant } }),
    ).findings[0];

  it('is reported for a woman who may conceive, and for no other patient', () => {
    expect(on('valproic acid', { sex: 'F', age: 25 })).toMatchObject({
      kind: 'pregnancy',
      severity: 'moderate',
    });
    expect(on('warfarin', { sex: 'F', age: 30 })?.severity).toBe('minor');
    expect(on('valproic acid', { sex: 'F', age: 55 })).toBeUndefined();
    expect(on('valproic acid', { sex: 'M', age: 25 })).toBeUndefined();
    expect(on('valproic acid', { age: 25 })).toBeUndefined();
    expect(on('valproic acid', { sex: 'F', age: 25 }, [], true)).toBeUndefined();
    expect(on('valproic acid', { sex: 'F', age: 25 }, [], false)).toBeUndefined();
    expect(on('valproic acid', { sex: 'F', age: 48 }, ['menopause'])).toBeUndefined();
    expect(on('sertraline', { sex: 'F', age: 25 })).toBeUndefined();
  });

  it('is reported for a patient who plans a child', () => {
    const planning = ['trying to conceive'];
    expect(on('methotrexate', { sex: 'F', age: 30 }, planning)?.management).toMatch(
      /before conception/,
    );
    expect(on('testosterone', { sex: 'M', age: 30 }, planning)?.severity).toBe('moderate');
  });
});

describe('the tables', () => {
  it('have one entry for an ingredient', () => {
    for (const entries of [pregnancies, lactations]) {
      const drugs = entries.flatMap((entry) => entry.drugs);
      expect(new Set(drugs).size).toBe(drugs.length);
    }
  });

  it('name in preconception only what weighs in pregnancy', () => {
    const byDrug = new Map(pregnancies.flatMap((one) => one.drugs.map((drug) => [drug, one])));
    const light = Object.entries(preconceptions).filter(([drug, { severity }]) => {
      const { t1, t2, t3 } = byDrug.get(drug) ?? { t1: null, t2: null, t3: null };
      const worst = [t1, t2, t3].map((one) => (one === null ? 0 : weightOf(one)));
      return severity !== undefined && Math.max(...worst) < weightOf('major');
    });
    expect(light.map(([drug]) => drug)).toEqual([]);
  });
});
