import { describe, expect, it } from 'vitest';
import { createContraindications } from '../../../../src/medications/conditions/contraindications.js';
import { conditionsTable } from '../../../../src/medications/conditions/schema.js';
import type { Severity } from '../../../../src/medications/severity.js';
import type { TakenIngredient } from '../../../../src/medications/taken-ingredient.js';
import { asTaken, daily, local, taken } from '../../../support/medication-case.js';
import { shippedClasses } from '../../../support/medication-tables.js';
import { conditions, inWords } from './in-words.js';

const { check } = createContraindications(conditions, shippedClasses());

function said(
  condition: string,
  drug: TakenIngredient | string,
  also: readonly (TakenIngredient | string)[] = [],
) {
  const lines = [drug, ...also].map(asTaken);
  const { findings } = check(lines, inWords({ conditions: condition.split(' + ') }));
  const name = typeof drug === 'string' ? drug : drug.ingredient;
  return findings.find(({ drugs }) => drugs.includes(name))?.severity;
}

const eye = (ingredient: string) => local(ingredient, 'ophthalmic');

describe('a drug and a condition', () => {
  // Labels, Beers 2023, STOPP v3, US MEC 2024, CPIC and the guidelines that the tables name.
  const golden: readonly (readonly [string, TakenIngredient | string, Severity | undefined])[] = [
    ['asthma', 'propranolol', 'contraindicated'],
    ['asthma', eye('timolol'), 'contraindicated'],
    ['asthma', eye('betaxolol'), 'major'],
    ['asthma', eye('latanoprost'), undefined],
    ['asthma', 'bisoprolol', 'moderate'],
    ['asthma', 'adenosine', 'major'],
    ['asthma', 'ibuprofen', 'moderate'],
    ['aspirin-sensitive asthma', 'ibuprofen', 'contraindicated'],
    ['asthma', 'montelukast', undefined],
    ['COPD', 'propranolol', 'major'],
    ['COPD', 'bisoprolol', undefined],
    ['CHF', 'ibuprofen', 'major'],
    ['CHF', 'pioglitazone', 'contraindicated'],
    ['CHF', 'verapamil', 'moderate'],
    ['HFrEF', 'verapamil', 'major'],
    ['HFpEF', 'verapamil', undefined],
    ['CHF', 'cilostazol', 'contraindicated'],
    ['CHF', 'saxagliptin', 'major'],
    ['CHF', 'bisoprolol', undefined],
    ['CHF', 'empagliflozin', undefined],
    ['CHF', local('diclofenac', 'topical'), undefined],
    ['coronary artery disease', 'sumatriptan', 'contraindicated'],
    ['MI', 'celecoxib', 'major'],
    ['MI', 'aspirin', undefined],
    ['stroke', 'prasugrel', 'contraindicated'],
    ['migraine with aura', 'ethinyl estradiol', 'contraindicated'],
    ['migraine', 'ethinyl estradiol', undefined],
    ['DVT', 'ethinyl estradiol', 'contraindicated'],
    ['DVT', 'raloxifene', 'contraindicated'],
    ['history of DVT', 'tranexamic acid', 'contraindicated'],
    ['mechanical heart valve', 'dabigatran etexilate', 'contraindicated'],
    ['mechanical heart valve', 'warfarin', undefined],
    ['antiphospholipid syndrome', 'rivaroxaban', 'major'],
    ['HIT', 'heparin', 'contraindicated'],
    ['HIT', 'argatroban', undefined],
    ['peptic ulcer', 'naproxen', 'major'],
    ['peptic ulcer', 'acetaminophen', undefined],
    ['GI bleed', 'apixaban', 'contraindicated'],
    ['G6PD deficiency', 'rasburicase', 'contraindicated'],
    ['G6PD deficiency', 'primaquine', 'contraindicated'],
    ['G6PD deficiency', 'nitrofurantoin', 'major'],
    ['myasthenia gravis', 'ciprofloxacin', 'major'],
    ['myasthenia gravis', 'pyridostigmine', undefined],
    ["Parkinson's disease", 'metoclopramide', 'contraindicated'],
    ["Parkinson's disease", 'haloperidol', 'major'],
    ["Parkinson's disease", 'quetiapine', undefined],
    ["Parkinson's disease", 'domperidone', undefined],
    ['Lewy body dementia', 'haloperidol', 'contraindicated'],
    ['narrow-angle glaucoma', 'oxybutynin', 'contraindicated'],
    ['open-angle glaucoma', 'oxybutynin', undefined],
    ['glaucoma', 'oxybutynin', 'moderate'],
    ['epilepsy', 'bupropion', 'contraindicated'],
    ['epilepsy', 'tramadol', 'major'],
    ['epilepsy', 'levetiracetam', undefined],
    ['CKD 4', 'metformin', 'contraindicated'],
    ['CKD 4', 'ibuprofen', 'major'],
    ['CKD 3', 'ibuprofen', 'moderate'],
    ['CKD 3', 'ramipril', undefined],
    ['cirrhosis', 'ibuprofen', 'major'],
    ['Child-Pugh C', 'valproic acid', 'contraindicated'],
    ['bilateral renal artery stenosis', 'ramipril', 'contraindicated'],
    ['gout', 'hydrochlorothiazide', 'moderate'],
    ['angioedema', 'lisinopril', 'contraindicated'],
    ['angioedema', 'sacubitril', 'contraindicated'],
    ['medullary thyroid carcinoma', 'semaglutide', 'contraindicated'],
    ['bladder cancer', 'pioglitazone', 'contraindicated'],
    ['phaeochromocytoma', 'metoclopramide', 'contraindicated'],
    ['porphyria', 'phenobarbital', 'contraindicated'],
    ['Brugada', 'flecainide', 'contraindicated'],
    ['long QT syndrome', 'sotalol', 'contraindicated'],
    ['long QT syndrome', 'azithromycin', 'major'],
    ['WPW + atrial fibrillation', 'verapamil', 'contraindicated'],
    ['complete heart block', 'bisoprolol', 'contraindicated'],
    ['complete heart block + pacemaker', 'bisoprolol', undefined],
    ['bradycardia', 'ivabradine', 'contraindicated'],
    ['multiple sclerosis', 'infliximab', 'contraindicated'],
    ['urea cycle disorder', 'valproic acid', 'contraindicated'],
    ['POLG', 'valproic acid', 'contraindicated'],
    ['malignant hyperthermia', 'succinylcholine', 'contraindicated'],
    ['HLA-B*57:01', 'abacavir', 'contraindicated'],
    ['DPD deficiency', 'capecitabine', 'contraindicated'],
    ['TPMT deficiency', 'azathioprine', 'major'],
    ['transplant recipient', 'measles virus vaccine live', 'contraindicated'],
    ['urinary retention', 'oxybutynin', 'contraindicated'],
    ['BPH', 'diphenhydramine', 'moderate'],
    ['BPH', 'tamsulosin', undefined],
    ['dementia', 'diphenhydramine', 'major'],
    ['falls', 'lorazepam', 'major'],
    ['hypertension', 'pseudoephedrine', 'moderate'],
    ['hypertension', 'amlodipine', undefined],
    ['schizophrenia', 'olanzapine', undefined],
    ['opioid dependence', 'naltrexone', 'major'],
    ['bulimia', 'bupropion', 'contraindicated'],
    ['glandular fever', 'amoxicillin', 'moderate'],
    ['idiopathic intracranial hypertension', 'doxycycline', 'contraindicated'],
    ['aortic aneurysm', 'levofloxacin', 'major'],
    ['gastric bypass', 'naproxen', 'major'],
    ['bowel obstruction', 'metoclopramide', 'contraindicated'],
    ['C. difficile', 'loperamide', 'moderate'],
    ['hepatitis B', 'rituximab', 'major'],
    ['tuberculosis', 'adalimumab', 'contraindicated'],
    ['breast cancer', 'estradiol', 'contraindicated'],
  ];
  it.each(golden)('%s, %o: %s', (condition, drug, severity) => {
    expect(said(condition, drug)).toBe(severity);
  });
});

describe('a circumstance', () => {
  it('decides', () => {
    expect(said('peptic ulcer', 'naproxen', ['omeprazole'])).toBe('moderate');
    expect(said('peptic ulcer', 'aspirin')).toBe('major');
    expect(said('peptic ulcer', 'aspirin', ['omeprazole'])).toBeUndefined();
    expect(said('asthma', 'salmeterol')).toBe('contraindicated');
    expect(said('asthma', 'salmeterol', ['fluticasone'])).toBeUndefined();
    expect(said('bipolar disorder', 'sertraline')).toBe('major');
    expect(said('bipolar disorder', 'sertraline', ['lithium'])).toBeUndefined();
    expect(said('Child-Pugh C', daily('acetaminophen', 4_000))).toBe('major');
    expect(said('Child-Pugh C', daily('acetaminophen', 1_500))).toBeUndefined();
    expect(said('alcohol dependence', 'acetaminophen')).toBe('moderate');
  });

  it('is said to be on record only where it is stated', () => {
    const reasonsOf = (person: Parameters<typeof inWords>[0]) =>
      check([taken('metformin')], inWords(person)).findings.flatMap(({ because }) => because ?? []);
    const facts = { egfr: 24 };
    expect(reasonsOf({ facts })).toContain('the values show severe renal impairment');
    const stated = reasonsOf({ facts, conditions: ['severe renal impairment'] });
    expect(stated).toContain('severe renal impairment is on record');
    expect(stated).not.toContain('the values show severe renal impairment');
  });

  it('is given as a reason', () => {
    const patient = inWords({ conditions: ['WPW', 'AF'] });
    const [finding] = check([taken('digoxin')], patient).findings;
    expect(finding?.because).toContain('Wolff-Parkinson-White syndrome is on record');
    expect(finding?.because).toContain('atrial fibrillation is among the conditions');
  });

  it('of age and smoking', () => {
    const at = (age: number) =>
      check(
        [taken('ethinyl estradiol')],
        inWords({ facts: { age }, conditions: ['smoker'] }),
      ).findings.find(({ ruleId }) => ruleId.startsWith('smoking'))?.severity;
    expect([at(30), at(36)]).toEqual([undefined, 'contraindicated']);
  });
});

describe('an alert', () => {
  it('is one for all drugs of a rule', () => {
    const { findings } = check(
      [taken('lorazepam'), taken('zolpidem')],
      inWords({ conditions: ['recurrent falls'] }),
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      kind: 'contraindication',
      severity: 'major',
      drugs: ['lorazepam', 'zolpidem'],
      title: 'Lorazepam and zolpidem with recurrent falls or fracture',
    });
  });

  it('is one for a family of conditions, the heaviest', () => {
    const { findings } = check(
      [taken('ibuprofen')],
      inWords({ conditions: ['cirrhosis', 'ascites', 'Child-Pugh C'] }),
    );
    expect(findings.map(({ severity, topic }) => [severity, topic])).toEqual([
      ['contraindicated', 'liver'],
    ]);
  });

  it('leaves to laboratory values what is measured', () => {
    const on = (facts: Record<string, number>) =>
      check([taken('spironolactone')], inWords({ facts, conditions: ['hyperkalaemia'] })).findings;
    expect(on({})).toHaveLength(1);
    expect(on({ potassium: 5.8 })).toEqual([]);
    expect(on({ potassium: 4.1 })).toEqual([]);
  });

  it('does not depend on the order of the list, and another drug takes none away', () => {
    const lines = ['ibuprofen', 'verapamil', 'pioglitazone', 'celecoxib'].map(asTaken);
    const patient = inWords({ conditions: ['CHF', 'CKD 4', 'asthma', 'PUD'] });
    const key = (list: readonly TakenIngredient[]) =>
      check(list, patient)
        .findings.map(({ ruleId, drugs, severity }) => `${ruleId} ${severity} ${drugs.join()}`)
        .sort();
    expect(key([...lines].reverse())).toEqual(key(lines));
    const alone = check([taken('ibuprofen')], patient).findings.map(({ ruleId }) => ruleId);
    const all = check(lines, patient).findings.map(({ ruleId }) => ruleId);
    for (const rule of alone) expect(all).toContain(rule);
  });

  it('names the labels of its drugs', () => {
    const [finding] = check([taken('moclobemide')], inWords({ conditions: ['CHF'] })).findings;
    expect(finding).toBeUndefined();
    const on = check([taken('etoricoxib')], inWords({ conditions: ['MI'] })).findings;
    expect(on[0]?.sources).toContain('smpc:etoricoxib');
  });
});

describe('the table', () => {
  it('refuses a condition with an unknown field', () => {
    expect(conditionsTable.safeParse([{ ...conditions[0], extra: 1 }]).success).toBe(false);
  });
});
