import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MedicationsResult, medicationsResult } from '../../src/medications/schema.js';
import { type Card, cdsResponse } from '../../src/operations/cds/schema.js';
import { CDS_SERVICES, PREFETCH_KEYS } from '../../src/operations/cds/services.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { type PatientFiles, patientFiles, status } from '../support/filing.js';
import { errorOf } from '../support/http-app.js';
import { knowledgeModels } from '../support/knowledge-models.js';

const models = knowledgeModels();
let box: TestAppliance;
let files: PatientFiles;
let ehr: Server;
let ehrUrl: string;
/** What the FHIR server of the client was asked, and with which token. */
const asked: { readonly host: string | undefined; readonly authorization: string | undefined }[] =
  [];

const ID = 'p1';
const subject = { reference: `Patient/${ID}` };
const patient = { resourceType: 'Patient', id: ID, gender: 'female', birthDate: '1950-02-01' };
const order = (id: string, text: string, more: object = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  subject,
  medicationCodeableConcept: { text },
  ...more,
});
const draft = (id: string, text: string, more: object = {}) =>
  order(id, text, { status: 'draft', ...more });
const bundle = (...resources: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource })),
});
const condition = (id: string, text: string, verification = 'confirmed') => ({
  resourceType: 'Condition',
  id,
  subject,
  clinicalStatus: status('condition-clinical', 'active'),
  verificationStatus: status('condition-ver-status', verification),
  code: { text },
});
const record = (more: object = {}) => ({
  patient,
  conditions: null,
  allergies: null,
  medicationRequests: bundle(order('w', 'warfarin 5 mg daily')),
  medicationStatements: null,
  observations: null,
  ...more,
});
const call = (hook: string, context: object, more: object = { prefetch: record() }) => ({
  hook,
  hookInstance: 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea',
  context: { userId: 'Practitioner/1', patientId: ID, ...context },
  ...more,
});
const signing = (...orders: readonly object[]) => ({ draftOrders: bundle(...orders) });

beforeAll(async () => {
  ehr = createServer((request, response) => {
    const { host, authorization } = request.headers;
    asked.push({ host, authorization });
    const path = (request.url ?? '').split('?')[0];
    const answers: Record<string, object> = {
      [`/fhir/Patient/${ID}`]: patient,
      '/fhir/MedicationRequest': bundle(order('w', 'warfarin 5 mg daily')),
    };
    const answer = answers[path ?? ''];
    response.statusCode = request.headers.authorization === 'Bearer good' ? 200 : 401;
    response.end(JSON.stringify(answer ?? bundle()));
  });
  await new Promise<void>((resolve) => ehr.listen(0, '127.0.0.1', resolve));
  ehrUrl = `http://127.0.0.1:${(ehr.address() as AddressInfo).port}/fhir`;
  box = await startTestAppliance({
    models_dir: models.dir,
    cds: { fhir_servers: [{ url: ehrUrl }] },
  });
  files = patientFiles(box);
});
afterAll(async () => {
  await box.stop();
  models.remove();
  ehr.close();
});

async function cardsOf(hook: string, body: object): Promise<readonly Card[]> {
  const response = await box.post(`/v1/cds-services/wardbox-${hook}`, body);
  expect(response.status).toBe(200);
  return cdsResponse.parse(await response.json()).cards;
}

async function faultOf(response: Response) {
  const { message, details } = await errorOf(response);
  return { status: response.status, message, field: details.field };
}

const fault = async (hook: string, body: object) =>
  faultOf(await box.post(`/v1/cds-services/wardbox-${hook}`, body));

const rules = (cards: readonly Card[]) => cards.map(({ source }) => source.topic.code);

describe('CDS Hooks', () => {
  it('lists its services with what each may prefetch', async () => {
    const response = await box.get('/v1/cds-services');
    const { services } = (await response.json()) as { services: Record<string, unknown>[] };
    expect(services.map(({ hook }) => hook)).toEqual([
      'patient-view',
      'order-select',
      'order-sign',
      'encounter-discharge',
    ]);
    for (const service of services) {
      expect(Object.keys(service.prefetch as object)).toEqual(PREFETCH_KEYS);
      expect(service).not.toHaveProperty('subject');
    }
  });

  it('says of a draft order what the check of medicines says of it', async () => {
    const cards = await cardsOf('order-sign', call('order-sign', signing(draft('d', 'ibuprofen'))));
    const checked = await box.post('/v1/medications', {
      medications: ['warfarin 5 mg daily'],
      proposed: ['ibuprofen'],
      patient: { age: 76, gender: 'F' },
    });
    const { alerts }: MedicationsResult = medicationsResult.parse(await checked.json());
    const shown = alerts.filter(
      ({ severity, involves_proposed }) => severity !== 'minor' && involves_proposed,
    );
    expect(shown.length).toBeGreaterThan(0);
    expect(rules(cards).filter((rule) => rule !== 'not-assessed')).toEqual(
      shown.map(({ rule_id }) => rule_id),
    );
    expect(cards[0]).toMatchObject({
      indicator: 'critical',
      selectionBehavior: 'at-most-one',
      suggestions: [{ actions: [{ type: 'delete', resourceId: ['MedicationRequest/d'] }] }],
    });
    expect(cards[0]?.detail).toContain('**Sources:**');
  });

  it('has no card for an order that nothing speaks against', async () => {
    const sent = call('order-sign', signing(draft('d', 'paracetamol 500 mg')), {
      prefetch: record({ medicationRequests: null }),
    });
    expect(rules(await cardsOf('order-sign', sent))).toEqual([]);
  });

  it.each(['refuted', 'unconfirmed'])('is silent on a condition that is %s', async (state) => {
    const withState = (verification: string) =>
      call('order-sign', signing(draft('d', 'ibuprofen')), {
        prefetch: record({
          medicationRequests: null,
          conditions: bundle(condition('c', 'heart failure', verification)),
        }),
      });
    const spoken = (cards: readonly Card[]) =>
      cards.filter(
        ({ summary, indicator }) => /heart failure/i.test(summary) && indicator !== 'info',
      );
    expect(spoken(await cardsOf('order-sign', withState('confirmed')))).toHaveLength(1);
    expect(spoken(await cardsOf('order-sign', withState(state)))).toEqual([]);
  });

  it('says which draft orders are not understood, and judges the others', async () => {
    const orders = signing(
      draft('d', 'ibuprofen'),
      draft('x', 'xyzzyol'),
      { resourceType: 'MedicationRequest', status: 'draft', intent: 'order', subject },
      { resourceType: 'ServiceRequest', status: 'draft', intent: 'order', subject },
    );
    const cards = await cardsOf('order-sign', call('order-sign', orders));
    expect(rules(cards)).toContain('bleeding.vka.nsaid');
    const gaps = cards.find(({ source }) => source.topic.code === 'not-assessed');
    expect(gaps?.detail).toContain('xyzzyol: this order is not understood');
    expect(gaps?.detail).toContain('draftOrders.entry.2');
    expect(gaps?.detail).not.toContain('draftOrders.entry.3');
  });

  it('says when a list of the record was cut', async () => {
    const cut = { ...bundle(), link: [{ relation: 'next', url: 'https://ehr.example/next' }] };
    const sent = call('order-sign', signing(draft('d', 'paracetamol')), {
      prefetch: record({ medicationRequests: null, conditions: cut }),
    });
    const [card] = await cardsOf('order-sign', sent);
    expect(card?.source.topic.code).toBe('not-assessed');
    expect(card?.detail).toContain('Condition: the record has more');
  });

  it('says which parts of the record were not sent', async () => {
    const sent = call('order-sign', signing(draft('d', 'paracetamol')), {
      fhirServer: 'https://ehr.example/fhir',
      prefetch: { patient, conditions: null },
    });
    const [card] = await cardsOf('order-sign', sent);
    expect(card?.detail).toContain('AllergyIntolerance: it was not sent');
    expect(card?.detail).not.toContain('Condition:');
  });

  it('shows of selected orders only what concerns them', async () => {
    const context = {
      ...signing(draft('a', 'ibuprofen'), draft('b', 'paracetamol')),
      selections: ['MedicationRequest/b'],
    };
    expect(rules(await cardsOf('order-select', call('order-select', context)))).toEqual([]);
    const other = { ...context, selections: ['MedicationRequest/a'] };
    expect(rules(await cardsOf('order-select', call('order-select', other)))).toContain(
      'bleeding.vka.nsaid',
    );
  });

  it('counts an order that is signed again once, as it is now', async () => {
    const sent = call('order-sign', signing(draft('w', 'warfarin 4 mg daily')));
    const duplicates = rules(await cardsOf('order-sign', sent)).filter((rule) =>
      rule.startsWith('duplicate'),
    );
    expect(duplicates).toEqual([]);
  });

  it('checks the whole list at discharge', async () => {
    const sent = call(
      'encounter-discharge',
      {},
      {
        prefetch: record({
          medicationRequests: bundle(order('w', 'warfarin 5 mg'), order('i', 'ibuprofen 400 mg')),
        }),
      },
    );
    const cards = await cardsOf('encounter-discharge', sent);
    expect(rules(cards)).toContain('bleeding.vka.nsaid');
    expect(cards.every(({ suggestions }) => suggestions === undefined)).toBe(true);
  });

  it('says why a patient is urgent, and few dangers that are open', async () => {
    const observed = (code: string, value: number, unit: string) => ({
      resourceType: 'Observation',
      id: code,
      status: 'final',
      subject,
      effectiveDateTime: new Date().toISOString(),
      code: { coding: [{ system: 'http://loinc.org', code }] },
      valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    });
    const sent = call(
      'patient-view',
      {},
      {
        prefetch: record({
          observations: bundle(
            observed('8867-4', 128, '/min'),
            observed('9279-1', 28, '/min'),
            observed('8480-6', 86, 'mm[Hg]'),
            observed('59408-5', 88, '%'),
            observed('8310-5', 39.2, 'Cel'),
          ),
        }),
      },
    );
    const [urgency, dangers, ...others] = await cardsOf('patient-view', sent);
    expect(others).toEqual([]);
    expect(urgency).toMatchObject({ indicator: 'critical' });
    expect(dangers?.detail.split('\n').length).toBeLessThanOrEqual(6);
    expect(rules(await cardsOf('patient-view', call('patient-view', {})))).toEqual([]);
  });

  describe('where the record comes from', () => {
    const drafts = signing(draft('d', 'ibuprofen'));

    it('is the store of this appliance without a prefetch', async () => {
      const stored = await files.store({ ...patient, id: undefined });
      await files.store(
        order('w', 'warfarin', { id: undefined, subject: { reference: `Patient/${stored}` } }),
      );
      const sent = call('order-sign', { ...drafts, patientId: stored }, {});
      expect(rules(await cardsOf('order-sign', sent))).toContain('bleeding.vka.nsaid');
    });

    it('is the FHIR server of the client, with the token of the call', async () => {
      const fhirAuthorization = { access_token: 'good', token_type: 'Bearer', expires_in: 300 };
      const sent = call('order-sign', drafts, { fhirServer: `${ehrUrl}/`, fhirAuthorization });
      expect(rules(await cardsOf('order-sign', sent))).toContain('bleeding.vka.nsaid');
      expect(asked).toHaveLength(PREFETCH_KEYS.length);
      expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
        new Set(['Bearer good']),
      );
    });

    it('is said to be missing where the token is refused', async () => {
      const fhirAuthorization = { access_token: 'bad', token_type: 'Bearer', expires_in: 300 };
      const sent = call('order-sign', drafts, { fhirServer: ehrUrl, fhirAuthorization });
      const { status: code, message } = await fault('order-sign', sent);
      expect(code).toBe(412);
      expect(message).toContain('fhirServer answered 401');
    });

    it('is never a server that the configuration does not name', async () => {
      const fhirServer = ehrUrl.replace('127.0.0.1', 'localhost');
      const fhirAuthorization = { access_token: 'good', token_type: 'Bearer', expires_in: 300 };
      const sent = call('order-sign', drafts, { fhirServer, fhirAuthorization });
      expect((await fault('order-sign', sent)).status).toBe(412);
      expect(asked.filter(({ host }) => host?.startsWith('localhost'))).toEqual([]);
    });

    it('is said to be missing for a patient who is not stored', async () => {
      const sent = call('order-sign', { ...drafts, patientId: 'nobody' }, {});
      expect((await fault('order-sign', sent)).status).toBe(412);
    });

    it('may not be of two patients', async () => {
      const foreign = { ...condition('c', 'asthma'), subject: { reference: 'Patient/p2' } };
      const sent = call('order-sign', drafts, {
        prefetch: record({ conditions: bundle(foreign) }),
      });
      expect(await fault('order-sign', sent)).toMatchObject({
        status: 400,
        field: 'prefetch.conditions',
      });
    });
  });

  it.each([
    ['another hook', call('patient-view', signing(draft('d', 'ibuprofen'))), 'hook'],
    ['no orders', call('order-sign', {}), 'context.draftOrders'],
    ['no patient', { ...call('order-sign', signing()), context: {} }, 'context.patientId'],
  ])('refuses a call with %s', async (_what, body, field) => {
    expect(await fault('order-sign', body)).toMatchObject({ status: 400, field });
  });

  it('refuses unknown services, and keys without the scope', async () => {
    expect((await box.post('/v1/cds-services/none', call('order-sign', {}))).status).toBe(404);
    const headers = { Authorization: `Bearer ${box.key({ scopes: ['medications'] })}` };
    const response = await box.get('/v1/cds-services', headers);
    expect(response.status).toBe(403);
  });

  it('keeps what became of cards: all entries, or none', async () => {
    const [card] = await cardsOf(
      'order-sign',
      call('order-sign', signing(draft('d', 'ibuprofen'))),
    );
    const path = '/v1/cds-services/wardbox-order-sign/feedback';
    const overridden = {
      card: card?.uuid,
      outcome: 'overridden',
      overrideReason: { reason: { code: 'will-monitor' }, userComment: 'not kept' },
      outcomeTimestamp: '2026-01-31T08:00:00Z',
    };
    const broken = { feedback: [overridden, { card: 'nothing', outcome: 'accepted' }] };
    expect(await faultOf(await box.post(path, broken))).toMatchObject({
      status: 400,
      field: 'feedback.1.card',
    });
    const wrongService = '/v1/cds-services/wardbox-order-select/feedback';
    expect((await box.post(wrongService, { feedback: [overridden] })).status).toBe(400);
    expect((await box.post(path, { feedback: [overridden] })).status).toBe(200);
    expect((await box.post(path, { feedback: [] })).status).toBe(400);
  });

  it('offers one service for each hook', () => {
    expect(new Set(CDS_SERVICES.map(({ hook }) => hook)).size).toBe(CDS_SERVICES.length);
  });
});
