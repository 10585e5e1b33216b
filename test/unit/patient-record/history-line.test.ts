import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/inference/engine.js';
import { readHistoryLine } from '../../../src/patient-record/history-line.js';
import { riskRequest } from '../../../src/scores/schema.js';
import { createRiskService } from '../../../src/scores/service.js';
import { language } from './language/language.js';

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
    ['h/o DVT, atrial fibrillation', ['prior_vte', 'atrial_fibrillation']],
    ['TIA in 2018', ['stroke_tia_thromboembolism']],
    [
      'CCF, CKD 3, AF',
      ['congestive_heart_failure', 'chronic_kidney_disease', 'atrial_fibrillation'],
    ],
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
    ['never smoked', ['current_smoker']],
    ['no history of bleeding', ['bleeding_history']],
    ['off dialysis since transplant', ['dialysis']],
  ])('%s is an absence', (line, names) => {
    expect(holding(line, true)).toEqual([]);
    expect(holding(line, false)).toEqual(names);
  });

  it.each([
    ['mother had diabetes', 'it refers to the family'],
    ['family history of stroke', 'it refers to the family'],
    ['grandfather had a stroke', 'it refers to the family'],
    ['possible asthma', 'it is only suspected'],
    ['at risk of diabetes', 'it refers to a future possibility'],
    ['history of cancer', 'it refers to the past'],
    ['leukaemia in remission', 'it refers to the past'],
    ['heart failure unlikely', 'it is only thought unlikely'],
    ['no family history of MI', 'it refers to the family'],
  ])('%s says nothing of the patient now: %s', (line, reason) => {
    expect(items(line).map((one) => [one.holds, one.reason])).toEqual([[undefined, reason]]);
  });

  it.each(['appendectomy 1994', '', '!!!', 'a'.repeat(2_000), '<script>alert(1)</script>'])(
    '%s names nothing of the chart',
    (line) => expect(items(line)).toEqual([]),
  );
});

describe('a woman of seventy', () => {
  const medical_history = [
    'hypertension',
    'grandfather had a stroke',
    'diabetes was ruled out',
    'heart failure unlikely',
  ];
  const noModels: Engine = { models: () => [], run: () => Promise.reject(new Error('no models')) };
  const { assess } = createRiskService({
    engine: noModels,
    language: () => ({ id: 'clinical-language', version: '1.0.0', made: language }),
    clock: () => 0,
  });
  const ask = (more: object) => {
    const patient_data = { demographics: { age: 70, gender: 'F', medical_history, ...more } };
    const request = riskRequest.parse({ score: 'cha2ds2_vasc', patient_data });
    return assess(request, new AbortController().signal);
  };

  it('has a stroke risk from the known history, with the unknown listed', async () => {
    const { scores, not_assessed } = await ask({});
    const [score] = scores;
    const points = score?.components.filter((one) => (one.points ?? 0) > 0);
    expect(points?.map(({ name }) => name).sort()).toEqual(['age', 'hypertension', 'sex']);
    expect(score?.value).toBeNull();
    expect(score?.bounds?.min).toBe(3);
    expect(score?.missing).toEqual([
      'congestive_heart_failure',
      'stroke_tia_thromboembolism',
      'vascular_disease',
    ]);
    expect(not_assessed?.map(({ what, reason }) => [what.split('.').at(-1), reason])).toEqual([
      ['1', 'stroke: it refers to the family'],
      ['3', 'congestive_heart_failure: it is only thought unlikely'],
    ]);
  });

  it('has 3 points where the rest is known', async () => {
    const { scores } = await ask({
      congestive_heart_failure: false,
      stroke_tia_thromboembolism: false,
      vascular_disease: false,
    });
    expect(scores[0]?.value).toBe(3);
  });
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
