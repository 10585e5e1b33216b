import { describe, expect, it } from 'vitest';
import { conditionsIn } from '../../../../src/chart/record/history.js';

const present = (line: string) =>
  conditionsIn(line)
    .filter((one) => one.present)
    .map(({ name }) => name);
const absent = (line: string) =>
  conditionsIn(line)
    .filter((one) => !one.present)
    .map(({ name }) => name);

describe('conditionsIn', () => {
  it.each<[string, string[]]>([
    ['hypertension', ['hypertension']],
    ['HTN', ['hypertension']],
    ['Type 2 diabetes mellitus', ['diabetes']],
    ['type 2 diabetes, diet controlled', ['diabetes']],
    ['history of CHF', ['congestive_heart_failure']],
    ['Heart failure with reduced EF', ['congestive_heart_failure']],
    ['COPD', ['copd']],
    ['previous MI', ['myocardial_infarction']],
    ['h/o DVT, atrial fibrillation', ['atrial_fibrillation']],
    ['chronic kidney disease stage 3b', ['chronic_kidney_disease']],
    ['hypertension and asthma', ['hypertension', 'asthma']],
    ['current smoker', ['current_smoker']],
  ])('%s', (line, names) => expect(present(line)).toEqual(expect.arrayContaining(names)));

  it.each<[string, string[]]>([
    ['no history of stroke', ['stroke']],
    ['denies diabetes', ['diabetes']],
    ['No known asthma', ['asthma']],
    ['ex-smoker', ['current_smoker']],
    ['former heavy smoker', ['current_smoker']],
    ['quit smoking 10 years ago', ['current_smoker']],
    ['previous smoker', ['current_smoker']],
  ])('%s is an absence', (line, names) => {
    expect(present(line)).toEqual([]);
    expect(absent(line)).toEqual(names);
  });

  it.each([
    'mother had diabetes',
    'family history of stroke',
    'possible asthma',
    'at risk of diabetes',
    'appendectomy 1994',
    '',
    '!!!',
    'a'.repeat(2_000),
    '<script>alert(1)</script>',
  ])('%s says nothing of the patient', (line) => expect(conditionsIn(line)).toEqual([]));
});
