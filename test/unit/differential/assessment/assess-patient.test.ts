import { describe, expect, it } from 'vitest';
import { assessPatient } from '../../../../src/differential/assessment/assess-patient.js';
import {
  type ReadPatient,
  readEvidence,
} from '../../../../src/differential/evidence/read-evidence.js';
import { createDiseaseKnowledge } from '../../../../src/differential/knowledge/knowledge.js';
import type { DiseaseTables, FindingFacts } from '../../../../src/differential/knowledge/schema.js';
import type { EarlyWarningScore } from '../../../../src/differential/urgency/early-warning.js';
import { readWords } from '../../../../src/patient-record/written-patient.js';
import { language } from '../../patient-record/language/language.js';
import { disease } from '../probability/toy.js';

const sources = [{ name: 'invented' }];
const symptom = (id: string, leak: number): FindingFacts => ({
  id,
  name: id.replace('_', ' '),
  kind: 'symptom',
  leak,
  say: [`"${id.replace('_', ' ')}"`],
});

const TABLES: DiseaseTables = {
  words: {},
  findings: [
    symptom('chest_pain', 0.05),
    symptom('fever', 0.1),
    symptom('rash', 0.05),
    symptom('itching', 0.05),
  ],
  diseases: [
    disease('infarction', { chest_pain: 0.9 }, { danger: 'deadly', care: 'now', rate: 300 }),
    disease('measles', { fever: 0.95, rash: 0.95 }, { danger: 'serious', care: 'today', rate: 5 }),
    disease('scabies', { itching: 0.95, rash: 0.6 }, { danger: 'minor', care: 'soon', rate: 100 }),
  ],
  presentations: [],
  rules: [{ id: 'r', name: 'Chest pain', level: 'critical', when: [['chest_pain']], sources }],
  ranges: [],
};
const knowledge = createDiseaseKnowledge(TABLES, language);

const read = (text: string): ReadPatient =>
  readEvidence(
    knowledge.reader,
    readWords([{ text, field: 'symptoms.0', kind: 'complaint' }], new Map(), language),
    'any',
  );
const judge = (text: string, scores: readonly EarlyWarningScore[] = []) =>
  assessPatient(knowledge, read(text), 'general', scores);

describe('a patient thought through', () => {
  it('has a diagnosis, its danger, urgency and risk', () => {
    const told = judge('chest pain, no fever, no rash');
    expect(told.primary?.disease.id).toBe('infarction');
    expect(told.dangers.map(({ disease: { id } }) => id)).toEqual(['infarction']);
    expect(told.urgency.level).toBe('critical');
    expect(told.risk.probability).toBeGreaterThan(0.05);
    expect(told.unexplained).toEqual([]);
  });

  it('has none where nothing was understood', () => {
    const told = judge('feels odd');
    expect(told.primary).toBeUndefined();
    expect(told.confidence).toBeLessThanOrEqual(0.15);
    expect(told.read.unread).toHaveLength(1);
  });

  it('has what the first disease leaves unexplained', () => {
    const told = judge('fever, rash and chest pain');
    const names = told.unexplained.map((n) => TABLES.findings[n]?.id);
    expect(names.length).toBeGreaterThan(0);
    expect(names).not.toEqual(expect.arrayContaining(['fever', 'rash', 'chest_pain']));
  });

  it('lets early-warning scores raise the urgency and the risk', () => {
    const news2: EarlyWarningScore = {
      score: 'news2',
      name: 'NEWS2',
      value: 9,
      bounds: null,
      category: 'high',
      reference: { title: 'RCP' },
    };
    const [calm, alarmed] = [judge('itching and rash'), judge('itching and rash', [news2])];
    expect(['low', 'moderate']).toContain(calm.urgency.level);
    expect(alarmed.urgency.level).toBe('critical');
    expect(alarmed.risk.probability).toBeGreaterThan(calm.risk.probability + 0.1);
  });

  it('refuses knowledge that does not fit together', () => {
    const lost = { ...TABLES, diseases: [disease('lost', { nothing: 0.5 })] };
    expect(() => createDiseaseKnowledge(lost, language)).toThrow('lost has nothing');
  });
});
