import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
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
const patient = { resourceType: 'Patient', gender: 'female', birthDate: bornBefore(70) };
const newPatient = async () => `Patient/${await files.store(patient)}`;

async function stored(resource: object & { readonly resourceType: string }): Promise<string> {
  return `${resource.resourceType}/${await files.store(resource)}`;
}

const ordered = (subject: string, name: string, more: object = {}) => ({
  resourceType: 'MedicationRequest',
  status: 'active',
  intent: 'order',
  medicationCodeableConcept: { text: name },
  subject: { reference: subject },
  ...more,
});
const reported = (subject: string, name: string, more: object = {}) => ({
  resourceType: 'MedicationStatement',
  status: 'active',
  medicationCodeableConcept: { text: name },
  subject: { reference: subject },
  ...more,
});
const allergicTo = (subject: string, substance: string) => ({
  resourceType: 'AllergyIntolerance',
  clinicalStatus: status('allergyintolerance-clinical', 'active'),
  code: { text: substance },
  patient: { reference: subject },
  reaction: [
    { manifestation: [{ text: 'rash' }] },
    { severity: 'severe', manifestation: [{ text: 'anaphylaxis' }] },
  ],
});
const condition = (subject: string, code: object, verification = 'confirmed') => ({
  resourceType: 'Condition',
  clinicalStatus: status('condition-clinical', 'active'),
  verificationStatus: status('condition-ver-status', verification),
  code,
  subject: { reference: subject },
});

const send = (body: object, headers: Record<string, string> = {}) =>
  box.post('/v1/medications', body, headers);

async function check(body: object, headers?: Record<string, string>): Promise<MedicationsResult> {
  const response = await send(body, headers);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return medicationsResult.parse(JSON.parse(text));
}

const shown = (subject: string, more: object = {}) => check({ subject, file: false, ...more });
const sourcesOf = ({ read_from = [] }: MedicationsResult) =>
  read_from.map(({ resource }) => resource);
const alertOn = ({ alerts }: MedicationsResult, ...drugs: string[]) =>
  alerts.find((alert) => drugs.every((drug) => alert.drugs.includes(drug)));
const reasonFor = ({ not_assessed = [] }: MedicationsResult, what: string) =>
  not_assessed.find((one) => one.what === what)?.reason;

describe('a check of a patient', () => {
  it('reads medicines, allergies, conditions and values, and names what it read', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    const amoxicillin = await stored(reported(subject, 'amoxicillin 500 mg capsule'));
    const metformin = await stored(
      ordered(subject, 'metformin', {
        dosageInstruction: [
          {
            timing: { repeat: { frequency: 2, period: 1, periodUnit: 'd' } },
            doseAndRate: [{ doseQuantity: { value: 1000, unit: 'mg' } }],
          },
        ],
      }),
    );
    const allergy = await stored(allergicTo(subject, 'penicillin'));
    const egfr = await stored(observed(subject, '98979-8', [22, 'mL/min/{1.73_m2}'], 5));
    const result = await shown(subject);
    expect(sourcesOf(result).toSorted()).toEqual(
      [subject, warfarin, amoxicillin, metformin, allergy, egfr].toSorted(),
    );
    expect(result.resolved.map(({ item }) => item).toSorted()).toEqual(
      [warfarin, amoxicillin, metformin].toSorted(),
    );
    expect(alertOn(result, 'metformin')).toMatchObject({
      kind: 'renal',
      items: [metformin],
      because: expect.arrayContaining([expect.stringContaining('22')]),
    });
    expect(result.alerts.find(({ kind }) => kind === 'allergy')).toMatchObject({
      items: [amoxicillin],
      because: [expect.stringContaining('anaphylaxis')],
    });
    expect(result.resolved.find(({ item }) => item === metformin)?.understood).toMatchObject({
      dose: expect.stringContaining('1000'),
    });
    expect(result.safe_to_proceed).toBe(false);
    expect(result.read_from?.find(({ resource }) => resource === egfr)?.age_hours).toBeCloseTo(5);
  });

  it('checks a proposed medicine against the record, and states what is proposed alone', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    const result = await shown(subject, { proposed: ['ibuprofen 400 mg'] });
    expect(alertOn(result, 'warfarin', 'ibuprofen')).toMatchObject({
      involves_proposed: true,
      items: [warfarin, 'proposed.0'],
    });
  });

  it('adds what the request states; of one medicine the request counts', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    const simvastatin = await stored(ordered(subject, 'simvastatin 20 mg'));
    const result = await shown(subject, { medications: ['Coumadin 5 mg', 'ibuprofen 400 mg'] });
    expect(result.resolved.map(({ item }) => item)).toEqual([
      'medications.0',
      'medications.1',
      simvastatin,
    ]);
    expect(reasonFor(result, warfarin)).toBe('the same medicine as medications.0, which counts');
    expect(result.safety.not_judged.map(({ what }) => what)).not.toContain(warfarin);
    expect(result.alerts.filter(({ kind }) => kind === 'duplicate_therapy')).toEqual([]);
  });

  it('knows what the patient once had, where that still matters', async () => {
    const passed = (subject: string, text: string) => ({
      ...condition(subject, { text }),
      clinicalStatus: status('condition-clinical', 'resolved'),
    });
    const subject = await newPatient();
    await stored(ordered(subject, 'naproxen 500 mg'));
    const cold = await stored(passed(subject, 'acute bronchitis'));
    const before = await shown(subject);
    const ulcer = await stored(passed(subject, 'peptic ulcer disease'));
    const result = await shown(subject);
    const about = ({ alerts }: MedicationsResult) =>
      alerts.filter(({ kind }) => kind === 'contraindication');
    expect(about(result).length).toBeGreaterThan(about(before).length);
    expect(sourcesOf(result)).toEqual(expect.arrayContaining([cold, ulcer]));
    expect(about(before)).toEqual([]);
  });

  it('takes the list of the request as the whole one where it says so', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    await stored(allergicTo(subject, 'ibuprofen'));
    const result = await shown(subject, {
      medications: ['ibuprofen 400 mg'],
      stored_medications: 'exclude',
    });
    expect(result.resolved.map(({ item }) => item)).toEqual(['medications.0']);
    expect(result.alerts.map(({ kind }) => kind)).toContain('allergy');
    expect(reasonFor(result, warfarin)).toMatch(/stored_medications is exclude/);
  });

  it('counts an order and a statement of the same medicine once, two orders twice', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'bisoprolol 5 mg'));
    const statement = await stored(reported(subject, 'bisoprolol'));
    const once = await shown(subject);
    expect(once.alerts).toEqual([]);
    expect(reasonFor(once, statement)).toMatch(/^the same medicine as MedicationRequest\//);
    await stored(reported(subject, 'bisoprolol 10 mg'));
    const differing = await shown(subject);
    expect(differing.alerts.map(({ kind }) => kind)).toContain('duplicate_therapy');
  });

  it('lets values of the request count, with what follows from them', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'metformin 1000 mg twice a day'));
    const egfr = await stored(observed(subject, '98979-8', [80, 'mL/min/{1.73_m2}'], 5));
    expect(alertOn(await shown(subject), 'metformin')).toBeUndefined();
    const result = await shown(subject, { patient: { creatinine_umol_l: 320 } });
    expect(alertOn(result, 'metformin')).toMatchObject({ kind: 'renal' });
    expect(reasonFor(result, egfr)).toBe('it follows from what the request states');
  });

  it('does not use old values, and says so as an analysis does', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'metformin 1000 mg twice a day'));
    const old = await stored(observed(subject, '98979-8', [22, 'mL/min/{1.73_m2}'], 24 * 30));
    const result = await shown(subject);
    expect(alertOn(result, 'metformin')).toBeUndefined();
    expect(sourcesOf(result)).not.toContain(old);
    expect(reasonFor(result, old)).toMatch(/older than 7 days are not used/);
    const analysis = await box.post('/v1/risk', { subject, file: false });
    const { not_assessed } = (await analysis.json()) as MedicationsResult;
    expect(not_assessed?.find(({ what }) => what === old)?.reason).toBe(reasonFor(result, old));
  });

  it('calls nothing safe while a part of the record could hide an alert', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'paracetamol 500 mg'));
    expect((await shown(subject)).safe_to_proceed).toBe(true);
    const unnamed = await stored(
      ordered(subject, '', {
        medicationCodeableConcept: { coding: [{ system: 'urn:x', code: '1' }] },
      }),
    );
    const doubtful = await stored(reported(subject, 'digoxin', { status: 'unknown' }));
    const suspected = await stored(condition(subject, { text: 'peptic ulcer' }, 'provisional'));
    const result = await shown(subject);
    expect(result.safe_to_proceed).toBeNull();
    const notJudged = result.safety.not_judged.map(({ what }) => what);
    expect(notJudged.toSorted()).toEqual([unnamed, doubtful, suspected].toSorted());
    const listed = result.not_assessed?.map(({ what }) => what) ?? [];
    expect(listed.filter((what) => what === suspected)).toHaveLength(1);
  });

  it('reads conditions by their words or their ICD-10 code', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'ibuprofen 400 mg'));
    const coding = [{ system: 'http://hl7.org/fhir/sid/icd-10', code: 'K25.4' }];
    await stored(condition(subject, { coding }));
    const result = await shown(subject);
    expect(result.alerts.map(({ kind }) => kind)).toContain('contraindication');
  });

  it('of whom no medicine is recorded is not called safe', async () => {
    const subject = await newPatient();
    const result = await shown(subject);
    expect(result).toMatchObject({ safe_to_proceed: null, alerts: [], to_file: [] });
    expect(reasonFor(result, 'medications')).toBe(
      'neither the record nor the request names a medicine',
    );
  });

  it('reads a long record in a thread as well', async () => {
    const subject = await newPatient();
    const names = Array.from(
      { length: 60 },
      (_, n) => `paracetamol ${500 + n} mg as needed for pain`,
    );
    for (const name of names) await stored(ordered(subject, name));
    const result = await shown(subject);
    expect(result.resolved).toHaveLength(60);
  });
});

describe('a check that is filed', () => {
  it('is a DetectedIssue for each alert, with its Provenance', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    const result = await check({ subject, proposed: ['ibuprofen 400 mg', 'paracetamol 500 mg'] });
    const { filed = [], alerts, check_id, created_at } = result;
    expect(filed).toHaveLength(alerts.length + 1);
    const issue = await files.read(filed[0] ?? '');
    expect(issue).toMatchObject({
      resourceType: 'DetectedIssue',
      status: 'preliminary',
      patient: { reference: subject },
      identifier: [{ value: check_id }, {}],
      identifiedDateTime: created_at,
      severity: 'high',
      code: { coding: [{ code: 'DRG', display: 'Drug Interaction Alert' }] },
      author: { reference: '#wardbox' },
      implicated: [{ reference: warfarin }, { reference: '#proposed-0' }],
      contained: [
        { resourceType: 'Device', id: 'wardbox' },
        { resourceType: 'Medication', id: 'proposed-0', code: { text: 'ibuprofen 400 mg' } },
      ],
      detail: expect.stringContaining('Management, not yet carried out:'),
    });
    expect(issue.mitigation).toBeUndefined();
    expect(issue.meta.security).toMatchObject([{ code: 'AIAST' }]);
    const provenance = await files.read(filed.at(-1) ?? '');
    expect(provenance).toMatchObject({
      resourceType: 'Provenance',
      target: filed.slice(0, -1).map((name) => ({ reference: `${name}/_history/1` })),
    });
    const read = provenance.entity.flatMap(
      ({ what }: { what: { reference?: string } }) => what.reference ?? [],
    );
    expect(read).toEqual(sourcesOf(result));
  });

  it('is found by its patient, its code and what it implicates', async () => {
    const subject = await newPatient();
    const warfarin = await stored(ordered(subject, 'warfarin 3 mg'));
    const { filed = [] } = await check({ subject, proposed: ['ibuprofen 400 mg'] });
    for (const query of [`patient=${subject}&code=DRG`, `implicated=${warfarin}`]) {
      const found = await files.search(`DetectedIssue?${query}`);
      expect(found.map(({ id }) => `DetectedIssue/${id}`)).toContain(filed[0]);
    }
    const everything = await files.read(`${subject}/$everything`);
    const types = everything.entry.map(
      ({ resource }: { resource: { resourceType: string } }) => resource.resourceType,
    );
    expect(types).toContain('DetectedIssue');
    const { search } = everything.entry.at(-1);
    expect([everything.entry.at(-1).resource, search]).toMatchObject([
      { resourceType: 'Provenance', id: filed.at(-1)?.split('/')[1] },
      { mode: 'include' },
    ]);
    const some = await files.read(`${subject}/$everything?_type=DetectedIssue`);
    expect(some.entry).toHaveLength(filed.length - 1);
    // What software asserted is never read as a fact.
    expect(sourcesOf(await shown(subject))).not.toContain(filed[0]);
  });

  it('is one for each patient and alert, and a repeated check is a new version of it', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    await stored(ordered(subject, 'ibuprofen 400 mg'));
    const first = await check({ subject });
    const again = await check({ subject });
    const issuesOf = ({ filed = [] }: MedicationsResult) => filed.slice(0, -1);
    expect(issuesOf(again)).toEqual(issuesOf(first));
    expect(await files.search(`DetectedIssue?patient=${subject}`)).toHaveLength(
      first.alerts.length,
    );
    const [name = ''] = issuesOf(again);
    expect(await files.read(name)).toMatchObject({
      meta: { versionId: '2' },
      status: 'preliminary',
      identifier: [{ value: again.check_id }, { value: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    });
    const { target } = await files.read(again.filed?.at(-1) ?? '');
    expect(target[0]).toEqual({ reference: `${name}/_history/2` });
    const provenances = await files.search(`Provenance?target=${name}`);
    expect(provenances).toHaveLength(2);
    const other = await newPatient();
    await stored(ordered(other, 'warfarin 3 mg'));
    await stored(ordered(other, 'ibuprofen 400 mg'));
    expect(issuesOf(await check({ subject: other }))).not.toContain(name);
  });

  it('is cancelled once its medicine is stopped, and the same again if it is taken again', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    const resource = ordered(subject, 'ibuprofen 400 mg');
    const ibuprofen = await stored(resource);
    const { filed: [name = ''] = [] } = await check({ subject });
    const becomes = (status: string) => files.replace(ibuprofen, { ...resource, status });
    await becomes('stopped');
    const { filed } = await check({ subject });
    expect(filed).toContain(name);
    expect(await files.read(name)).toMatchObject({
      status: 'cancelled',
      detail: expect.stringMatching(/^A medicine that it is about is not taken any more/),
      implicated: expect.arrayContaining([{ reference: ibuprofen }]),
    });
    expect((await check({ subject })).filed).toEqual([]);
    await becomes('active');
    await check({ subject });
    expect(await files.read(name)).toMatchObject({ status: 'preliminary' });
  });

  it('stays as it is where its medicine was not checked, or is not found for another reason', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'metformin 1000 mg twice a day'));
    const egfr = await stored(observed(subject, '98979-8', [22, 'mL/min/{1.73_m2}'], 5));
    const { filed: [name = ''] = [] } = await check({ subject });
    await check({ subject, medications: ['paracetamol'], stored_medications: 'exclude' });
    await files.remove(egfr);
    expect((await check({ subject })).alerts).toEqual([]);
    expect(await files.read(name)).toMatchObject({
      status: 'preliminary',
      meta: { versionId: '1' },
    });
  });

  it('is left alone once a person has decided about it', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    await stored(ordered(subject, 'ibuprofen 400 mg'));
    const { filed: [name = ''] = [], alerts } = await check({ subject });
    const mitigation = [{ action: { text: 'Ibuprofen is given for two days' } }];
    const issue = { ...(await files.read(name)), status: 'final', mitigation };
    await files.replace(name, issue);
    const again = await check({ subject });
    expect(again.alerts).toHaveLength(alerts.length);
    expect(again.filed).not.toContain(name);
    expect(await files.read(name)).toMatchObject({ status: 'final', mitigation });
  });

  it('is filed once by checks at the same time', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    await stored(ordered(subject, 'ibuprofen 400 mg'));
    const [first] = await Promise.all([check({ subject }), check({ subject }), check({ subject })]);
    expect(await files.search(`DetectedIssue?patient=${subject}`)).toHaveLength(
      first?.alerts.length ?? -1,
    );
  });

  it('without an alert files nothing', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'paracetamol 500 mg'));
    const before = await files.count(FILED_TYPES);
    expect((await check({ subject })).filed).toEqual([]);
    expect(await files.count(FILED_TYPES)).toBe(before);
  });

  it('writes nothing with file false, and exactly what it showed afterwards, once', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    const reader = { Authorization: `Bearer ${box.key({ scopes: ['medications', 'fhir.read'] })}` };
    const before = await files.count(FILED_TYPES);
    const body = { subject, proposed: ['ibuprofen 400 mg'], file: false };
    const { to_file: resources = [], filed } = await check(body, reader);
    expect(filed).toBeUndefined();
    expect(await files.count(FILED_TYPES)).toBe(before);
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
    expect(await files.count(FILED_TYPES)).toBe(before + resources.length);
    expect((await box.post('/v1/fhir', bundle)).status).toBe(412);
  });

  it('is filed once for one idempotency key', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    const body = { subject, proposed: ['ibuprofen 400 mg'] };
    const headers = { 'Idempotency-Key': subject };
    const first = await check(body, headers);
    expect(await check(body, headers)).toEqual(first);
    const issues = await files.search(`DetectedIssue?patient=${subject}`);
    expect(issues).toHaveLength(first.alerts.length);
  });

  it('is recorded with its patient', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    await shown(subject);
    expect(box.auditEvents().at(-1)).toMatchObject({
      action: 'medications.create',
      outcome: 'success',
      target: subject,
    });
  });
});

describe('a refusal names the field', () => {
  const refusal = async (body: object, headers?: Record<string, string>) => {
    const response = await send(body, headers);
    expect(response.status).toBe(400);
    return errorOf(response);
  };

  it('for data of another patient', async () => {
    const subject = await newPatient();
    await stored(ordered(subject, 'warfarin 3 mg'));
    expect(await refusal({ subject, patient: { age: 30 } })).toMatchObject({
      code: 'validation_error',
      details: { field: 'patient.age', issue: expect.stringContaining('more than 2 years') },
    });
    expect((await shown(subject, { patient: { age: 70 } })).safe_to_proceed).toBeDefined();
  });

  it('for a patient who is not here, or in the other world', async () => {
    const live = { Authorization: `Bearer ${box.key({ mode: 'live' })}` };
    const elsewhere = `Patient/${await files.store(patient, live)}`;
    for (const subject of ['Patient/none', elsewhere]) {
      expect(await refusal({ subject })).toMatchObject({ details: { field: 'subject' } });
    }
    expect((await send({ subject: elsewhere, file: false }, live)).status).toBe(200);
  });

  it('for a list that is excluded without another, and for the field without a subject', async () => {
    const subject = await newPatient();
    expect(await refusal({ subject, stored_medications: 'exclude' })).toMatchObject({
      details: { field: 'medications' },
    });
    const alone = { medications: ['warfarin'], stored_medications: 'include' };
    expect(await refusal(alone)).toMatchObject({ details: { field: 'stored_medications' } });
    expect(await refusal({})).toMatchObject({ details: { field: 'medications' } });
  });

  it('for what only the appliance adds', async () => {
    const record = { data: { resourceType: 'Bundle', type: 'collection', entry: [] }, leftOut: [] };
    expect(await refusal({ medications: ['warfarin'], record })).toMatchObject({
      code: 'validation_error',
    });
  });

  it('and the scope that a key lacks', async () => {
    const subject = await newPatient();
    const only = { Authorization: `Bearer ${box.key({ scopes: ['medications', 'fhir.read'] })}` };
    const response = await send({ subject }, only);
    expect(response.status).toBe(403);
    expect((await errorOf(response)).message).toContain('fhir.write');
  });
});
