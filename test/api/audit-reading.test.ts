import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkHash } from '../../src/audit/audit-chain.js';
import { readRecordLine } from '../../src/audit/record-line.js';
import {
  recordDetail,
  recordPage,
  verification,
} from '../../src/operations/administration/audit-schema.js';
import { endOfRun, type Visitor, visitor } from '../support/administration.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { errorOf } from '../support/http-app.js';

let box: TestAppliance;
let auditor: Visitor;
let patient: string;
beforeAll(async () => {
  box = await startTestAppliance();
  auditor = await visitor(box, { userName: 'otto', roles: ['auditor'] });
  const created = await box.post('/v1/fhir/Patient', { resourceType: 'Patient', active: true });
  patient = ((await created.json()) as { id: string }).id;
  const clinician = await visitor(box, { userName: 'clara', roles: ['clinician'] });
  await clinician.json('GET', `/v1/fhir/Patient/${patient}`);
  await clinician.request('GET', '/v1/fhir/Patient/none', { mode: 'live' });
  const body = { score: 'bmi', inputs: { weight: 80, height: 200 } };
  await box.post('/v1/risk', body, { Authorization: `Bearer ${box.key({ mode: 'live' })}` });
});
afterAll(() => box.stop());

type Query = Record<string, string>;

async function search(query: Query, mode: 'test' | 'live' = 'test') {
  const path = `/v1/audit/records?${new URLSearchParams(query)}`;
  return recordPage.parse(await auditor.json('GET', path, { mode }));
}

const actionsOf = ({ records }: Awaited<ReturnType<typeof search>>) =>
  records.map(({ event }) => event.action);

describe('a search of the audit log', () => {
  it('answers who saw a patient, without naming the patient', async () => {
    const page = await search({ patient });
    expect(actionsOf(page)).toEqual(['fhir.read', 'fhir.create']);
    expect(page.records[0]?.actor_name).toBe('clara');
    expect(JSON.stringify(page)).not.toContain(patient);
    const again = await search({ patient: `Patient/${patient}`, action: 'audit.*' });
    expect(again.records[0]?.event).toMatchObject({
      action: 'audit.search',
      actor: { type: 'user', id: auditor.userId },
      query: 'patient',
      count: 2,
    });
  });

  it('filters by actor, action, outcome and time', async () => {
    expect(new Set(actionsOf(await search({ action: 'fhir.*' })))).toEqual(
      new Set(['fhir.read', 'fhir.create']),
    );
    expect(actionsOf(await search({ action: 'fhir.create,risk.create' }))).toEqual(['fhir.create']);
    const own = await search({ actor: auditor.userId });
    expect(new Set(own.records.map(({ actor_name }) => actor_name))).toEqual(new Set(['otto']));
    expect((await search({ outcome: 'failed' })).records).toEqual([]);
    const future = new Date(Date.now() + 60_000).toISOString();
    expect((await search({ since: future })).records).toEqual([]);
    const past = new Date(Date.now() - 3_600_000).toISOString();
    expect((await search({ until: past })).records).toEqual([]);
    expect((await search({ since: past, until: future })).records.length).toBeGreaterThan(3);
  });

  it('shows one world, and what concerns neither', async () => {
    expect(actionsOf(await search({ action: 'risk.*' }))).toEqual([]);
    expect(actionsOf(await search({ action: 'risk.*' }, 'live'))).toEqual(['risk.create']);
    const [openings, elsewhere] = [
      await search({ action: 'model.open,knowledge.open' }),
      await search({ action: 'model.open,knowledge.open' }, 'live'),
    ];
    expect(openings.records).toEqual(elsewhere.records);
  });

  it('goes on where a page has ended', async () => {
    const all = await search({ action: 'fhir.*' });
    const first = await search({ action: 'fhir.*', limit: '1' });
    const second = await search({ action: 'fhir.*', limit: '1', after: first.next ?? '' });
    const both = [...first.records, ...second.records].map(({ seq }) => seq);
    expect(both).toEqual(all.records.slice(0, 2).map(({ seq }) => seq));
  });

  it('refuses what it cannot read, by its field', async () => {
    for (const [field, value] of Object.entries({
      since: 'yesterday',
      patient: 'Patient/ä',
      action: 'x; DROP',
      outcome: 'odd',
      after: '-1',
    })) {
      const refused = await auditor.request('GET', `/v1/audit/records?${field}=${value}`);
      expect(refused.status, field).toBe(400);
      expect((await errorOf(refused)).details.field).toBe(field);
    }
  });
});

describe('one record', () => {
  it('has its place in the chain', async () => {
    const [newest] = (await search({ action: 'fhir.create' })).records;
    const read = recordDetail.parse(await auditor.json('GET', `/v1/audit/records/${newest?.seq}`));
    expect(read).toMatchObject({ seq: newest?.seq, hash: newest?.hash, hash_is_right: true });
  });

  it('is not there in the other world, or at all', async () => {
    const [live] = (await search({ action: 'risk.*' }, 'live')).records;
    for (const seq of [live?.seq, 999_999, 'x']) {
      expect((await auditor.request('GET', `/v1/audit/records/${seq}`)).status).toBe(404);
    }
  });
});

describe('an export', () => {
  it('has the exact text of each record with its hash', async () => {
    const response = await auditor.request('GET', `/v1/audit/export?patient=${patient}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await response.text()).trimEnd().split('\n');
    const links = lines.map((line) => readRecordLine(line)!);
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) expect(linkHash(link).equals(link.hash)).toBe(true);
    const whole = await auditor.request('GET', '/v1/audit/export', { mode: 'live' });
    const actions = (await whole.text()).match(/"action":"[\w.]+"/g);
    expect(actions).toContain('"action":"risk.create"');
    expect(actions).not.toContain('"action":"fhir.create"');
    expect(box.auditEvents().map(({ action }) => action)).toContain('audit.export');
  });
});

describe('a verification', () => {
  it('finds the log intact, and then what was changed', async () => {
    const path = '/v1/audit/verification';
    expect(await auditor.json('GET', path)).toEqual({ state: 'never' });
    expect(await auditor.json('POST', path, { body: {} })).toMatchObject({ state: 'running' });
    const sound = verification.parse(await endOfRun(auditor, path));
    expect(sound.verdict, JSON.stringify(sound)).toMatchObject({ intact: true });
    box.database.exec('DROP TRIGGER audit_no_update');
    box.database.exec("UPDATE audit SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 3");
    await auditor.json('POST', path, { body: {} });
    const broken = verification.parse(await endOfRun(auditor, path));
    expect(broken.verdict).toMatchObject({ intact: false, place: 'record 3' });
    const read = await auditor.json('GET', '/v1/audit/records/3', { mode: 'test' });
    expect(read).toMatchObject({ hash_is_right: false });
  });
});
