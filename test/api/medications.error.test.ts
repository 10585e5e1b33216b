import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelope } from '../../src/http/schema.js';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { medicationModels } from '../support/medication-models.js';

const models = medicationModels();
let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({ models_dir: models.dir });
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

async function fault(body: unknown) {
  const response = await box.post('/v1/medications', body);
  expect(response.status).toBe(400);
  const { code, details } = errorEnvelope.parse(await response.json()).error;
  expect(code).toBe('validation_error');
  return details;
}

async function answer(body: unknown): Promise<MedicationsResult> {
  const response = await box.post('/v1/medications', body);
  expect(response.status).toBe(200);
  return medicationsResult.parse(await response.json());
}

const one = (line: unknown) => ({ medications: [line] });
const patient = (fields: unknown) => ({ medications: ['paracetamol'], patient: fields });

describe('a request that cannot be', () => {
  it.each<[string, unknown, string, RegExp]>([
    ['nothing', {}, 'medications', /at least one medication/],
    ['an empty list', { medications: [] }, 'medications', /at least one/],
    ['no list', { medications: 'warfarin' }, 'medications', /./],
    ['null', { medications: [null] }, 'medications.0', /./],
    ['an empty line', one({}), 'medications.0.name', /must have a name or an rxcui/],
    ['an empty name', one({ name: '' }), 'medications.0.name', /must not be empty/],
    ['a name of 10 kB', one({ name: 'x'.repeat(10_000) }), 'medications.0.name', /at most 500/],
    ['a line of 10 kB', one('x'.repeat(10_000)), 'medications.0', /at most 500/],
    ['an unknown field', one({ name: 'x', strength: 5 }), 'medications.0.strength', /not known/],
    ['a negative dose', one({ name: 'x', dose: -5 }), 'medications.0.dose', /above 0/],
    ['a dose of nothing', one({ name: 'x', dose: 0 }), 'medications.0.dose', /above 0/],
    ['an absurd dose', one({ name: 'x', dose: 1e300 }), 'medications.0.dose', /at most/],
    ['an rxcui of letters', one({ rxcui: 'abc' }), 'medications.0.rxcui', /RxNorm/],
    [
      '1,000 drugs',
      { medications: Array.from({ length: 1_000 }, () => 'aspirin') },
      'medications',
      /at most 200/,
    ],
    [
      '150 and 150 drugs',
      {
        medications: Array.from({ length: 150 }, () => 'aspirin'),
        proposed: Array.from({ length: 150 }, () => 'aspirin'),
      },
      'proposed',
      /at most 200/,
    ],
    ['an age of 200', patient({ age: 200 }), 'patient.age', /0\.\.130/],
    ['a weight of nothing', patient({ weight_kg: 0 }), 'patient.weight_kg', /kg/],
    ['an unknown gender', patient({ gender: 'X' }), 'patient.gender', /M, F, O, U/],
    ['a fourth trimester', patient({ trimester: 4 }), 'patient.trimester', /1, 2 or 3/],
    [
      'a liver of another kind',
      patient({ hepatic_impairment: 'D' }),
      'patient.hepatic_impairment',
      /none, mild/,
    ],
    [
      'an impossible potassium',
      patient({ lab_results: { potassium: 55 } }),
      'patient.lab_results.potassium',
      /1?.* to /,
    ],
    ['a QTc in seconds', patient({ qtc_ms: 0.45 }), 'patient.qtc_ms', /ms/],
    [
      'weeks of no pregnancy',
      patient({ pregnant: false, gestational_weeks: 12 }),
      'patient.gestational_weeks',
      /contradicts/,
    ],
    [
      'a trimester of other weeks',
      patient({ trimester: 3, gestational_weeks: 12 }),
      'patient.trimester',
      /contradicts/,
    ],
    ['a severity that none has', { ...one('x'), block_at: 'severe' }, 'block_at', /major/],
    ['an allergy to nothing', { ...one('x'), allergies: [{}] }, 'allergies.0', /substance/],
  ])('%s is refused by its field', async (_what, body, field, issue) => {
    expect(await fault(body)).toMatchObject({ field, issue: expect.stringMatching(issue) });
  });
});

describe('odd input that is still answered', () => {
  it('a field of the patient that is not known: a warning names it, and the rest is checked', async () => {
    const result = await answer({
      medications: ['paracetamol'],
      patient: { mood: 'low', eGFR: 12, age: 40 },
    });
    expect(result.resolved).toMatchObject([{ ingredient: 'acetaminophen' }]);
    expect(result.warnings).toEqual([
      'patient.mood is not a known field and was not used.',
      'patient.eGFR is not a known field and was not used; patient.egfr may be meant.',
    ]);
    expect(result.safe_to_proceed).toBeNull();
    expect(result.safety.not_judged.map(({ what }) => what)).toEqual([
      'patient.mood',
      'patient.eGFR',
    ]);
  });

  it('a drug named twice is a duplicate', async () => {
    const { alerts } = await answer({
      medications: ['aspirin 75 mg daily', 'aspirin 75 mg daily'],
    });
    expect(alerts).toMatchObject([{ kind: 'duplicate_therapy', drugs: ['aspirin'] }]);
  });

  it.each(['💊💊', 'варфарин', '\u0000\u0001', '%%%', "'; DROP TABLE keys; --", '<script>', '1'])(
    '%j is unresolved',
    async (name) => {
      const result = await answer(one({ name }));
      expect(result.safe_to_proceed).toBeNull();
      expect(result.unresolved).toMatchObject([{ input: name, item: 'medications.0' }]);
    },
  );

  it.each<[string, Record<string, unknown>, string]>([
    ['unit', { dose: 5, unit: 'blorps' }, 'medications.0.unit'],
    ['route', { route: 'by pigeon' }, 'medications.0.route'],
    ['frequency', { frequency: 'when the moon is full' }, 'medications.0.frequency'],
  ])('an unknown %s leaves the drug checked and the dose not', async (_what, fields, path) => {
    const result = await answer({
      medications: [{ name: 'warfarin', ...fields }, 'aspirin 75 mg daily'],
    });
    expect(result.not_assessed?.map(({ what }) => what)).toContain(path);
    expect(result.highest_severity).toBe('major');
  });

  it('200 drugs are checked', async () => {
    const names = ['warfarin', 'aspirin', 'amiodarone', 'simvastatin', 'digoxin'];
    const medications = Array.from({ length: 200 }, (_, at) => names[at % names.length]);
    const { resolved, alerts } = await answer({ medications });
    expect(resolved).toHaveLength(200);
    expect(alerts.length).toBeGreaterThan(5);
  });

  it('an unknown condition is reported by its path and not by its text', async () => {
    const result = await answer({ ...one('paracetamol'), conditions: ['Jane has zorblaxitis'] });
    expect(result.not_assessed).toContainEqual(expect.objectContaining({ what: 'conditions.0' }));
    expect(JSON.stringify(result.not_assessed)).not.toContain('Jane');
  });
});

describe('without the package', () => {
  it('nothing is answered, and it says why', async () => {
    const without = await startTestAppliance();
    try {
      const response = await without.post('/v1/medications', one('warfarin'));
      expect(response.status).toBe(503);
      expect(response.headers.get('Retry-After')).toBe('60');
      const { code } = errorEnvelope.parse(await response.json()).error;
      expect(code).toBe('model_unavailable');
    } finally {
      await without.stop();
    }
  });

  it('that has lost a table it is quarantined with the reason', async () => {
    const broken = medicationModels();
    rmSync(join(broken.dir, 'medication-knowledge', 'qt.json'));
    const damaged = await startTestAppliance({ models_dir: broken.dir });
    try {
      expect((await damaged.post('/v1/medications', one('warfarin'))).status).toBe(503);
      const { models: listed } = (await (await damaged.get('/v1/models')).json()) as {
        models: object[];
      };
      expect(listed).toEqual([
        expect.objectContaining({
          id: 'medication-knowledge',
          state: 'quarantined',
          reason: expect.stringContaining('qt.json'),
        }),
      ]);
    } finally {
      await damaged.stop();
      broken.remove();
    }
  });
});
