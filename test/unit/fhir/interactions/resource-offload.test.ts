import { describe, expect, it } from 'vitest';
import type { FhirOffload } from '../../../../src/fhir/bundle/bundle-offload.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createResourceChecker } from '../../../../src/fhir/interactions/resource-checker.js';
import { openFhir } from '../../../support/fhir/ask.js';

/** From so many characters on the tests have a resource worked on elsewhere. */
const LARGE = 400;
const checker = createResourceChecker(openDefinitions());

/** A server that works on what is large elsewhere; `meanwhile` is done before each answer. */
function openWith(meanwhile: (kind: string) => Promise<unknown> = async () => undefined) {
  const done: string[] = [];
  function later<Q extends { text: string }, A>(kind: string, work: (question: Q) => A) {
    return (question: Q): Promise<A> | undefined => {
      if (question.text.length < LARGE) return undefined;
      done.push(kind);
      // As between threads: the answer is about a copy of the request.
      const plain = structuredClone(question);
      return meanwhile(kind).then(() => structuredClone(work(plain)));
    };
  }
  const elsewhere: FhirOffload = {
    isLarge: (characters) => characters >= LARGE,
    checkResource: later('check', checker.check),
    patchResource: later('patch', checker.patch),
    validateResource: later('validate', checker.validate),
    readBundle: () => undefined,
  };
  return { done, ...openFhir(undefined, undefined, undefined, elsewhere) };
}

const NOTE = 'word '.repeat(LARGE / 4).trim();
const patient = (more: object = {}) => ({ resourceType: 'Patient', id: '1', ...more });
const large = (more: object = {}) => patient({ name: [{ text: NOTE }], ...more });
const PATCH_TYPE = { contentType: 'application/json-patch+json' };
const birth = [{ op: 'add', path: '/birthDate', value: '1950-02-03' }];

describe('a large resource', () => {
  it('is patched elsewhere', async () => {
    const { ask, done } = openWith();
    await ask('PUT', 'Patient/1', { body: large() });
    done.length = 0;
    const { status, body } = await ask('PATCH', 'Patient/1', { body: birth, headers: PATCH_TYPE });
    expect([status, done]).toEqual([200, ['patch']]);
    expect(body).toMatchObject({ birthDate: '1950-02-03', meta: { versionId: '2' } });
    const found = await ask('GET', 'Patient?birthdate=1950-02-03&_summary=count');
    expect(found.body.total).toBe(1);
  });

  it('loses no change that is made while it is patched', async () => {
    let other: (() => Promise<unknown>) | undefined;
    const { ask, done } = openWith(async (kind) => {
      if (kind !== 'patch') return;
      const once = other;
      other = undefined;
      await once?.();
    });
    await ask('PUT', 'Patient/1', { body: large() });
    other = () => ask('PUT', 'Patient/1', { body: large({ active: true }) });
    done.length = 0;
    const { status, body } = await ask('PATCH', 'Patient/1', { body: birth, headers: PATCH_TYPE });
    expect([status, done]).toEqual([200, ['patch', 'check', 'patch']]);
    expect(body).toMatchObject({ active: true, birthDate: '1950-02-03', meta: { versionId: '3' } });
  });

  it('is not patched where its version is no longer the requested one', async () => {
    let other: (() => Promise<unknown>) | undefined;
    const { ask } = openWith(async (kind) => {
      if (kind === 'patch') await other?.();
    });
    await ask('PUT', 'Patient/1', { body: large() });
    other = () => ask('PUT', 'Patient/1', { body: large({ active: true }) });
    const headers = { ...PATCH_TYPE, ifMatch: 'W/"1"' };
    expect((await ask('PATCH', 'Patient/1', { body: birth, headers })).status).toBe(412);
    const { body } = await ask('GET', 'Patient/1');
    expect(body).toMatchObject({ active: true, meta: { versionId: '2' } });
    expect(body.birthDate).toBeUndefined();
  });

  it('that is changed again and again is refused in the end, and once in the records', async () => {
    let count = 0;
    const { ask } = openWith(async (kind) => {
      if (kind !== 'patch') return;
      count += 1;
      await ask('PUT', 'Patient/1', { body: large({ birthDate: `19${count + 50}` }) });
    });
    await ask('PUT', 'Patient/1', { body: large() });
    const { status } = await ask('PATCH', 'Patient/1', { body: birth, headers: PATCH_TYPE });
    expect([status, count]).toEqual([503, 3]);
    expect((await ask('GET', 'Patient/1')).body).toMatchObject({ birthDate: '1953' });
  });

  it('is refused as what the patch makes of it deserves', async () => {
    const { ask } = openWith();
    await ask('PUT', 'Patient/1', { body: large() });
    const refused = async (patch: object[]) =>
      (await ask('PATCH', 'Patient/1', { body: patch, headers: PATCH_TYPE })).status;
    expect(await refused([{ op: 'add', path: '/colour', value: 'green' }])).toBe(422);
    expect(await refused([{ op: 'test', path: '/active', value: true }])).toBe(422);
    expect((await ask('GET', 'Patient/1')).body).toMatchObject({ meta: { versionId: '1' } });
  });

  it('is patched by a bundle, and validated, elsewhere too', async () => {
    const { ask, done } = openWith();
    await ask('PUT', 'Patient/1', { body: large() });
    const data = Buffer.from(JSON.stringify(birth)).toString('base64');
    const resource = { resourceType: 'Binary', contentType: PATCH_TYPE.contentType, data };
    for (const type of ['transaction', 'batch']) {
      done.length = 0;
      const entry = [{ resource, request: { method: 'PATCH', url: 'Patient/1' } }];
      const { body } = await ask('POST', '', { body: { resourceType: 'Bundle', type, entry } });
      expect(body.entry?.[0]?.response?.status).toBe('200 OK');
      expect(done).toEqual(['patch']);
    }
    done.length = 0;
    const told = await ask('POST', 'Patient/$validate', { body: large({ colour: 'green' }) });
    expect(told.body.issue?.[0]?.severity).toBe('error');
    const stored = await ask('POST', 'Patient/1/$validate', {});
    expect(stored.status).toBe(200);
    expect(done).toEqual(['validate', 'validate']);
  });
});

describe('a transaction with large resources whose links only the store can resolve', () => {
  const ANNA = 'urn:uuid:11111111-1111-4111-8111-111111111111';
  const MRN = 'https://hospital.test/mrn';
  const anna = { resourceType: 'Patient', identifier: [{ system: MRN, value: 'anna' }] };
  const noted = (subject: string) => ({
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'Weight' },
    note: [{ text: NOTE }],
    subject: { reference: subject },
  });
  const bundle = (...entry: object[]) => ({ resourceType: 'Bundle', type: 'transaction', entry });
  const create = (resource: { resourceType: string }, more: object = {}, request: object = {}) => ({
    resource,
    ...more,
    request: { method: 'POST', url: resource.resourceType, ...request },
  });
  const bundled = bundle(
    create(noted(`Patient?identifier=${MRN}|anna`)),
    create(noted(ANNA)),
    create(anna, { fullUrl: ANNA }, { ifNoneExist: `identifier=${MRN}|anna` }),
  );

  it.each([true, false])('is checked once, elsewhere; the patient is there: %s', async (there) => {
    const { ask, done } = openWith();
    if (there) await ask('PUT', 'Patient/a', { body: { ...anna, id: 'a' } });
    const { status, body } = await ask('POST', '', { body: bundled });
    expect([status, done]).toEqual([200, ['check', 'check']]);
    const places = body.entry?.map(({ response }) => response?.location ?? '') ?? [];
    const patientId = /Patient\/([^/]+)/.exec(places[2] ?? '')?.[1] ?? '';
    if (there) expect(patientId).toBe('a');
    const found = await ask('GET', `Observation?subject=Patient/${patientId}`);
    expect(found.body.total).toBe(2);
    for (const { resource } of found.body.entry ?? []) {
      expect(resource?.subject).toEqual({ reference: `Patient/${patientId}` });
    }
  });

  it('keeps nothing of it when a search finds nothing', async () => {
    const { ask } = openWith();
    const { status, body } = await ask('POST', '', {
      body: bundle(create(anna), create(noted('Patient?identifier=nobody'))),
    });
    expect(status).toBe(412);
    expect(body.issue?.[0]?.expression).toEqual(['Bundle.entry[1]']);
    expect((await ask('GET', 'Patient?_summary=count')).body.total).toBe(0);
  });

  it('finds by its uri elements what they name, once that is settled', async () => {
    const { ask } = openWith();
    const linked = { ...noted(ANNA), extension: [{ url: 'https://x.test/e', valueUri: ANNA }] };
    const searching = { ...linked, subject: { reference: `Patient?identifier=${MRN}|anna` } };
    const { status } = await ask('POST', '', {
      body: bundle(
        create(linked),
        create(searching),
        create(anna, { fullUrl: ANNA }, { ifNoneExist: `identifier=${MRN}|anna` }),
      ),
    });
    expect(status).toBe(200);
    const [patientId] = (await ask('GET', 'Patient')).body.entry?.map(
      ({ resource }) => resource?.id,
    ) ?? [''];
    const found = await ask('GET', `Observation?subject=Patient/${patientId}`);
    const uris = found.body.entry?.map(({ resource }) => resource?.extension);
    const extension = [{ url: 'https://x.test/e', valueUri: `Patient/${patientId}` }];
    expect(uris).toEqual([extension, extension]);
  });
});
