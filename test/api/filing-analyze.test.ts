import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyzeResult } from '../../src/differential/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import {
  FILED_TYPES,
  observed,
  type PatientFiles,
  patientFiles,
  status,
} from '../support/filing.js';
import { errorOf } from '../support/http-app.js';
import { knowledgeModels } from '../support/knowledge-models.js';

const models = knowledgeModels();
let box: TestAppliance;
let files: PatientFiles;
beforeAll(async () => {
  box = await startTestAppliance({ models_dir: models.dir });
  files = patientFiles(box);
});
afterAll(async () => {
  await box.stop();
  models.remove();
});

const bornBefore = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;
const patient = { resourceType: 'Patient', gender: 'male', birthDate: bornBefore(58) };
const newPatient = async () => `Patient/${await files.store(patient)}`;

const HEART = {
  demographics: { age: 58, gender: 'M', medical_history: ['hypertension', 'smoker'] },
  vitals: { blood_pressure: '150/95', heart_rate: 104, temperature: 36.8 },
  symptoms: ['crushing chest pain radiating to left arm for 2h', 'sweating', 'no fever, no cough'],
  lab_results: { troponin: 2.4 },
};

async function analyze(body: object, headers: Record<string, string> = {}) {
  const response = await box.post('/v1/analyze', body, headers);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return analyzeResult.parse(JSON.parse(text));
}

describe('an analysis with a subject', () => {
  it('is filed as a report, suspected conditions, what is denied, a risk and a provenance', async () => {
    const subject = await newPatient();
    const result = await analyze({ patient_data: HEART, subject });
    const { filed = [], analysis_id } = result;
    expect(result.read_from).toBeUndefined();
    const resources = await Promise.all(filed.map((name) => files.read(name)));
    const of = (type: string) => resources.filter(({ resourceType }) => resourceType === type);

    const [head] = result.explanation.differential;
    expect(of('DiagnosticReport')).toMatchObject([
      {
        status: 'preliminary',
        subject: { reference: subject },
        identifier: [{ value: analysis_id }],
        meta: { versionId: '1', security: [{ code: 'AIAST' }] },
        conclusion: expect.stringContaining(result.primary_diagnosis),
        conclusionCode: [
          { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code: head?.icd10 }] },
        ],
      },
    ]);
    const conditions = of('Condition').map(({ code, verificationStatus, clinicalStatus }) => [
      code.text,
      verificationStatus.coding[0].code,
      clinicalStatus.coding[0].code,
    ]);
    expect(conditions[0]).toEqual([result.primary_diagnosis, 'provisional', 'active']);
    const others = result.explanation.differential.slice(1, 5);
    expect(conditions.filter(([, verified]) => verified === 'differential')).toEqual(
      others
        .filter(({ probability }) => probability >= 0.05)
        .map(({ diagnosis }) => [diagnosis, 'differential', 'active']),
    );
    expect(conditions).toContainEqual(['Fever', 'refuted', 'inactive']);
    expect(conditions).toContainEqual(['Cough', 'refuted', 'inactive']);
    expect(of('RiskAssessment')).toMatchObject([
      { prediction: [{ probabilityDecimal: result.risk_score }] },
    ]);
    expect(resources.at(-1)).toMatchObject({
      resourceType: 'Provenance',
      target: filed.slice(0, -1).map((name) => ({ reference: `${name}/_history/1` })),
    });
  });

  it('is found by the patient, by the id of the answer and as asserted by software', async () => {
    const subject = await newPatient();
    const { filed = [], analysis_id } = await analyze({ patient_data: HEART, subject });
    const names = (found: { resourceType: string; id: string }[]) =>
      found.map(({ resourceType, id }) => `${resourceType}/${id}`).sort();
    const of = (type: string) => filed.filter((name) => name.startsWith(`${type}/`)).sort();
    for (const query of [`patient=${subject}`, `identifier=${analysis_id}`]) {
      expect(names(await files.search(`Condition?${query}&_count=50`))).toEqual(of('Condition'));
      expect(names(await files.search(`DiagnosticReport?${query}`))).toEqual(
        of('DiagnosticReport'),
      );
    }
    const own = await files.search(`RiskAssessment?patient=${subject}&_security=AIAST`);
    expect(names(own)).toEqual(of('RiskAssessment'));
    const provenance = await files.search(`Provenance?target=${of('RiskAssessment')[0]}`);
    expect(names(provenance)).toEqual(of('Provenance'));
  });

  it('leaves a record of the analysis about the patient and one of each resource', async () => {
    const subject = await newPatient();
    const before = box.auditEvents().length;
    const body = JSON.stringify({ patient_data: HEART, subject });
    const response = await box.post('/v1/analyze', body);
    const text = await response.text();
    const { filed, analysis_id } = JSON.parse(text);
    const sha256 = (sent: string) => createHash('sha256').update(sent).digest('hex');
    const [own, ...others] = box.auditEvents().slice(before);
    expect(own).toMatchObject({
      action: 'analyze.create',
      outcome: 'success',
      target: subject,
      result_id: analysis_id,
      request_sha256: sha256(body),
      response_sha256: sha256(text),
    });
    expect(others.map(({ action, target, status }) => [action, target, status])).toEqual(
      filed.map((name: string) => ['fhir.create', name, 201]),
    );
    expect(new Set(others.map(({ request_id }) => request_id))).toEqual(new Set([own?.request_id]));
    const [seen] = await files.search(`AuditEvent?patient=${subject}&_count=1`);
    expect(seen.entity[0]).toMatchObject({ what: { reference: subject }, role: { code: '1' } });
    const { entity, contained } = await files.read(filed.at(-1));
    expect(entity[0].what.display).toContain(sha256(body));
    expect(contained[0]).toMatchObject({ deviceName: [{ name: 'Wardbox' }] });
    expect(contained[1]).toMatchObject({ deviceName: [{ name: 'disease-knowledge' }] });
  });

  it('without a subject leaves nothing behind', async () => {
    const before = await files.count(FILED_TYPES);
    const result = await analyze({ patient_data: HEART });
    expect(result).not.toHaveProperty('filed');
    expect(await files.count(FILED_TYPES)).toBe(before);
  });
});

describe('an analysis of a file', () => {
  it('reads current data, states their age, and what was left out and why', async () => {
    const subject = await newPatient();
    const store = (resource: object) => files.store(resource);
    const pulse = await store(observed(subject, '8867-4', [128, '/min'], 2));
    await store(observed(subject, '8867-4', [70, '/min'], 50));
    await store(observed(subject, '8867-4', [20, '/min'], 1, { status: 'entered-in-error' }));
    const hot = await store(observed(subject, '8310-5', [39.4, 'Cel'], 30));
    const kidney = await store(observed(subject, '2160-0', [1.4, 'mg/dL'], 100));
    const salt = await store(observed(subject, '2951-2', [118, 'mmol/L'], 200));
    const undated = await store(observed(subject, '9279-1', [30, '/min'], undefined));
    const condition = (code: string, text: string, verification: string, clinical = 'active') =>
      store({
        resourceType: 'Condition',
        subject: { reference: subject },
        code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10', code }], text },
        verificationStatus: status('condition-ver-status', verification),
        clinicalStatus: status('condition-clinical', clinical),
      });
    const diabetes = await condition('E11', 'Type 2 diabetes', 'confirmed');
    const stroke = await condition('I63', 'Stroke', 'confirmed', 'resolved');
    await condition('J00', 'Common cold', 'confirmed', 'resolved');
    await condition('C34', 'Lung cancer', 'refuted', 'inactive');
    const guess = await condition('I26', 'Pulmonary embolism', 'provisional');
    const medicine = await store({
      resourceType: 'MedicationStatement',
      status: 'active',
      subject: { reference: subject },
      medicationCodeableConcept: { text: 'metformin' },
    });
    const allergy = await store({
      resourceType: 'AllergyIntolerance',
      patient: { reference: subject },
      code: { text: 'penicillin' },
      clinicalStatus: status('allergyintolerance-clinical', 'active'),
      verificationStatus: status('allergyintolerance-verification', 'confirmed'),
    });

    const { read_from = [], not_assessed, explanation, filed = [] } = await analyze({ subject });
    const names = read_from.map(({ resource }) => resource);
    expect(names.sort()).toEqual(
      [
        subject,
        ...[pulse, kidney].map((id) => `Observation/${id}`),
        ...[diabetes, stroke].map((id) => `Condition/${id}`),
        `MedicationStatement/${medicine}`,
        `AllergyIntolerance/${allergy}`,
      ].sort(),
    );
    const age = (id: string) =>
      read_from.find(({ resource }) => resource === `Observation/${id}`)?.age_hours;
    expect([age(pulse), age(kidney)]).toEqual([2, 100]);
    const why = (name: string) => not_assessed.find(({ what }) => what === name)?.reason;
    expect(why(`Observation/${hot}`)).toBe(
      'temperature: 30 hours old; vital signs older than 24 hours are not used',
    );
    expect(why(`Observation/${salt}`)).toBe(
      'sodium: 8 days old; laboratory values older than 7 days are not used',
    );
    expect(why(`Observation/${undated}`)).toContain('not said when');
    expect(why(`Condition/${guess}`)).toContain('not confirmed');
    const fields = explanation.findings.map(({ field }) => field);
    expect(fields).toContain(`Observation/${pulse}`);
    expect(JSON.stringify([explanation, not_assessed])).not.toContain('patient_data.entry');

    const provenance = await files.read(filed.at(-1) ?? '');
    expect(provenance.entity.slice(1).map((one: { what: object }) => one.what)).toEqual(
      read_from.map(({ resource }) => ({ reference: resource })),
    );
  });

  it('does not take its own earlier answers for facts', async () => {
    const subject = await newPatient();
    await files.store(observed(subject, '8867-4', [90, '/min'], 1));
    const first = await analyze({ patient_data: HEART, subject });
    expect(first.filed?.length).toBeGreaterThan(3);
    const second = await analyze({ subject });
    const read = second.read_from?.map(({ resource }) => resource) ?? [];
    expect(read.filter((name) => first.filed?.includes(name))).toEqual([]);
    expect(read).toHaveLength(2);
  });

  it('uses only the data sent, where data are sent', async () => {
    const subject = await newPatient();
    const id = await files.store(observed(subject, '8867-4', [180, '/min'], 1));
    const { read_from, explanation } = await analyze({
      patient_data: { symptoms: ['headache'] },
      subject,
    });
    expect(read_from).toBeUndefined();
    expect(JSON.stringify(explanation)).not.toContain(id);
  });

  it('leaves out what contradicts something newer, or each other', async () => {
    const subject = await newPatient();
    const systolic = await files.store(observed(subject, '8480-6', [80, 'mm[Hg]'], 1));
    const diastolic = await files.store(observed(subject, '8462-4', [120, 'mm[Hg]'], 5));
    const heights = await Promise.all(
      [150, 190].map((cm) => files.store(observed(subject, '8302-2', [cm, 'cm'], undefined))),
    );
    const { read_from = [], not_assessed } = await analyze({ subject });
    const names = read_from.map(({ resource }) => resource);
    expect(names).toContain(`Observation/${systolic}`);
    expect(names).not.toContain(`Observation/${diastolic}`);
    expect(not_assessed).toContainEqual({
      what: `Observation/${diastolic}`,
      reason: 'must be below the systolic',
    });
    // Of one thing the newest is taken; without a time nobody knows which that is.
    expect(names.filter((name) => heights.some((id) => name.endsWith(id)))).toHaveLength(1);
  });

  it('says in the record whose file was read though nothing came of it', async () => {
    const subject = await newPatient();
    const response = await box.post('/v1/analyze', { subject, imaging_analysis_ids: ['im_none'] });
    expect(response.status).toBe(400);
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: 'analyze.create',
      outcome: 'refused',
      target: subject,
    });
  });
});

describe('a subject is refused', () => {
  const refusal = async (body: object, headers: Record<string, string> = {}) => {
    const before = await files.count(FILED_TYPES);
    const response = await box.post('/v1/analyze', body, headers);
    const { code, details, message } = await errorOf(response);
    expect(await files.count(FILED_TYPES)).toBe(before);
    return { status: response.status, code, field: details.field, message };
  };
  const bearer = (options: Parameters<TestAppliance['key']>[0]) => ({
    Authorization: `Bearer ${box.key(options)}`,
  });

  it.each(['Patient', 'Group/1', 'Patient/', 'Patient/a b', 'https://x/Patient/1', 'Patient/../1'])(
    'that is written as %s',
    async (subject) => {
      expect(await refusal({ patient_data: HEART, subject })).toMatchObject({
        status: 400,
        code: 'validation_error',
        field: 'subject',
      });
    },
  );

  it('that does not exist, was deleted, or is of the other mode', async () => {
    const gone = await newPatient();
    await files.remove(gone);
    const live = { Authorization: `Bearer ${box.key({ mode: 'live' })}` };
    const elsewhere = `Patient/${await files.store(patient, live)}`;
    for (const subject of ['Patient/never', gone, elsewhere]) {
      for (const body of [{ subject }, { patient_data: HEART, subject }]) {
        expect(await refusal(body)).toMatchObject({ status: 400, field: 'subject' });
      }
    }
    expect((await analyze({ patient_data: HEART, subject: elsewhere }, live)).filed).toBeDefined();
  });

  it.each([
    ['demographics', { ...HEART, demographics: { age: 34 } }, 'patient_data.demographics.age'],
    [
      'a Bundle',
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [{ resource: { resourceType: 'Patient', birthDate: bornBefore(34) } }],
      },
      'patient_data.entry.0.resource.birthDate',
    ],
  ])('whose age is not that of %s that was sent with it', async (_what, patient_data, field) => {
    const subject = await newPatient();
    const refused = await refusal({ patient_data, subject });
    expect(refused).toMatchObject({ status: 400, code: 'validation_error', field });
    expect(refused.message).not.toMatch(/34|58/);
  });

  it('not for an age that a birthday or a year alone explains, nor for none', async () => {
    const of = (birthDate?: string) => files.store({ resourceType: 'Patient', birthDate });
    for (const id of [await of(bornBefore(60)), await of(bornBefore(56)), await of()]) {
      const subject = `Patient/${id}`;
      expect((await analyze({ patient_data: HEART, subject })).filed).toBeDefined();
    }
  });

  it('for a key that may not write, or not read where the file is to be read', async () => {
    const subject = await newPatient();
    const lacking = { status: 403, code: 'insufficient_scope' };
    const reader = bearer({ scopes: ['analyze', 'fhir.read'] });
    const writer = bearer({ scopes: ['analyze', 'fhir.write'] });
    expect(await refusal({ patient_data: HEART, subject }, reader)).toMatchObject({
      ...lacking,
      message: expect.stringContaining('fhir.write'),
    });
    expect(await refusal({ subject }, writer)).toMatchObject({
      ...lacking,
      message: expect.stringContaining('fhir.read'),
    });
    expect((await analyze({ patient_data: HEART, subject }, writer)).filed).toBeDefined();
  });

  it('not for a key without any scope of FHIR that names none', async () => {
    const plain = bearer({ scopes: ['analyze'] });
    expect((await analyze({ patient_data: HEART }, plain)).filed).toBeUndefined();
  });

  it('and data are required where neither is sent', async () => {
    expect(await refusal({})).toMatchObject({ status: 400, field: 'patient_data' });
  });
});
