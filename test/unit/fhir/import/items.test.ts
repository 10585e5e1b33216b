import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { type Item, itemsOf } from '../../../../src/fhir/import/items.js';

const BASE = 'https://localhost:8443/v1/fhir';
const TERMS = { definitions: openDefinitions(), base: BASE, sha256: 'ab', keepBundles: false };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const items = (value: unknown, terms: Partial<typeof TERMS> = {}) =>
  itemsOf({ line: 7, text: JSON.stringify(value) }, { ...TERMS, ...terms });

function askedOf(item: Item | undefined) {
  if (item?.kind !== 'write') throw new Error(`is ${item?.kind}`);
  return item.request;
}

const PATIENT = { resourceType: 'Patient', id: 'p1' };
const observationOf = (reference: string) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'pulse' },
  subject: { reference },
});

describe('what a line of a file asks for', () => {
  it('puts a resource under its id, in the text that it has', () => {
    const text =
      '{"resourceType":"Patient", "id":"p1","extension":[{"url":"u","valueDecimal":1.50}]}';
    const [item] = itemsOf({ line: 7, text }, TERMS);
    expect(item?.at).toEqual({ line: 7, entry: 0 });
    expect(askedOf(item)).toMatchObject({ method: 'PUT', type: 'Patient', id: 'p1' });
    expect(askedOf(item).resource?.text).toBe(text);
  });

  it('gives a resource without an id one, the same whenever the same file is read', () => {
    const { method, id } = askedOf(items({ resourceType: 'Patient' })[0]);
    expect(method).toBe('POST');
    expect(id).toMatch(UUID);
    expect(askedOf(items({ resourceType: 'Patient' })[0]).id).toBe(id);
    const other = items({ resourceType: 'Patient' }, { sha256: 'cd' });
    expect(askedOf(other[0]).id).not.toBe(id);
  });

  it('leaves a transaction whole', () => {
    const bundle = { resourceType: 'Bundle', type: 'transaction', entry: [] };
    expect(items(bundle)).toMatchObject([
      { kind: 'transaction', at: { line: 7, entry: 0 }, body: { value: bundle } },
    ]);
  });

  it('takes the resources out of a collection, and leads their links to where they are kept', () => {
    const urn = 'urn:uuid:6a1f9c54-0f0c-4a55-9f3e-3f6a3f1f7a10';
    const entry = [
      { fullUrl: urn, resource: { resourceType: 'Patient' } },
      { fullUrl: 'http://elsewhere.example/fhir/Patient/p1', resource: PATIENT },
      { resource: observationOf(urn) },
      {
        fullUrl: 'http://elsewhere.example/fhir/Observation/1',
        resource: observationOf('Patient/p1'),
      },
    ];
    const found = items({ resourceType: 'Bundle', type: 'collection', entry });
    expect(found.map(({ at }) => at.entry)).toEqual([1, 2, 3, 4]);
    const [first, second, third, fourth] = found.map(askedOf);
    expect(first).toMatchObject({ method: 'POST', id: urn.slice('urn:uuid:'.length) });
    expect(second).toMatchObject({ method: 'PUT', id: 'p1' });
    expect(third?.resource?.value).toMatchObject({
      subject: { reference: `Patient/${first?.id}` },
    });
    expect(third?.resource?.text).toContain(`"Patient/${first?.id}"`);
    expect(fourth?.resource?.value).toMatchObject({ subject: { reference: 'Patient/p1' } });
  });

  it('passes over what a search says of itself and entries without a resource', () => {
    const entry = [
      { resource: { resourceType: 'OperationOutcome', issue: [] }, search: { mode: 'outcome' } },
      { fullUrl: 'http://elsewhere.example/fhir/Patient/p1' },
      { resource: PATIENT },
    ];
    const found = items({ resourceType: 'Bundle', type: 'searchset', entry });
    expect(found.map(({ kind }) => kind)).toEqual(['passed', 'passed', 'write']);
  });

  it('does what each entry of a batch asks, and refuses one that cannot be understood', () => {
    const entry = [
      { resource: { resourceType: 'Patient' }, request: { method: 'POST', url: 'Patient' } },
      { resource: PATIENT, request: { method: 'PUT', url: 'Patient/p1' } },
      { request: { method: 'DELETE', url: 'Patient/p2' } },
      { request: { method: 'GET', url: 'Patient/p1' } },
      { request: { method: 'FETCH', url: 'Patient/p1' } },
    ];
    const found = items({ resourceType: 'Bundle', type: 'batch', entry });
    const kinds = ['write', 'write', 'write', 'passed', 'refused'];
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
    expect(askedOf(found[0])).toMatchObject({ method: 'POST', id: expect.stringMatching(UUID) });
    expect(askedOf(found[1])).toMatchObject({ method: 'PUT', id: 'p1' });
    expect(askedOf(found[2])).toEqual({ method: 'DELETE', type: 'Patient', id: 'p2' });
  });

  it('keeps documents whole, and all bundles on request', () => {
    const bundle = (type: string) => ({ resourceType: 'Bundle', id: 'b1', type });
    const whole = { method: 'PUT', type: 'Bundle', id: 'b1' };
    expect(askedOf(items(bundle('document'))[0])).toMatchObject(whole);
    const kept = items(bundle('searchset'), { keepBundles: true });
    expect(askedOf(kept[0])).toMatchObject(whole);
  });

  it.each([
    ['no JSON', { text: '{"resourceType":"Patient","id":"Sepp' }, 'structure'],
    ['no resource', { text: '{"type":"Patient"}' }, 'structure'],
    ['no UTF-8', { fault: 'encoding' as const }, 'structure'],
    ['too long', { fault: 'too-long' as const }, 'too-long'],
  ])('refuses what is %s without quoting it', (_, piece, type) => {
    const [item, ...others] = itemsOf({ line: 7, ...piece }, TERMS);
    expect(others).toEqual([]);
    if (item?.kind !== 'refused') throw new Error('was not refused');
    expect(item.error.issues[0]?.type).toBe(type);
    expect(JSON.stringify([item.error.message, item.error.issues])).not.toContain('Sepp');
  });
});
