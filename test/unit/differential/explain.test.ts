import { describe, expect, it } from 'vitest';
import { assessPatient } from '../../../src/differential/assessment/assess-patient.js';
import { readEvidence } from '../../../src/differential/evidence/read-evidence.js';
import { asProbability, explain, shownOf } from '../../../src/differential/explain.js';
import { createDiseaseKnowledge } from '../../../src/differential/knowledge/knowledge.js';
import type { DiseaseTables, FindingFacts } from '../../../src/differential/knowledge/schema.js';
import { readWords } from '../../../src/patient-record/written-patient.js';
import { language } from '../patient-record/language/language.js';
import { disease } from './probability/toy.js';
import { differential } from './toy-patient.js';

const symptom = (id: string, name: string): FindingFacts => ({
  id,
  name,
  kind: 'symptom',
  leak: 0.05,
  say: [`"${name.toLowerCase()}"`],
});
const TABLES: DiseaseTables = {
  words: {},
  findings: [symptom('pain', 'Chest pain'), symptom('fever', 'Fever'), symptom('rash', 'Rash')],
  diseases: [
    disease(
      'infarction',
      { pain: 0.9 },
      {
        name: 'Infarction',
        icd10: 'I21.9',
        danger: 'deadly',
        care: 'now',
        tests: [{ name: 'ECG' }],
        sources: [
          { name: 'ESC 2023', doi: '10.1/x' },
          { name: 'A page', url: 'https://x.org' },
        ],
      },
    ),
    disease('measles', { fever: 0.95, rash: 0.9, pain: 0.1 }),
  ],
  presentations: [
    {
      id: 'p',
      name: 'Pain in the chest',
      when: ['pain'],
      consider: [{ disease: 'infarction' }],
      sources: [{ name: 'A book' }],
    },
  ],
  rules: [],
  ranges: [],
};
const knowledge = createDiseaseKnowledge(TABLES, language);

function explained(text: string) {
  const lines = [{ text, field: 'symptoms.0', kind: 'complaint' }] as const;
  const read = readEvidence(knowledge.reader, readWords(lines, new Map(), language), 'any');
  const judgement = assessPatient(knowledge, read, 'general', []);
  return explain(knowledge, judgement, { scores: [], predictions: [] }, 'a model');
}

describe('an explanation', () => {
  const told = explained('Chest pain, chest pain again. No fever, no rash.');

  it('lists each thing that was understood once', () => {
    expect(told.findings.map(({ concept, assertion }) => [concept, assertion])).toEqual([
      ['Chest pain', 'present'],
      ['Fever', 'absent'],
      ['Rash', 'absent'],
    ]);
  });

  it('says of each disease what speaks for and against it', () => {
    const [first, second] = told.differential;
    expect(first).toMatchObject({
      diagnosis: 'Infarction',
      icd10: 'I21.9',
      supporting: ['Chest pain'],
      against: [],
      next_best_test: 'ECG',
      sources: ['ESC 2023 doi:10.1/x', 'A page https://x.org'],
    });
    expect(second?.against).toEqual(expect.arrayContaining(['no fever', 'no rash']));
    expect(second?.next_best_test).toBeNull();
  });

  it('says why a danger was thought of and what excludes it', () => {
    expect(told.must_not_miss).toEqual([
      {
        diagnosis: 'Infarction',
        icd10: 'I21.9',
        group: 'heart_and_vessels',
        because: 'Pain in the chest, Chest pain',
        excluded_by: 'ECG',
      },
    ]);
  });

  it('says what the risk and the confidence rest on', () => {
    expect(told.risk.model).toBe('a model');
    expect(told.risk.contributions[0]).toMatchObject({ value: 'Infarction' });
    expect(told.confidence).toEqual({ findings: 3, unexplained: [], contradictions: [] });
    expect(told.urgency[0]).toMatchObject({
      level: expect.any(String),
      fired_by: [expect.stringMatching(/^Infarction \(\d+ %\)$/)],
    });
  });
});

describe('what is shown', () => {
  const of = (...shares: number[]) =>
    shownOf({ ...toy(shares), contributionsOf: () => [SUPPORT] }).length;
  const toy = (shares: readonly number[]) =>
    differential(shares.map((share, n) => [disease(`d${n}`, {}), share] as const));
  const SUPPORT = { finding: 0, absent: false, weight: 1 };

  it('is at least five, at most ten, and nothing improbable beyond', () => {
    expect(of(0.9, 0.005, 0.004, 0.003, 0.002, 0.001)).toBe(5);
    expect(of(...Array.from({ length: 30 }, () => 0.03))).toBe(10);
    expect(of(0.5, 0.3)).toBe(2);
  });

  it('is nothing that no evidence supports', () => {
    expect(shownOf(toy([0.9, 0.1]))).toEqual([]);
    const against = { ...SUPPORT, weight: -1 };
    expect(shownOf({ ...toy([0.9]), contributionsOf: () => [against] })).toEqual([]);
    const byCourse = { ...SUPPORT, finding: -1 };
    expect(shownOf({ ...toy([0.9]), contributionsOf: () => [byCourse] })).toEqual([]);
    expect(explained('Lorem ipsum dolor sit amet.').differential).toEqual([]);
  });

  it('is a probability of four decimals', () => {
    expect([asProbability(0.123456), asProbability(1.2), asProbability(-0.1)]).toEqual([
      0.1235, 1, 0,
    ]);
  });
});
