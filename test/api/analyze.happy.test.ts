import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnalyzeResult, analyzeResult } from '../../src/differential/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { knowledgeModels } from '../support/knowledge-models.js';

const models = knowledgeModels();
let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({ models_dir: models.dir });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

async function analyze(
  patient_data: unknown,
  more: Record<string, unknown> = {},
  path = '/v1/analyze',
): Promise<AnalyzeResult> {
  const response = await box.post(path, { patient_data, ...more });
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return analyzeResult.parse(JSON.parse(text));
}

const HEART = {
  demographics: { age: 58, gender: 'M', medical_history: ['hypertension', 'smoker'] },
  vitals: { blood_pressure: '150/95', heart_rate: 104, temperature: 36.8 },
  symptoms: ['crushing chest pain radiating to left arm for 2h', 'sweating', 'no fever, no cough'],
  lab_results: { troponin: 2.4 },
};

const concepts = ({ explanation }: AnalyzeResult, assertion: string) =>
  explanation.findings.filter((one) => one.assertion === assertion).map(({ concept }) => concept);
const dangers = ({ explanation }: AnalyzeResult) =>
  explanation.must_not_miss.map(({ diagnosis }) => diagnosis).join('; ');

describe('POST /analyze', () => {
  it('answers under both prefixes with every field of the interface', async () => {
    for (const path of ['/v1/analyze', '/api/v1/analyze']) {
      const result = await analyze(HEART, {}, path);
      expect(result).toMatchObject({
        analysis_id: expect.stringMatching(/^an_[0-9a-f]{32}$/),
        primary_diagnosis: expect.stringMatching(/myocardial infarction/i),
        urgency_level: 'critical',
      });
      expect(result.differential_diagnosis[0]).toBe(result.primary_diagnosis);
      expect(result.risk_score).toBeGreaterThan(0.02);
      expect(result.confidence_score).toBeGreaterThan(0.3);
      expect(result.models[0]).toMatchObject({ id: 'disease-knowledge', backend: 'rules' });
    }
  });

  it('reads what is present and what is absent', async () => {
    const result = await analyze(HEART);
    expect(concepts(result, 'present')).toEqual(expect.arrayContaining(['Chest pain', 'Sweating']));
    expect(concepts(result, 'absent')).toEqual(expect.arrayContaining(['Fever', 'Cough']));
  });

  it('orders what to do by its time, with a source each', async () => {
    const { recommendations } = await analyze(HEART);
    expect(recommendations.join('\n')).toMatch(/ECG/);
    expect(recommendations.slice(0, 4).join('\n')).toMatch(/within 10 min|now|immediately/i);
  });

  it('does not advise a medicine that the patient must not have', async () => {
    const { recommendations } = await analyze({
      ...HEART,
      allergies: [{ substance: 'aspirin', reaction: 'anaphylaxis' }],
    });
    const told = recommendations.filter((line) => /aspirin/i.test(line));
    expect(told.length).toBeGreaterThan(0);
    for (const line of told) expect(line).toMatch(/^Not without a prescriber's decision/);
  });

  it('lists dangerous causes however unlikely, until the evidence excludes them', async () => {
    const { explanation, ...rest } = await analyze({
      demographics: { age: 45, gender: 'F' },
      symptoms: ['chest pain'],
    });
    const told = dangers({ explanation, ...rest });
    for (const cause of [/pulmonary embolism/i, /dissection/i, /infarction/i, /pneumothorax/i]) {
      expect(told).toMatch(cause);
    }
    for (const { because, excluded_by } of explanation.must_not_miss) {
      expect(because).not.toBe('');
      expect(excluded_by).not.toBe('');
    }
  });

  it('shows every rule of urgency that fired, with its source', async () => {
    const { explanation, urgency_level } = await analyze(HEART);
    expect(explanation.urgency[0]?.level).toBe(urgency_level);
    for (const { rule, fired_by, source } of explanation.urgency) {
      expect(rule).not.toBe('');
      expect(source).not.toBe('');
      expect(fired_by).not.toEqual([]);
    }
  });

  it('applies the urgency that NEWS2 demands', async () => {
    const { explanation, urgency_level } = await analyze({
      demographics: { age: 70, gender: 'F' },
      vitals: {
        blood_pressure: '84/50',
        heart_rate: 132,
        temperature: 39.4,
        respiratory_rate: 28,
        oxygen_saturation: 89,
        consciousness: 'V',
        on_oxygen: true,
      },
    });
    expect(urgency_level).toBe('critical');
    expect(explanation.urgency.map(({ rule }) => rule).join()).toMatch(/Early Warning/);
    expect(explanation.scores.map(({ score }) => score)).toContain('news2');
  });

  it('reads values, age and sex that only the text states', async () => {
    const result = await analyze({
      symptoms: ['A 72-year-old woman with cough, temperature of 39.1 °C, BP 90/60, HR 120.'],
    });
    expect(concepts(result, 'present')).toEqual(expect.arrayContaining(['Fever', 'Cough']));
    expect(result.warnings.join()).not.toMatch(/age is not known/);
    expect(result.explanation.scores.map(({ score }) => score)).toContain('shock_index');
  });

  it('says undetermined where the evidence is thin', async () => {
    const result = await analyze({ symptoms: ['feels odd'] });
    expect(result.primary_diagnosis).toBe('undetermined');
    expect(result.confidence_score).toBeLessThanOrEqual(0.15);
    expect(result.not_assessed).toContainEqual({
      what: 'patient_data.symptoms.0',
      reason: 'not understood: feels odd',
    });
  });

  it('takes what belongs to self-care as such', async () => {
    const { urgency_level } = await analyze({
      demographics: { age: 25, gender: 'F' },
      symptoms: ['runny nose and sneezing for 2 days, mild sore throat', 'no fever, no dyspnoea'],
    });
    expect(['low', 'moderate']).toContain(urgency_level);
  });

  it('is the same for the same input, but for id and time', async () => {
    const [one, other] = [await analyze(HEART), await analyze(HEART)];
    const { analysis_id: a, created_at: b, ...first } = one;
    const { analysis_id: c, created_at: d, ...second } = other;
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(a).not.toBe(c);
    expect([b, d].every((time) => time.endsWith('Z'))).toBe(true);
  });

  it.each(['risk_assessment', 'differential', 'triage'])('answers the type %s', async (type) => {
    const result = await analyze(HEART, { analysis_type: type, specialty: 'cardiology' });
    expect(result.urgency_level).toBe('critical');
    if (type === 'differential') expect(result.recommendations.join()).not.toMatch(/aspirin \d/i);
  });

  it('takes a FHIR bundle', async () => {
    const result = await analyze({
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { resource: { resourceType: 'Patient', gender: 'female', birthDate: '1950-01-01' } },
        {
          resource: {
            resourceType: 'Observation',
            status: 'final',
            code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
            valueQuantity: { value: 130, system: 'http://unitsofmeasure.org', code: '/min' },
          },
        },
        { resource: { resourceType: 'Condition', code: { text: 'Type 2 diabetes mellitus' } } },
      ],
    });
    expect(concepts(result, 'present')).toEqual(expect.arrayContaining(['Fast heart rate']));
  });

  it('records who sent the request and which knowledge was used', async () => {
    const { analysis_id } = await analyze(HEART);
    const record = box.auditEvents().find(({ result_id }) => result_id === analysis_id);
    expect(record).toMatchObject({ action: 'analyze.create', outcome: 'success' });
    expect(JSON.stringify(record)).toContain('disease-knowledge');
    expect(JSON.stringify(record)).not.toMatch(/chest|crushing/);
  });
});
