import { describe, expect, it } from 'vitest';
import { readHistoryLine } from '../../../src/patient-record/history-line.js';
import { language } from '../language/language.js';

const items = (line: string) => readHistoryLine(line, language) ?? [];
const holding = (line: string, value: boolean | undefined) =>
  items(line)
    .filter(({ holds }) => holds === value)
    .map(({ name }) => name);

describe('a line of history', () => {
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
    ['family history of coronary artery disease', ['family_history_early_cad']],
  ])('%s', (line, names) => {
    expect(holding(line, true)).toEqual(names);
    expect(holding(line, false)).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['no history of stroke', ['stroke']],
    ['denies diabetes', ['diabetes']],
    ['No known asthma', ['asthma']],
    ['diabetes was ruled out', ['diabetes']],
    ['ex-smoker', ['current_smoker']],
    ['former heavy smoker', ['current_smoker']],
    ['quit smoking 10 years ago', ['current_smoker']],
    ['smoker, quit 2010', ['current_smoker']],
    ['previous smoker', ['current_smoker']],
    ['never smoker', ['current_smoker']],
  ])('%s is an absence', (line, names) => {
    expect(holding(line, true)).toEqual([]);
    expect(holding(line, false)).toEqual(names);
  });

  it.each([
    ['mother had diabetes', 'it is said of the family'],
    ['family history of stroke', 'it is said of the family'],
    ['grandfather had a stroke', 'it is said of the family'],
    ['possible asthma', 'it is only suspected'],
    ['at risk of diabetes', 'it is said of what may come'],
    ['history of cancer', 'it is said of the past'],
    ['leukaemia in remission', 'it is said of the past'],
  ])('%s says nothing of the patient now: %s', (line, reason) => {
    expect(items(line).map((one) => [one.holds, one.reason])).toEqual([[undefined, reason]]);
  });

  it.each(['appendectomy 1994', '', '!!!', 'a'.repeat(2_000), '<script>alert(1)</script>'])(
    '%s names nothing of the chart',
    (line) => expect(items(line)).toEqual([]),
  );
});

describe('a chronic disease and an event', () => {
  it('are there where they are said of the past', () => {
    expect(holding('history of heart failure', true)).toEqual(['congestive_heart_failure']);
    expect(holding('history of stroke in 2015', true)).toEqual(['stroke']);
  });

  it('differ where it is over: what happened has happened', () => {
    expect(holding('atrial fibrillation, resolved', true)).toEqual([]);
    expect(holding('stroke, resolved', true)).toEqual(['stroke']);
  });
});

describe('a line where no package of clinical language is open', () => {
  const alone = (line: string) => readHistoryLine(line, undefined);

  it('is read where nothing in it can be meant otherwise', () => {
    expect(alone('hypertension')?.[0]?.holds).toBe(true);
    expect(alone('CKD 3b')?.map(({ name }) => name)).toEqual(['chronic_kidney_disease']);
    expect(alone('family history of coronary artery disease')?.[0]?.holds).toBe(true);
    expect(alone('appendicitis')).toEqual([]);
  });

  it.each([
    'no diabetes',
    'heart failure unlikely',
    'grandfather had a stroke',
    '?COPD',
    'r/o MI',
    'history of asthma',
    'diabetes was ruled out',
    "doesn't have asthma",
    'Asthma -ve',
    'if AF, start apixaban',
  ])('%s is not assessed', (line) => expect(alone(line)).toBeUndefined());
});
