import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { HANG_MS } from '../support/hang.js';

let box: FhirBox;
beforeEach(() => {
  box = startFhirBox();
});
afterEach(() => box.stop());

const ASYNC = { Prefer: 'respond-async' };
const put = (id: string, family: string) =>
  box.ask('PUT', `/Patient/${id}`, { resourceType: 'Patient', id, name: [{ family }] });
const organization = (id: string) =>
  box.ask('PUT', `/Organization/${id}`, { resourceType: 'Organization', id, name: 'Ward' });

interface FileOf {
  readonly type: string;
  readonly url: string;
  readonly count: number;
}

const below = (url: string | null) => (url ?? '').replace(/^.*\/v1\/fhir/, '');
const begin = (query = '', headers = {}) =>
  box.ask('GET', `/$export${query}`, undefined, { ...ASYNC, ...headers });

async function manifest(status: string, headers = {}) {
  for (const end = Date.now() + HANG_MS; Date.now() < end; await setTimeout(5)) {
    const answer = await box.ask('GET', status, undefined, headers);
    if (answer.status !== 202) return answer;
    expect(answer.headers.get('x-progress')).toMatch(/resources|waiting/);
  }
  throw new Error('the export did not end');
}

async function linesOf({ url }: FileOf, headers = {}) {
  const init = {
    headers: { Authorization: box.key(), Accept: 'application/fhir+ndjson', ...headers },
  };
  const response = await box.request(`/v1/fhir${below(url)}`, init);
  expect(response.headers.get('content-type')).toBe('application/fhir+ndjson');
  const lines = (await response.text()).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

describe('an export beside writes', () => {
  it('has every resource once, as it was when it began, also where it is changed meanwhile', async () => {
    const key = { Authorization: box.key() };
    for (let at = 0; at < 1_200; at += 100) {
      const entry = Array.from({ length: 100 }, (_, index) => ({
        resource: { resourceType: 'Patient', id: `p${at + index}`, name: [{ family: 'Before' }] },
        request: { method: 'PUT', url: `Patient/p${at + index}` },
      }));
      const bundle = { resourceType: 'Bundle', type: 'transaction', entry };
      expect((await box.ask('POST', '', bundle)).status).toBe(200);
    }
    await organization('o');
    await setTimeout(5);
    const begun = await begin('', key);
    expect(begun.status).toBe(202);
    await put('p3', 'After');
    await box.ask('DELETE', '/Patient/p1100');
    await put('p1101', 'After');
    await put('new', 'After');
    const status = below(begun.headers.get('content-location'));
    const { body, headers } = await manifest(status, key);
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('expires')).toMatch(/GMT$/);
    expect(body).toMatchObject({ requiresAccessToken: true, deleted: [], error: [] });
    const counts = body.output.map(({ type, count }: FileOf) => [type, count]);
    expect(Object.fromEntries(counts)).toEqual({ Patient: 1_200, Organization: 1 });
    const file = body.output.find(({ type }: FileOf) => type === 'Patient');
    const lines = await linesOf(file, key);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1_200);
    expect(lines).toHaveLength(1_200);
    expect(new Set(lines.map(({ name }) => name[0].family))).toEqual(new Set(['Before']));
    expect(box.auditEvents().map(({ action }) => action)).toContain('fhir.export_file');
  });

  it('lists what was deleted since', async () => {
    const key = { Authorization: box.key() };
    await put('gone', 'A');
    await put('back', 'A');
    await setTimeout(5);
    const since = new Date().toISOString();
    await setTimeout(5);
    await box.ask('DELETE', '/Patient/gone');
    await box.ask('DELETE', '/Patient/back');
    await put('back', 'B');
    await setTimeout(5);
    const begun = await begin(`?_since=${since}`, key);
    const { body } = await manifest(below(begun.headers.get('content-location')), key);
    expect(await linesOf(body.deleted[0], key)).toMatchObject([
      { entry: [{ request: { method: 'DELETE', url: 'Patient/gone' } }] },
    ]);
    expect(await linesOf(body.output[0], key)).toMatchObject([{ id: 'back' }]);
  });

  it('ends when it is deleted, and is nobody else’s', async () => {
    const key = { Authorization: box.key() };
    await put('a', 'A');
    const status = below((await begin('', key)).headers.get('content-location'));
    for (const other of [box.key(), box.key({ mode: 'live' })]) {
      const headers = { Authorization: other };
      expect((await box.ask('GET', status, undefined, headers)).status).toBe(404);
      expect((await box.ask('DELETE', status, undefined, headers)).status).toBe(404);
    }
    expect((await box.ask('DELETE', status, undefined, key)).status).toBe(202);
    expect((await box.ask('GET', status, undefined, key)).status).toBe(404);
  });

  it('is kept only so often for one client', async () => {
    const key = { Authorization: box.key() };
    for (let at = 0; at < 10; at += 1) {
      const begun = await begin('', key);
      expect(begun.status).toBe(202);
      await manifest(below(begun.headers.get('content-location')), key);
    }
    expect((await begin('', key)).status).toBe(429);
    expect((await begin()).status).toBe(202);
  });
});
