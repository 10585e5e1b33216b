import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { riskResult } from '../../src/scores/schema.js';
import { openDatabase } from '../../src/store/open.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { FILED_TYPES, observed, type PatientFiles, patientFiles } from '../support/filing.js';

let box: TestAppliance;
let files: PatientFiles;
beforeAll(async () => {
  box = await startTestAppliance();
  files = patientFiles(box);
});
afterAll(() => box.stop());

const newPatient = async () =>
  `Patient/${await files.store({ resourceType: 'Patient', gender: 'female', birthDate: '1950-06-01' })}`;

const NEWS2 = {
  respiratory_rate: 22,
  oxygen_saturation: 93,
  on_oxygen: true,
  systolic_bp: 105,
  heart_rate: 110,
  consciousness: 'A',
  temperature: 38.5,
};

async function ask(body: object) {
  const response = await box.post('/v1/risk', body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return riskResult.parse(JSON.parse(text));
}

describe('scores that a person is to file', () => {
  it('are read from the record, name what would be filed, and write nothing', async () => {
    const subject = await newPatient();
    await files.store(observed(subject, '8867-4', [110, '/min'], 1));
    const reader = { Authorization: `Bearer ${box.key({ scopes: ['risk', 'fhir.read'] })}` };
    const before = await files.count(FILED_TYPES);
    const response = await box.post(
      '/v1/risk',
      { score: 'shock_index', subject, file: false },
      reader,
    );
    const answer = riskResult.parse(await response.json());
    expect(answer.read_from?.map(({ resource }) => resource)).toContain(subject);
    expect(answer.filed).toBeUndefined();
    expect(answer.to_file).toEqual([]);
    expect(await files.count(FILED_TYPES)).toBe(before);
  });

  it('are filed as they were shown by a transaction of their resources, once', async () => {
    const subject = await newPatient();
    const shown = await ask({ score: 'news2', inputs: NEWS2, subject, file: false });
    const resources = shown.to_file ?? [];
    expect(resources.map(({ resourceType }) => resourceType)).toEqual([
      'Observation',
      'Provenance',
    ]);
    const bundle = {
      resourceType: 'Bundle',
      type: 'transaction',
      entry: resources.map((resource) => ({
        resource,
        request: {
          method: 'PUT',
          url: `${resource.resourceType}/${resource.id}`,
          ifNoneMatch: '*',
        },
      })),
    };
    expect((await box.post('/v1/fhir', bundle)).status).toBe(200);
    expect(await files.search(`Observation?identifier=${shown.risk_id}`)).toMatchObject([
      { id: resources[0]?.id, valueQuantity: { value: 9 } },
    ]);
    expect((await box.post('/v1/fhir', bundle)).status).toBe(412);
  });

  it('need the scope to read the record', async () => {
    const subject = await newPatient();
    const writer = { Authorization: `Bearer ${box.key({ scopes: ['risk', 'fhir.write'] })}` };
    const body = { score: 'news2', inputs: NEWS2, subject, file: false };
    expect((await box.post('/v1/risk', body, writer)).status).toBe(403);
  });
});

describe('scores with a subject', () => {
  it('are filed as Observations with their value, unit and category', async () => {
    const subject = await newPatient();
    const {
      filed = [],
      risk_id,
      created_at,
    } = await ask({
      score: 'news2',
      inputs: NEWS2,
      subject,
    });
    expect(filed).toHaveLength(2);
    expect(await files.read(filed[0] ?? '')).toMatchObject({
      resourceType: 'Observation',
      status: 'preliminary',
      subject: { reference: subject },
      identifier: [{ value: risk_id }],
      effectiveDateTime: created_at,
      code: { text: expect.stringMatching(/NEWS2|National Early Warning/) },
      valueQuantity: { value: 9, code: '{score}', system: 'http://unitsofmeasure.org' },
      interpretation: [{ text: 'high' }],
    });
    const found = await files.search(`Observation?patient=${subject}&value-quantity=gt8`);
    expect(found.map(({ id }) => `Observation/${id}`)).toEqual(filed.slice(0, 1));
  });

  it('have a published code where there is one, and one of the code system that is served', async () => {
    const subject = await newPatient();
    const gcs = { gcs_eye: 3, gcs_verbal: 4, gcs_motor: 6 };
    const inputs = { ...gcs, heart_rate: 110, systolic_bp: 105 };
    const { filed = [] } = await ask({ scores: ['gcs', 'shock_index'], inputs, subject });
    const [coma, shock] = await Promise.all(filed.slice(0, 2).map((name) => files.read(name)));
    expect(coma).toMatchObject({
      code: { coding: [{ code: '9269-2' }, { code: 'gcs' }] },
      valueQuantity: { value: 13 },
      component: [
        {
          code: { coding: [{ code: '9267-6' }, {}], text: 'Points: GCS eye opening' },
          valueQuantity: { value: 3 },
        },
        { code: { coding: [{ code: '9270-0' }, {}] }, valueQuantity: { value: 4 } },
        { code: { coding: [{ code: '9268-4' }, {}] }, valueQuantity: { value: 6 } },
      ],
    });
    const [{ system, code }] = shock.code.coding;
    const [codes] = await files.search(`CodeSystem?url=${system}`);
    expect(codes.concept).toContainEqual(expect.objectContaining({ code, display: 'Shock index' }));
    expect(await files.read(`CodeSystem/${codes.id}`)).toEqual(codes);
    const found = await files.search(`Observation?patient=${subject}&code=${system}|shock_index`);
    expect(found.map(({ id }) => id)).toEqual([shock.id]);
  });

  it('that lack inputs are no result and are not filed', async () => {
    const subject = await newPatient();
    const { filed, scores } = await ask({
      score: 'news2',
      inputs: { heart_rate: 110 },
      subject,
    });
    expect(scores[0]?.value).toBeNull();
    expect(filed).toEqual([]);
    expect(box.auditEvents().at(-1)).toMatchObject({ action: 'risk.create', outcome: 'success' });
    expect(await files.search(`Observation?patient=${subject}`)).toEqual([]);
  });

  it('of a file are derived from what was read, with the LOINC code where there is one', async () => {
    const subject = await newPatient();
    const kidney = `Observation/${await files.store(observed(subject, '2160-0', [1.1, 'mg/dL'], 30))}`;
    const height = `Observation/${await files.store(observed(subject, '8302-2', [164, 'cm'], 9_000))}`;
    const { filed = [], read_from, scores } = await ask({ scores: ['ckd_epi_2021'], subject });
    expect(read_from?.map(({ resource }) => resource).sort()).toEqual(
      [subject, kidney, height].sort(),
    );
    const from = scores[0]?.components.find(({ name }) => name === 'creatinine')?.from;
    expect(from).toBe(kidney);
    const [score] = await files.search(`Observation?patient=${subject}&code=98979-8`);
    expect(score).toMatchObject({
      id: filed[0]?.split('/')[1],
      valueQuantity: { value: scores[0]?.value },
      derivedFrom: [{ reference: kidney }],
    });
  });

  it('of inputs that are sent look at nothing else', async () => {
    const subject = await newPatient();
    await files.store(observed(subject, '9279-1', [30, '/min'], 1));
    const { respiratory_rate: _, ...others } = NEWS2;
    const { read_from, scores } = await ask({ score: 'news2', inputs: others, subject });
    expect(read_from).toBeUndefined();
    expect(scores[0]?.missing).toEqual(['respiratory_rate']);
  });

  it('everything that a file can carry is filed', async () => {
    const subject = await newPatient();
    await files.store(observed(subject, '29463-7', [70, 'kg'], 10));
    await files.store(observed(subject, '8302-2', [164, 'cm'], 10));
    const { filed = [], scores, not_assessed } = await ask({ subject });
    const whole = scores.filter(({ value }) => value !== null);
    expect(whole.map(({ score }) => score)).toContain('bmi');
    expect(filed.filter((name) => name.startsWith('Observation/'))).toHaveLength(whole.length);
    expect(not_assessed).toBeDefined();
  });
});

describe('a write that fails', () => {
  it('leaves nothing of the answer and is recorded as failed', async () => {
    const subject = await newPatient();
    const before = await files.count(FILED_TYPES);
    const database = openDatabase(box.dataDir);
    // The last of what is written: everything before it must be undone.
    database.exec(`CREATE TRIGGER no_provenance BEFORE INSERT ON fhir_resource
      WHEN NEW.body LIKE '%"resourceType":"Provenance"%' BEGIN SELECT RAISE(ABORT, 'no'); END`);
    const response = await box.post('/v1/risk', { score: 'news2', inputs: NEWS2, subject });
    database.exec('DROP TRIGGER no_provenance');
    database.close();
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/news2|Provenance|RAISE/i);
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: 'risk.create',
      outcome: 'failed',
      status: 500,
      target: subject,
    });
    expect(await files.count(FILED_TYPES)).toBe(before);
    expect((await ask({ score: 'news2', inputs: NEWS2, subject })).filed).toHaveLength(2);
  });
});
