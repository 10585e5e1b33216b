import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BREATHLESS_PATIENT } from '../../scripts/samples/invented-breathless-patient.js';
import { type AnalyzeResult, analyzeResult } from '../../src/differential/schema.js';
import { type Daemon, startDaemon } from '../support/daemon.js';

const ROOT = join(import.meta.dirname, '..', '..');

let daemon: Daemon;
let key: string;
beforeAll(async () => {
  daemon = await startDaemon({
    config: {
      models_dir: join(ROOT, 'models'),
      analyze: { workers: 1 },
      rate_limits: { per_minute: 1_000_000 },
    },
  });
  key = await daemon.key();
});
afterAll(() => daemon.stop());

async function analyze(patient_data: unknown, more: object = {}): Promise<AnalyzeResult> {
  const response = await daemon.request('/v1/analyze', { key, json: { patient_data, ...more } });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return analyzeResult.parse(response.json());
}

describe('a patient over HTTPS', () => {
  it('gets a differential, its dangers, urgency and what to do', async () => {
    const result = await analyze(BREATHLESS_PATIENT);
    expect(result.primary_diagnosis).toMatch(/pneumonia/i);
    expect(result.differential_diagnosis[0]).toBe(result.primary_diagnosis);
    expect(result.urgency_level).toBe('critical');
    expect(result.explanation.must_not_miss.length).toBeGreaterThan(0);
    expect(result.explanation.scores.map(({ score }) => score)).toContain('curb_65');
    expect(result.models.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['disease-knowledge', 'medication-knowledge']),
    );
  });

  it('is not advised what the patient is allergic to', async () => {
    const { recommendations } = await analyze(BREATHLESS_PATIENT);
    const penicillins = recommendations.filter((line) => /^(?!Not).*\b\w*cillin\b/.test(line));
    expect(penicillins).toEqual([]);
    expect(recommendations.join('\n')).toMatch(/^Not without a prescriber's decision: .*cillin/m);
    const { allergies: _, ...other } = BREATHLESS_PATIENT;
    const without = await analyze({ ...other, medications: [] });
    expect(without.recommendations.join('\n')).toMatch(/^(?!Not).*cillin/m);
  });

  it('gets the answer among many that it would get alone', async () => {
    const patients = Array.from({ length: 40 }, (_, at) => ({
      demographics: { age: 20 + at, gender: at % 2 === 0 ? 'F' : 'M' },
      symptoms: [at % 3 === 0 ? 'crushing chest pain' : 'itchy eyes and sneezing'],
    }));
    const together = await Promise.all(patients.map((one) => analyze(one)));
    for (const at of [0, 17, 39]) {
      const { analysis_id: _, created_at: __, ...alone } = await analyze(patients[at]);
      expect(together[at]).toMatchObject(alone);
    }
  });

  it('is weighed by its words alone where nothing else is sent', async () => {
    const well = await analyze({ symptoms: ['A 30-year-old man, runny nose and sneezing'] });
    const ill = await analyze({
      symptoms: [
        'A 30-year-old man is unconscious and cold, blood pressure 70/40, pulse 140, breathing 32.',
      ],
    });
    expect(['non_urgent', 'low', 'moderate']).toContain(well.urgency_level);
    expect(ill.urgency_level).toBe('critical');
    expect(ill.risk_score).toBeGreaterThan(10 * well.risk_score);
  });

  it('leaves nothing of itself in the log', async () => {
    const word = 'zyzzyvid';
    const result = await analyze({ symptoms: [`fever, ${word} and a headache`] });
    expect(JSON.stringify(result)).toContain(result.analysis_id);
    expect(JSON.stringify(await daemon.allLogs())).not.toContain(word);
    const audit = await daemon.cli('audit', 'tail', '--json');
    expect(audit).toContain(result.analysis_id);
    expect(audit).not.toContain(word);
  });

  it('is answered by a package that shows at the command line', async () => {
    const listed = JSON.parse(await daemon.cli('models', 'list', '--json'));
    expect(listed).toContainEqual(
      expect.objectContaining({ id: 'disease-knowledge', status: 'verified' }),
    );
  });
});

interface Vignette {
  readonly id: string;
  readonly age?: number;
  readonly gender?: string;
  readonly symptoms: readonly string[];
  readonly medical_history: readonly string[];
  readonly vitals?: object;
  readonly lab_results?: object;
  readonly diagnosis: readonly string[];
}

// The settings were chosen on these: they guard what was reached, and prove the way from words to a
// name. How good the knowledge is on other cases is told by its card.
describe('invented cases for building', () => {
  const cases = readFileSync(join(ROOT, 'test', 'vignettes', 'building.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line): Vignette => JSON.parse(line));

  it('have an answer, and most of them the right one among the first five', async () => {
    let right = 0;
    for (const one of cases) {
      const { age, gender, symptoms, medical_history, vitals, lab_results } = one;
      const { differential_diagnosis } = await analyze({
        demographics: {
          ...(age !== undefined && { age: Math.floor(age) }),
          ...(gender && { gender }),
          medical_history,
        },
        symptoms,
        ...(vitals && { vitals }),
        ...(lab_results && { lab_results }),
      });
      const told = differential_diagnosis.slice(0, 5).map((name) => name.toLowerCase());
      if (one.diagnosis.some((name) => told.includes(name.toLowerCase()))) right += 1;
    }
    expect(cases.length).toBeGreaterThanOrEqual(50);
    expect(right / cases.length).toBeGreaterThan(0.7);
  });
});
