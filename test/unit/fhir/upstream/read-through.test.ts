import { describe, expect, it } from 'vitest';
import { UpstreamFault } from '../../../../src/fhir/upstream/fault.js';
import { createReadThrough } from '../../../../src/fhir/upstream/read-through.js';
import type { Upstream } from '../../../../src/fhir/upstream/server.js';
import { type AskOptions, openFhir } from '../../../support/fhir/ask.js';
import { grantsOf } from '../../../support/fhir/grants.js';
import { revealNames } from '../../../support/reveal-names.js';
import { NOON, stoppedClock } from '../../../support/stopped-clock.js';

const BASE = 'https://his.example/fhir';
const MINUTE = 60_000;

interface Told {
  readonly id: string;
  readonly [member: string]: unknown;
}

const at = (ms: number, versionId?: string) => ({
  lastUpdated: new Date(ms).toISOString(),
  ...(versionId !== undefined && { versionId }),
});

const patient = (more: object = {}): Told => ({
  resourceType: 'Patient',
  id: 'p1',
  meta: at(NOON - MINUTE, '1'),
  ...more,
});

const observation = (id: string, more: object = {}): Told => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }] },
  subject: { reference: 'Patient/p1' },
  meta: at(NOON - MINUTE, '1'),
  ...more,
});

/** A hospital's server that answers these addresses, below its base and without `_count`. */
function hospital(answers: Record<string, object | number>) {
  const asked: string[] = [];
  const upstream: Upstream = {
    base: BASE,
    timeoutMs: 1_000,
    async get(url) {
      const address = decodeURIComponent(url.slice(BASE.length + 1)).replace(/[?&]_count=200/, '');
      asked.push(address);
      const answer = answers[address];
      if (typeof answer === 'number') throw new UpstreamFault('no', { status: answer });
      if (answer === undefined) return undefined;
      return { text: JSON.stringify(answer), value: JSON.parse(JSON.stringify(answer)) };
    },
  };
  const clock = stoppedClock();
  const box = openFhir(clock, 100, (parts) => createReadThrough({ ...parts, upstream }));
  const ask = (method: 'GET' | 'PUT' | 'DELETE', url: string, options: AskOptions = {}) =>
    box.ask(method, url, { mode: 'live', ...options });
  return { ...box, ask, asked, answers, clock };
}

const searchset = (...resources: readonly object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource })),
});

describe('a copy', () => {
  it('is requested again after a minute, and follows its original', async () => {
    const box = hospital({ 'Patient/p1': patient() });
    const first = await box.ask('GET', 'Patient/p1');
    expect(first.body).toMatchObject({ meta: { source: `${BASE}/Patient/p1/_history/1` } });
    await box.ask('GET', 'Patient/p1');
    expect(box.asked).toHaveLength(1);

    box.clock.pass(MINUTE);
    await box.ask('GET', 'Patient/p1');
    expect(box.asked).toHaveLength(2);
    // The original's clock goes behind: its time is before that of the copy, its version is new.
    box.answers['Patient/p1'] = patient({ meta: at(NOON - 1, '2'), gender: 'female' });
    box.clock.pass(MINUTE);
    const { body } = await box.ask('GET', 'Patient/p1');
    expect(body).toMatchObject({ gender: 'female', meta: { versionId: '2' } });
  });

  it('that was changed here stays, until the original is changed after that', async () => {
    const box = hospital({ 'Patient/p1': patient() });
    const { body } = await box.ask('GET', 'Patient/p1');
    box.clock.pass(MINUTE);
    await box.ask('PUT', 'Patient/p1', { body: { ...body, gender: 'male' } });
    box.answers['Patient/p1'] = patient({ meta: at(NOON + MINUTE - 1, '2'), gender: 'female' });
    box.clock.pass(MINUTE);
    expect((await box.ask('GET', 'Patient/p1')).body.gender).toBe('male');
    box.answers['Patient/p1'] = patient({ meta: at(NOON + MINUTE + 1, '3'), gender: 'other' });
    box.clock.pass(MINUTE);
    expect((await box.ask('GET', 'Patient/p1')).body.gender).toBe('other');
  });

  it('answers a read while its original cannot be had; a search says that it cannot', async () => {
    const box = hospital({ 'Patient/p1': patient(), 'Observation?patient=p1': searchset() });
    expect((await box.ask('GET', 'Observation?patient=p1')).status).toBe(200);
    box.answers['Patient/p1'] = 500;
    box.answers['Observation?patient=p1'] = 500;
    box.clock.pass(MINUTE);
    expect((await box.ask('GET', 'Patient/p1')).status).toBe(200);
    const search = await box.ask('GET', 'Observation?patient=p1');
    expect([search.status, search.body.issue?.[0]?.code]).toEqual([503, 'transient']);
  });
});

describe('what is not requested', () => {
  it('is what was made here or deleted here, and anything with a test key', async () => {
    const box = hospital({ 'Patient/p1': patient({ gender: 'female' }) });
    await box.ask('PUT', 'Patient/p1', { body: { resourceType: 'Patient', id: 'p1' } });
    expect((await box.ask('GET', 'Patient/p1')).body.gender).toBeUndefined();
    expect((await box.ask('GET', 'Observation?patient=p1')).body.entry).toBeUndefined();
    await box.ask('DELETE', 'Patient/p1');
    expect((await box.ask('GET', 'Patient/p1')).status).toBe(410);
    expect((await box.ask('GET', 'Observation?subject=Patient/p1')).status).toBe(200);
    expect((await box.ask('GET', 'Patient/p2', { mode: 'test' })).status).toBe(404);
    expect((await box.ask('GET', 'AuditEvent/p2')).status).toBe(404);
    expect((await box.ask('GET', 'Patient/a%20b')).status).toBe(404);
    expect((await box.ask('GET', 'Observation?code=8867-4')).status).toBe(200);
    expect(box.asked).toEqual([]);
  });
});

describe('a search bound to a patient', () => {
  const address = 'Observation?patient=Patient/p1&code=8867-4';

  it('asks for the patient first, then by its criteria, once a minute', async () => {
    const found = searchset(observation('o1'), observation('o2'));
    const box = hospital({ 'Patient/p1': patient(), [address]: found });
    for (const more of ['', '&_sort=-date', '&_count=1&_elements=code']) {
      const { body } = await box.ask('GET', `${address}${more}`);
      expect(body.entry?.length).toBe(more.includes('_count') ? 1 : 2);
    }
    expect(box.asked).toEqual(['Patient/p1', address]);
  });

  it('of a patient whom the server does not know asks for nothing else', async () => {
    const box = hospital({});
    const { status, body } = await box.ask('GET', address);
    expect([status, body.total]).toEqual([200, 0]);
    expect(box.asked).toEqual(['Patient/p1']);
  });

  it('asks for all of the patient where the server does not understand the criteria', async () => {
    const found = searchset(observation('o1'), observation('o2', { code: { text: 'other' } }));
    const box = hospital({
      'Patient/p1': patient(),
      [address]: 400,
      'Observation?patient=Patient/p1': found,
    });
    const { body } = await box.ask('GET', address);
    expect(body.entry?.map(({ resource }) => resource?.id)).toEqual(['o1']);
    expect((await box.ask('GET', 'Observation/o2')).status).toBe(200);
  });

  it('says how many it has left out because they are not valid', async () => {
    const broken = observation('o2', { status: 'done' });
    const outcome = { resourceType: 'OperationOutcome', issue: [] };
    const found = searchset(observation('o1'), broken, { resourceType: 'Observation' }, outcome);
    const box = hospital({ 'Patient/p1': patient(), [address]: found });
    for (const _ of [1, 2]) {
      const { body } = await box.ask('GET', address);
      expect(body.entry?.map(({ search }) => search?.mode)).toEqual(['match', 'outcome']);
      const told = body.entry?.[1]?.resource;
      expect(told?.issue?.[0]).toMatchObject({ severity: 'warning', code: 'incomplete' });
      expect(told?.issue?.[0]?.diagnostics).toMatch(/ has 2 more/);
      expect(box.asked).toHaveLength(2);
    }
  });

  it('takes over no resource whose name is taken here', async () => {
    // Their versions are later than ours.
    const meta = at(NOON + MINUTE, '2');
    const found = searchset(observation('o1', { meta }), observation('o2', { meta }));
    const box = hospital({ 'Patient/p1': patient(), [address]: found });
    for (const id of ['o1', 'o2']) {
      const own = observation(id, { subject: { reference: 'Patient/other' } });
      await box.ask('PUT', `Observation/${id}`, { body: own });
    }
    await box.ask('DELETE', 'Observation/o2');
    expect((await box.ask('GET', address)).body.total).toBe(0);
    const { body } = await box.ask('GET', 'Observation/o1');
    expect(body).toMatchObject({ subject: { reference: 'Patient/other' } });
    expect((await box.ask('GET', 'Observation/o2')).status).toBe(410);
  });

  it('reads all pages, of that server alone', async () => {
    const next = (url: string) => ({ link: [{ relation: 'next', url }] });
    const box = hospital({
      'Patient/p1': patient(),
      [address]: { ...searchset(observation('o1')), ...next(`${BASE}?page=2`) },
    });
    box.answers['page=2'] = searchset(observation('o2'));
    expect((await box.ask('GET', address)).body.total).toBe(2);

    const endless = hospital({
      'Patient/p1': patient(),
      [address]: { ...searchset(observation('o1')), ...next(`${BASE}/${address}`) },
    });
    const { status, body } = await endless.ask('GET', address);
    expect([status, body.issue?.[0]?.code]).toEqual([400, 'too-costly']);
  });
});

describe('what is taken over', () => {
  it('has a Provenance and a record for each version', async () => {
    const box = hospital({
      'Patient/p1': patient(),
      'Observation?patient=p1': searchset(observation('o1'), observation('o2')),
    });
    await box.ask('GET', 'Observation?patient=p1');
    const { body } = await box.ask('GET', 'Provenance?target=Observation/o2');
    const provenance = body.entry?.[0]?.resource;
    expect(provenance).toMatchObject({
      target: [
        { reference: 'Observation/o1/_history/1' },
        { reference: 'Observation/o2/_history/1' },
      ],
      agent: [{ who: { identifier: { value: BASE } } }],
    });
    const records = box.database.prepare('SELECT event FROM audit').all() as { event: string }[];
    const plain = revealNames(box.database);
    const events = records.map(({ event }) => JSON.parse(plain(event)));
    const own = events.filter(({ action }) => action === 'fhir.upstream');
    expect(own.map(({ target, query, count }) => [target, query, count])).toEqual([
      ['Patient/p1', undefined, undefined],
      [expect.stringMatching(/^Provenance\//), undefined, undefined],
      ['Patient/p1', undefined, 1],
      ['Observation/o1', undefined, undefined],
      ['Observation/o2', undefined, undefined],
      [expect.stringMatching(/^Provenance\//), undefined, undefined],
      ['Patient/p1', 'Observation?patient', 2],
    ]);
    expect(own.every(({ actor, request_id }) => actor.id === 'key_live' && request_id)).toBe(true);
    const test = await box.ask('GET', 'Observation?patient=p1', { mode: 'test' });
    expect(test.body.total).toBe(0);
  });

  it('imports no resource that is not valid or not the requested one', async () => {
    const box = hospital({
      'Patient/p1': patient({ gender: 'unsure' }),
      'Patient/p2': patient(),
    });
    for (const id of ['p1', 'p2']) {
      const { status, body } = await box.ask('GET', `Patient/${id}`);
      expect([status, body.issue?.[0]?.code]).toEqual([503, 'processing']);
    }
    expect(box.store.in('live').read('Patient', 'p1')).toBeUndefined();
    expect(box.store.in('live').read('Patient', 'p2')).toBeUndefined();
  });
});

describe('with a token of one patient', () => {
  const token = (scopes: string) => ({ access: grantsOf(scopes, 'p1') });
  const other = (id: string) => observation(id, { subject: { reference: 'Patient/p2' } });

  it('a resource is imported only if the token may read it', async () => {
    const box = hospital({
      'Patient/p1': patient(),
      'Patient/p2': patient({ id: 'p2' }),
      'Observation/o1': observation('o1'),
      'Observation/o2': other('o2'),
    });
    const all = token('patient/*.rs');
    const isStored = async (url: string) =>
      (await box.ask('GET', `${url}/_history`)).status === 200;
    expect((await box.ask('GET', 'Patient/p1', all)).status).toBe(200);
    expect((await box.ask('GET', 'Observation/o1', all)).status).toBe(200);
    const hidden = await box.ask('GET', 'Observation/o2', all);
    expect(hidden).toEqual(await box.ask('GET', 'Observation/none', all));
    expect((await box.ask('GET', 'Patient/p2', all)).status).toBe(404);
    expect([await isStored('Observation/o2'), await isStored('Patient/p2')]).toEqual([
      false,
      false,
    ]);
    // Another caller is not told what this one was told.
    expect((await box.ask('GET', 'Observation/o2')).status).toBe(200);
    // A copy of another patient's resource is not requested again.
    box.clock.pass(MINUTE);
    const before = box.asked.length;
    expect((await box.ask('GET', 'Observation/o2', all)).status).toBe(404);
    expect(box.asked).toHaveLength(before);
  });

  it('nothing is requested that the token may not search', async () => {
    const box = hospital({ 'Patient/p1': patient() });
    for (const [url, scopes, status] of [
      ['Observation?patient=p2', 'patient/*.rs', 200],
      ['Observation?patient=p1', 'patient/Observation.r', 403],
      ['Observation?patient=p1&performer:Practitioner.name=x', 'patient/Observation.rs', 403],
      ['Condition/c1', 'patient/Observation.rs', 403],
    ] as const) {
      expect((await box.ask('GET', url, token(scopes))).status).toBe(status);
    }
    expect(box.asked).toEqual([]);
  });

  it('a search imports for the appliance, and finds what the token may see', async () => {
    const address = 'Observation?patient=p1';
    const found = searchset(observation('o1'), observation('o2', { status: 'preliminary' }), {
      resourceType: 'Observation',
    });
    const box = hospital({ 'Patient/p1': patient(), [address]: found });
    const some = token('patient/Observation.s?status=final');
    const { body, text } = await box.ask('GET', address, some);
    expect(body.entry?.map(({ resource }) => resource?.id)).toEqual(['o1']);
    // How many there are besides is not said either.
    expect(text).not.toContain('left out');
    box.clock.pass(MINUTE);
    const all = await box.ask('GET', address, token('patient/Observation.s'));
    expect(all.text).toContain('left out');
  });
});
