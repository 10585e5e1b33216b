import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';

// Requests that once stopped everything: each is answered, and so is everybody else meanwhile.

const MODELS = join(import.meta.dirname, '..', '..', 'models');
const FHIR = { 'content-type': 'application/fhir+json' };
/** Unicode writes this single character out as eighteen. */
const LIGATURE = '\ufdfa';

let daemon: Daemon;
let key: string;
beforeAll(async () => {
  // On a busy machine a thread may take long; here nothing hangs on how long.
  const analyze = { workers: 1, timeout_s: 600 };
  daemon = await startDaemon({ config: { models_dir: MODELS, analyze } });
  key = await daemon.key({ rate: 100_000 });
  await daemon.log(({ msg }) => msg === 'analysis thread ready');
});
afterAll(() => daemon.stop());

const family = (name: string) => ({ resourceType: 'Patient', name: [{ family: name }] });
const bundleOf = (resource: unknown) => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [{ fullUrl: 'urn:uuid:1', resource, request: { method: 'POST', url: 'Patient' } }],
});

/** Asks for the health of the daemon again and again until the work is done. */
async function healthDuring<T>(work: Promise<T>): Promise<{ answer: T; health: Set<number> }> {
  const health = new Set<number>();
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  do health.add((await daemon.request('/healthz')).status);
  while (!isDone);
  return { answer: await done, health };
}

const MRN = 'urn:oid:1.2.36.146.595.217.0.1';
const NOTES = Array.from({ length: 400 }, () => ({ text: 'some words of a note' }));
/** A transaction of a megabyte, of which the store alone can tell what its links lead to. */
const conditionalBundle = () => ({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: 'urn:uuid:1',
      resource: { resourceType: 'Patient', identifier: [{ system: MRN, value: 'one' }] },
      request: { method: 'POST', url: 'Patient', ifNoneExist: `identifier=${MRN}|one` },
    },
    ...Array.from({ length: 80 }, (_, n) => ({
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { text: `note ${n}` },
        subject: { reference: n % 2 === 0 ? 'urn:uuid:1' : `Patient?identifier=${MRN}|one` },
        note: NOTES,
      },
      request: { method: 'POST', url: 'Observation' },
    })),
  ],
});

const post = (path: string, json: unknown, headers = {}) =>
  daemon.request(path, { method: 'POST', key, json, headers });

describe('one request', () => {
  it.each([
    ['a family name of 60,000 words', '/v1/fhir/Patient', family('a '.repeat(60_000).trim()), 201],
    ['a family name of 10,000 ligatures', '/v1/fhir/Patient', family(LIGATURE.repeat(10_000)), 201],
    ['a bundle with such a name', '/v1/fhir', bundleOf(family('a '.repeat(60_000).trim())), 200],
    [
      '200 medicines of 500 ligatures each',
      '/v1/medications',
      { medications: Array.from({ length: 200 }, () => LIGATURE.repeat(500)) },
      400,
    ],
    [
      '200 medicines as long as they may be',
      '/v1/medications',
      { medications: Array.from({ length: 200 }, () => LIGATURE.repeat(110)) },
      200,
    ],
    [
      '50 symptoms with 172 times each',
      '/v1/analyze',
      { patient_data: { symptoms: Array.from({ length: 50 }, () => 'for 2 days '.repeat(172)) } },
      200,
    ],
    ['a megabyte of conditional entries', '/v1/fhir', conditionalBundle(), 200],
    [
      'four megabytes to be validated',
      '/v1/fhir/Patient/$validate',
      { resourceType: 'Patient', name: Array.from({ length: 49_000 }, () => ({ text: 'a' })) },
      200,
    ],
    [
      'a million empty objects',
      '/v1/analyze',
      { patient_data: { symptoms: Array.from({ length: 1_000_000 }, () => ({})) } },
      400,
    ],
    ['a text of 200,000 characters', '/v1/entities', { text: 'no fever, '.repeat(20_000) }, 200],
  ])('does not stop the box: %s', async (_, path, body, status) => {
    const headers = path.startsWith('/v1/fhir') ? FHIR : {};
    const { answer, health } = await healthDuring(post(path, body, headers));
    expect(answer.status).toBe(status);
    expect([...health]).toEqual([200]);
    expect(daemon.process.exitCode).toBeNull();
  });

  it('that is refused names the field', async () => {
    const medications = ['aspirin', LIGATURE.repeat(500)];
    const { status, text } = await post('/v1/medications', { medications });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.details).toMatchObject({
      field: 'medications.1',
      issue: 'must be at most 2000 characters when its signs are written out',
    });
  });

  it('of more values than are read names the field that holds them', async () => {
    const conditions = Array.from({ length: 200_000 }, () => 'a');
    const { status, text } = await post('/v1/risk', { patient_data: { conditions } });
    expect(status).toBe(400);
    expect(JSON.parse(text).error.details).toMatchObject({
      field: 'patient_data.conditions',
      issue: 'makes the body hold more than 200000 values',
    });
  });

  it('that is read and checked in a thread leads its links to what the store has', async () => {
    const made = await post('/v1/fhir', conditionalBundle(), FHIR);
    expect(made.status).toBe(200);
    const again = await post('/v1/fhir', conditionalBundle(), FHIR);
    const [location] = JSON.parse(again.text).entry.map(
      ({ response }: { response: { location: string } }) => response.location,
    );
    const id = /Patient\/([^/]+)/.exec(location)?.[1];
    const query = `Observation?subject=Patient/${id}&_summary=count`;
    const { text } = await daemon.request(`/v1/fhir/${query}`, { key });
    const all = await daemon.request('/v1/fhir/Observation?_summary=count', { key });
    expect(JSON.parse(text).total).toBe(JSON.parse(all.text).total);
    expect(JSON.parse(text).total).toBeGreaterThanOrEqual(160);
  });

  it('that patches what is large loses no change of another', async () => {
    const path = '/v1/fhir/Questionnaire/patched';
    const item = Array.from({ length: 900 }, (_, n) => ({
      linkId: `${n}`,
      type: 'display',
      text: 'some words',
    }));
    const body = { resourceType: 'Questionnaire', id: 'patched', status: 'draft', item };
    const text = JSON.stringify(body);
    const put = await daemon.request(path, { method: 'PUT', key, body: text, headers: FHIR });
    expect(put.status).toBe(201);
    const patch = (n: number) =>
      daemon.request(path, {
        method: 'PATCH',
        key,
        body: JSON.stringify([{ op: 'replace', path: `/item/${n}/text`, value: 'changed' }]),
        headers: { 'content-type': 'application/json-patch+json' },
      });
    const told = await Promise.all([0, 1, 2, 3].map(patch));
    const statuses = told.map(({ status }) => status);
    for (const status of statuses) expect([200, 503]).toContain(status);
    const changed = statuses.filter((status) => status === 200).length;
    const kept = JSON.parse((await daemon.request(path, { key })).text);
    const texts = kept.item.map((one: { text: string }) => one.text);
    expect(texts.filter((one: string) => one === 'changed')).toHaveLength(changed);
    expect(kept.meta.versionId).toBe(String(1 + changed));
    expect(changed).toBeGreaterThan(0);
  });

  it('that searches by more sounds than a name has is refused, not failed', async () => {
    const many = `/v1/fhir/Patient?phonetic=${'a%20'.repeat(960)}`;
    const { status, text } = await daemon.request(many, { key });
    expect(status).toBe(400);
    expect(JSON.parse(text).issue[0]).toMatchObject({
      code: 'too-costly',
      expression: ['http.phonetic'],
    });
  });

  it('stores a long name whole, and finds it by its beginning', async () => {
    const name = `Quinterly ${'lorem ipsum '.repeat(5_000)}end`;
    const made = await post('/v1/fhir/Patient', family(name), FHIR);
    expect(JSON.parse(made.text).name[0].family).toBe(name);
    const found = async (query: string) =>
      JSON.parse((await daemon.request(`/v1/fhir/Patient?${query}&_summary=count`, { key })).text)
        .total;
    expect(await found('family=quinterly')).toBe(1);
    expect(await found('family=lorem%20ipsum')).toBe(1);
    expect(await found('family:contains=end')).toBe(0);
    const form = (pairs: Record<string, string>) => ({
      method: 'POST',
      key,
      body: new URLSearchParams(pairs).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const exact = await daemon.request('/v1/fhir/Patient/_search', form({ 'family:exact': name }));
    expect(JSON.parse(exact.text).total).toBe(1);
    const other = form({ 'family:exact': `${name}.` });
    const wrong = await daemon.request('/v1/fhir/Patient/_search', other);
    expect(JSON.parse(wrong.text).total).toBe(0);
  });
});
