import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCORES } from '../../src/scores/catalogue.js';
import { listedScore, riskResult, scoreList } from '../../src/scores/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { knowledgeModels, type ModelsFolder } from '../support/knowledge-models.js';

let box: TestAppliance;
let models: ModelsFolder;
beforeAll(async () => {
  models = knowledgeModels('clinical-language');
  box = await startTestAppliance({ models_dir: models.dir });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

async function ask(body: unknown, path = '/v1/risk', appliance = box) {
  const response = await appliance.post(path, body);
  expect(response.status).toBe(200);
  return riskResult.parse(await response.json());
}

const NEWS2 = {
  respiratory_rate: 22,
  oxygen_saturation: 93,
  on_oxygen: true,
  systolic_bp: 105,
  heart_rate: 110,
  consciousness: 'A',
  temperature: 38.5,
};

describe('one score', () => {
  it('is calculated from its inputs and explained', async () => {
    const { risk_id, scores, predictions } = await ask({ score: 'news2', inputs: NEWS2 });
    expect(risk_id).toMatch(/^rk_[0-9a-f]{32}$/);
    expect(predictions).toEqual([]);
    expect(scores).toHaveLength(1);
    expect(scores[0]).toMatchObject({
      score: 'news2',
      value: 9,
      category: 'high',
      action: { source: expect.stringContaining('RCP') },
      reference: { year: 2017 },
    });
    const points = scores[0]!.components.map((one) => [one.name, one.points]);
    expect(points).toEqual([
      ['respiratory_rate', 2],
      ['oxygen_saturation', 2],
      ['on_oxygen', 2],
      ['systolic_bp', 1],
      ['heart_rate', 1],
      ['consciousness', 0],
      ['temperature', 1],
    ]);
  });

  it('takes other names and other units, and echoes what was sent', async () => {
    const { scores } = await ask(
      {
        score: 'CKD-EPI 2021',
        inputs: {
          Scr: { value: 106.1, unit: 'µmol/L' },
          age: { value: 600, unit: 'mo' },
          gender: 'female',
        },
      },
      '/api/v1/risk',
    );
    expect(scores[0]).toMatchObject({ score: 'ckd_epi_2021', value: 55 });
    expect(scores[0]!.components[0]).toMatchObject({
      name: 'creatinine',
      unit: 'mg/dL',
      given: { value: 106.1, unit: 'µmol/L' },
      from: 'inputs.Scr',
    });
  });

  it('with something missing has bounds, no value, and names what decides most', async () => {
    const { heart_rate: _, consciousness: __, ...rest } = NEWS2;
    const [score] = (await ask({ score: 'news2', inputs: rest })).scores;
    expect(score).toMatchObject({
      value: null,
      missing: ['heart_rate', 'consciousness'],
      bounds: { min: 8, max: 14 },
      category: 'high',
    });
    expect(['heart_rate', 'consciousness']).toContain(score!.most_decisive);
  });

  it('derives what follows from other values', async () => {
    const { scores } = await ask({
      score: 'bmi',
      inputs: { weight: 80, height: { value: 2, unit: 'm' } },
    });
    expect(scores[0]).toMatchObject({ score: 'bmi', value: 20 });
  });
});

describe('several scores', () => {
  it('are answered in their order from one set of inputs, each once', async () => {
    const { scores } = await ask({
      scores: ['qsofa', 'news2', 'NEWS-2'],
      inputs: { ...NEWS2, gcs: 15 },
    });
    expect(scores.map(({ score, value }) => [score, value])).toEqual([
      ['qsofa', 1],
      ['news2', 9],
    ]);
  });
});

describe('patient data', () => {
  const patient_data = {
    demographics: { age: 67, gender: 'M', medical_history: ['hypertension', 'no diabetes', 'CHF'] },
    vitals: {
      blood_pressure: '95/60',
      heart_rate: 118,
      temperature: 38.6,
      respiratory_rate: 26,
      oxygen_saturation: 91,
      on_oxygen: true,
      consciousness: 'C',
    },
    lab_results: { creatinine: 1.8, bun: 38, sodium: 132, potassium: 4.9, unobtainium: 1 },
  };

  it('alone returns every score that it supports, complete ones first, and lists the others', async () => {
    const { scores, not_assessed } = await ask({ patient_data });
    const values = new Map(scores.map(({ score, value }) => [score, value]));
    expect(values.get('news2')).toBe(16);
    expect(values.get('qsofa')).toBe(3);
    expect(values.get('curb_65')).toBe(4);
    expect(values.get('shock_index')).toBeCloseTo(118 / 95, 2);
    expect(values.get('ckd_epi_2021')).toBe(41);
    const firstOpen = scores.findIndex(({ value }) => value === null);
    expect(scores.slice(firstOpen).every(({ value }) => value === null)).toBe(true);
    const unsaid = new Map(not_assessed?.map(({ what, reason }) => [what, reason]));
    expect(unsaid.get('patient_data.lab_results.unobtainium')).toBeDefined();
    expect(unsaid.get('sofa')).toMatch(/^missing: /);
  });

  it('fills the requested scores, in addition to their inputs', async () => {
    const { scores } = await ask({
      score: 'cha2ds2_vasc',
      patient_data,
      inputs: { stroke_tia_thromboembolism: true, vascular_disease: false },
    });
    expect(scores[0]).toMatchObject({ value: 5 });
    const from = scores[0]!.components.map((one) => one.from);
    expect(from).toContain('patient_data.demographics.medical_history.2');
    expect(from).toContain('inputs.vascular_disease');
  });

  it('in words are not assessed where no clinical language is open and they may be denied', async () => {
    const bare = await startTestAppliance();
    try {
      const { scores, not_assessed } = await ask(
        { score: 'cha2ds2_vasc', patient_data },
        '/v1/risk',
        bare,
      );
      expect(scores[0]?.missing).toContain('diabetes');
      expect(scores[0]?.missing).not.toContain('hypertension');
      const unsaid = new Map(not_assessed?.map(({ what, reason }) => [what, reason]));
      expect(unsaid.get('patient_data.demographics.medical_history.1')).toMatch(/deny or doubt/);
    } finally {
      await bare.stop();
    }
  });

  it('may be FHIR', async () => {
    const { scores } = await ask({
      score: 'ckd_epi_2021',
      patient_data: {
        resourceType: 'Bundle',
        entry: [
          { resource: { resourceType: 'Patient', gender: 'male', birthDate: '1970-01-01' } },
          {
            resource: {
              resourceType: 'Observation',
              status: 'final',
              code: { coding: [{ system: 'http://loinc.org', code: '14682-9' }] },
              effectiveDateTime: '2020-06-01',
              valueQuantity: { value: 88.4, code: 'umol/L' },
            },
          },
        ],
      },
    });
    expect(scores[0]).toMatchObject({ value: 92 });
  });

  it('of a child gives no score for adults', async () => {
    const { scores, not_assessed } = await ask({
      scores: ['news2', 'ckd_epi_2021'],
      patient_data: { demographics: { age: 9, gender: 'F' }, lab_results: { creatinine: 0.5 } },
    });
    expect(scores).toEqual([]);
    expect(not_assessed).toEqual([
      { what: 'news2', reason: expect.stringContaining('age must be 16 to 130 years') },
      { what: 'ckd_epi_2021', reason: expect.stringContaining('age must be 18 to 130 years') },
    ]);
  });
});

describe('the catalogue', () => {
  it('lists every score with its inputs, units, ranges and citation', async () => {
    const response = await box.get('/v1/risk/scores');
    expect(response.status).toBe(200);
    const { scores } = scoreList.parse(await response.json());
    expect(scores.map(({ id }) => id)).toEqual(SCORES.map(({ id }) => id));
    for (const { inputs, input_schema } of scores) {
      expect(inputs.length).toBeGreaterThan(0);
      expect(Object.keys(input_schema.properties as object)).toEqual(inputs.map((one) => one.name));
      for (const { kind, unit } of inputs) if (kind === 'quantity') expect(unit).toBeDefined();
    }
  });

  it('describes one score, by any of its names', async () => {
    for (const name of ['news2', 'NEWS%202', 'news-2']) {
      const response = await box.get(`/v1/risk/scores/${name}`);
      expect(response.status).toBe(200);
      expect(listedScore.parse(await response.json())).toMatchObject({
        id: 'news2',
        kind: 'score',
      });
    }
  });
});

it('answers every score of the catalogue in one request', async () => {
  const scores = SCORES.map(({ id }) => id);
  const result = await ask({ scores, inputs: {} });
  expect(result.scores.map(({ score }) => score)).toEqual(scores);
  expect(result.scores.every(({ value }) => value === null)).toBe(true);
});
