import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance();
});
afterAll(() => box.stop());

async function fault(body: unknown) {
  const response = await box.post('/v1/risk', body);
  expect(response.status).toBe(400);
  const { code, details } = errorEnvelope.parse(await response.json()).error;
  expect(code).toBe('validation_error');
  return details;
}

const kidney = (inputs: Record<string, unknown>) => ({
  score: 'ckd_epi_2021',
  inputs: { creatinine: 1, age: 50, sex: 'M', ...inputs },
});

describe('a value that cannot be', () => {
  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ['a string for a number', { creatinine: '1.2' }, 'inputs.creatinine', /number in mg\/dL/],
    ['null', { creatinine: null }, 'inputs.creatinine', /must be a number/],
    ['a list', { creatinine: [1] }, 'inputs.creatinine', /must be a number/],
    ['a negative number', { creatinine: -1 }, 'inputs.creatinine', /0\.1 to 40/],
    ['an absurd number', { creatinine: 1e308 }, 'inputs.creatinine', /0\.1 to 40/],
    ['a number in another unit', { creatinine: 106 }, 'inputs.creatinine', /umol\/L/],
    [
      'another unit than was meant',
      { creatinine: { value: 1.2, unit: 'umol/L' } },
      'inputs.creatinine',
      /is it in mg\/dL\?/,
    ],
    ['an unknown unit', { creatinine: { value: 1, unit: 'pints' } }, 'inputs.creatinine', /use mg/],
    [
      'more beside the unit',
      { creatinine: { value: 1, of: 2 } },
      'inputs.creatinine.of',
      /not known/,
    ],
    ['an age before the population', { age: 12 }, 'inputs.age', /18 to 130 years for CKD-EPI/],
    ['an unknown code', { sex: 'X' }, 'inputs.sex', /one of M, F/],
    ['an input that is none', { potassium: 4 }, 'inputs.potassium', /inputs: creatinine, age, sex/],
    ['a very long word', { sex: 'x'.repeat(10_000) }, 'inputs.sex', /at most 200/],
  ])('%s is refused by its name', async (_, inputs, field, issue) => {
    expect(await fault(kidney(inputs))).toMatchObject({
      field,
      issue: expect.stringMatching(issue),
    });
  });

  it('is reported together with all others', async () => {
    const { issues } = await fault(kidney({ creatinine: -1, age: 500, sex: 'no' }));
    expect(issues?.map(({ field }) => field)).toEqual([
      'inputs.creatinine',
      'inputs.age',
      'inputs.sex',
    ]);
  });

  it.each(['NaN', 'Infinity', '-Infinity'])('%s is no JSON', async (word) => {
    const body = `{"score":"ckd_epi_2021","inputs":{"creatinine":${word},"age":50,"sex":"M"}}`;
    const response = await box.post('/v1/risk', body);
    expect(response.status).toBe(400);
    expect(errorEnvelope.parse(await response.json()).error.code).toBe('invalid_json');
  });

  it('beyond every double is beyond the range', async () => {
    const body = '{"score":"ckd_epi_2021","inputs":{"creatinine":1e999,"age":50,"sex":"M"}}';
    const response = await box.post('/v1/risk', body);
    expect(response.status).toBe(400);
  });
});

describe('contradictions', () => {
  it.each<[string, unknown, string]>([
    [
      'systolic below diastolic',
      { score: 'mean_arterial_pressure', inputs: { systolic_bp: 80, diastolic_bp: 90 } },
      'inputs.diastolic_bp',
    ],
    [
      'systolic below diastolic in one string',
      { patient_data: { vitals: { blood_pressure: '80/120' } } },
      'patient_data.vitals.blood_pressure',
    ],
    [
      'a pregnant man',
      { patient_data: { demographics: { gender: 'M', pregnant: true } } },
      'patient_data.demographics.pregnant',
    ],
    ['NEWS2 in pregnancy', { score: 'news2', inputs: { pregnant: true } }, 'inputs.pregnant'],
  ])('%s', async (_, body, field) => expect(await fault(body)).toMatchObject({ field }));
});

describe('a request that does not hold together', () => {
  it.each<[string, unknown, string]>([
    ['nothing', {}, 'inputs'],
    ['inputs for no score', { inputs: { age: 5 } }, 'score'],
    ['a score and scores', { score: 'news2', scores: ['news2'], inputs: {} }, 'scores'],
    ['an unknown score', { score: 'nonsense', inputs: {} }, 'score'],
    ['an unknown score among others', { scores: ['news2', 'nope'], inputs: {} }, 'scores.1'],
    ['no scores', { scores: [], inputs: {} }, 'scores'],
    ['10,000 scores', { scores: Array(10_000).fill('news2'), inputs: {} }, 'scores'],
    ['a score that is no text', { score: 5, inputs: {} }, 'score'],
    ['an unknown field', { score: 'news2', inputs: {}, extra: 1 }, 'extra'],
    ['patient data that are no object', { patient_data: 'x' }, 'patient_data'],
    [
      'another resource',
      { patient_data: { resourceType: 'Patient' } },
      'patient_data.resourceType',
    ],
    [
      'a fractional age',
      { patient_data: { demographics: { age: 1.5 } } },
      'patient_data.demographics.age',
    ],
    [
      'a temperature of neither scale',
      { patient_data: { vitals: { temperature: 60 } } },
      'patient_data.vitals.temperature',
    ],
    [
      '400 laboratory values',
      {
        patient_data: {
          lab_results: Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`l${i}`, 1])),
        },
      },
      'patient_data.lab_results',
    ],
  ])('%s', async (_, body, field) => expect(await fault(body)).toMatchObject({ field }));

  it('suggests ids similar to an unknown score', async () => {
    const { issue } = await fault({ score: 'cha2ds2vas', inputs: {} });
    expect(issue).toContain('cha2ds2_vasc');
  });
});

describe('keys that reach into objects', () => {
  it.each([
    ['{"score":"news2","inputs":{"__proto__":{"polluted":1}}}', 'inputs.__proto__'],
    ['{"score":"news2","inputs":{"\\u005f_proto__":1}}', 'inputs.__proto__'],
    ['{"score":"news2","inputs":{"constructor":1}}', 'inputs.constructor'],
    ['{"score":"news2","inputs":{"prototype":1}}', 'inputs.prototype'],
    ['{"score":"news2","inputs":{"toString":1}}', 'inputs.toString'],
    ['{"score":"__proto__","inputs":{}}', 'score'],
    ['{"patient_data":{"lab_results":{"__proto__":1}}}', 'patient_data.lab_results.__proto__'],
    ['{"patient_data":{"lab_results":{"constructor":1}}}', 'patient_data.lab_results.constructor'],
    ['{"__proto__":{"score":"news2"},"inputs":{}}', '__proto__'],
  ])('%s', async (body, field) => {
    expect(await fault(body)).toMatchObject({ field });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('the catalogue', () => {
  it.each(['nonsense', '__proto__', '%00', 'a'.repeat(5_000)])('knows no %s', async (id) => {
    const response = await box.get(`/v1/risk/scores/${id}`);
    expect(response.status).toBe(404);
    expect(errorEnvelope.parse(await response.json()).error.code).toBe('not_found');
  });

  it('is only read', async () => {
    const response = await box.post('/v1/risk/scores', {});
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET');
  });
});

it('repeats nothing of the patient in an error', async () => {
  const response = await box.post('/v1/risk', {
    patient_data: {
      demographics: { age: 50, gender: 'Jane Example' },
      vitals: { heart_rate: 'Jane Example' },
    },
  });
  expect(response.status).toBe(400);
  expect(await response.text()).not.toContain('Jane');
});
