import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARD_PATIENT } from '../../scripts/samples/invented-ward-patient.js';
import { SCORES } from '../../src/scores/catalogue.js';
import { type RiskResult, riskResult, scoreList } from '../../src/scores/schema.js';
import { auroc } from '../support/auroc.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { hasIcuStays, readIcuStays } from '../support/icu-stays.js';
import { shippedModels } from '../support/knowledge-models.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SYNTHEA = join(ROOT, '..', 'shared', 'data', 'fhir', 'synthea');

const models = shippedModels(['deterioration', 'heart-disease']);
let daemon: Daemon;
let key: string;
beforeAll(async () => {
  daemon = await startDaemon({
    config: { models_dir: models.dir, rate_limits: { per_minute: 100_000 } },
  });
  key = await daemon.key();
});
afterAll(async () => {
  await daemon.stop();
  models.remove();
});

async function ask(json: unknown): Promise<RiskResult> {
  const response = await daemon.request('/v1/risk', { key, json });
  expect(response.status, response.text.slice(0, 500)).toBe(200);
  return riskResult.parse(response.json());
}

const logit = (p: number) => Math.log(p / (1 - p));

describe('the shipped models over HTTPS', () => {
  it('predict with an interval and contributions that add up', async () => {
    const { predictions, models } = await ask({ patient_data: WARD_PATIENT });
    const prediction = predictions.find(({ model }) => model === 'deterioration')!;
    const { probability, interval, contributions, reference_probability } = prediction;
    expect(probability).toBeGreaterThan(0.02);
    expect(probability).toBeLessThan(0.98);
    expect(interval.low).toBeLessThanOrEqual(probability);
    expect(interval.high).toBeGreaterThanOrEqual(probability);
    expect(prediction.valid_for).toMatch(/intensive care/);
    const effects = contributions.reduce((sum, { effect }) => sum + effect, 0);
    expect(effects).toBeCloseTo(logit(probability) - logit(reference_probability), 1);
    expect(models).toContainEqual({
      id: 'deterioration',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      backend: expect.any(String),
    });
  });

  it('are asked by name, with inputs or with patient data', async () => {
    const inputs = {
      age: 63,
      sex: 'M',
      chest_pain_type: 'asymptomatic',
      systolic_bp: 145,
      total_cholesterol: { value: 6.0, unit: 'mmol/L' },
      max_heart_rate: 110,
      exercise_angina: true,
      st_depression: 2.3,
      st_slope: 'flat',
    };
    const sick = await ask({ score: 'heart_disease', inputs });
    const well = await ask({
      score: 'heart-disease',
      inputs: {
        ...inputs,
        age: 40,
        chest_pain_type: 'nonanginal',
        max_heart_rate: 175,
        exercise_angina: false,
        st_depression: 0,
        st_slope: 'up',
      },
    });
    expect(sick.predictions[0]!.probability).toBeGreaterThan(0.7);
    expect(well.predictions[0]!.probability).toBeLessThan(0.35);
  });

  it('abstain for children and where too little is known', async () => {
    const child = await ask({
      score: 'deterioration',
      patient_data: { ...WARD_PATIENT, demographics: { age: 9 } },
    });
    expect(child.predictions).toEqual([]);
    expect(child.not_assessed?.find(({ what }) => what === 'deterioration')?.reason).toMatch(/age/);
    const little = await ask({ score: 'deterioration', inputs: { age: 50 } });
    expect(little.predictions).toEqual([]);
    expect(little.not_assessed).toHaveLength(1);
  });

  it('stand in the catalogue beside the scores', async () => {
    const response = await daemon.request('/v1/risk/scores', { key });
    const { scores } = scoreList.parse(response.json());
    expect(scores).toHaveLength(SCORES.length + 2);
    expect(
      scores
        .filter(({ kind }) => kind === 'model')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['deterioration', 'heart-disease']);
  });
});

describe('many at once', () => {
  it('get the answers that each would get alone', async () => {
    const bodies = Array.from({ length: 40 }, (_, at) => ({
      scores: ['news2', 'deterioration'],
      patient_data: { ...WARD_PATIENT, vitals: { ...WARD_PATIENT.vitals, heart_rate: 60 + at } },
    }));
    const bare = ({ scores, predictions }: RiskResult) => ({ scores, predictions });
    const together = await Promise.all(bodies.map(ask));
    for (const at of [0, 17, 39]) {
      expect(bare(together[at]!)).toEqual(bare(await ask(bodies[at])));
    }
  });
});

const why = ' (skipped: the reference data are not on this machine)';

describe.skipIf(!hasIcuStays)(`real stays in intensive care${hasIcuStays ? '' : why}`, () => {
  // The shipped model has seen these patients: this proves the way from FHIR to the model, not how
  // good it is, which its card tells from patients left out.
  it('as FHIR observations of 24 hours reach the model whole', async () => {
    const stays = readIcuStays(300, 24);
    const told: Array<{ died: boolean; sapsI: number; probability: number }> = [];
    for (const { bundle, icuType: icu_type, died, sapsI } of stays) {
      const body = { score: 'deterioration', patient_data: bundle, inputs: { icu_type } };
      const { predictions } = await ask(body);
      const probability = predictions[0]?.probability;
      if (probability !== undefined && sapsI >= 0) told.push({ died, sapsI, probability });
    }
    expect(told.length).toBeGreaterThan(230);
    const by = (measure: (one: (typeof told)[number]) => number) =>
      auroc(
        told.filter((one) => one.died).map(measure),
        told.filter((one) => !one.died).map(measure),
      );
    expect(by(({ probability }) => probability)).toBeGreaterThan(0.8);
    expect(by(({ probability }) => probability)).toBeGreaterThan(by(({ sapsI }) => sapsI) + 0.1);
  });
});

const hasRecords = existsSync(SYNTHEA);

describe.skipIf(!hasRecords)(`whole synthetic records${hasRecords ? '' : why}`, () => {
  it('are read as they are: every observation gives a value or is named', async () => {
    for (const file of readdirSync(SYNTHEA)) {
      const bundle = JSON.parse(gunzipSync(readFileSync(join(SYNTHEA, file))).toString('utf8'));
      const { scores, not_assessed } = await ask({ patient_data: bundle });
      for (const { components } of scores) {
        for (const { value, given } of components) expect(value === null).toBe(given === null);
      }
      for (const { reason } of not_assessed ?? []) expect(reason).not.toBe('');
    }
  });
});
