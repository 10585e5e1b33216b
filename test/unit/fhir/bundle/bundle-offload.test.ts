import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import {
  createBundleReader,
  exchangeBodyOf,
  ParsedBundle,
} from '../../../../src/fhir/bundle/bundle-offload.js';
import type { BundleEntry } from '../../../../src/fhir/bundle/read-bundle.js';
import { readBundle } from '../../../../src/fhir/bundle/read-bundle.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { BASE } from '../../../support/fhir/ask.js';
import { thrownBy } from '../../../support/refusals.js';

const definitions = openDefinitions();
const read = createBundleReader(definitions);

const questionOf = (text: string, maxEntries = 100) => ({
  bytes: new Uint8Array(Buffer.from(text)),
  maxEntries,
  base: BASE,
});

/** What can be told apart of an entry, with all that is only looked up when it is needed. */
function seen(entry: BundleEntry) {
  if (entry.kind === 'faulty') {
    const { error, ...facts } = entry;
    return { ...facts, code: error.code, issues: error.issues };
  }
  if (entry.kind === 'read') return entry;
  const { resource, ...request } = entry.request;
  return { ...entry, request, text: resource?.text, value: resource?.value };
}

const ANNA = 'urn:uuid:11111111-1111-4111-8111-111111111111';
const patch = Buffer.from('[{"op":"add","path":"/active","value":1.50}]').toString('base64');
const BUNDLE = JSON.stringify({
  resourceType: 'Bundle',
  type: 'transaction',
  entry: [
    {
      fullUrl: ANNA,
      resource: { resourceType: 'Patient', id: 'own', name: [{ text: 'Ånna' }] },
      request: { method: 'PUT', url: 'Patient?identifier=1', ifMatch: 'W/"1"' },
    },
    {
      resource: {
        resourceType: 'Observation',
        subject: { reference: ANNA },
        focus: [{ reference: 'Patient?identifier=2' }, { reference: 'Patient/elsewhere' }],
        text: { div: `<div><a href="${ANNA}">Anna</a></div>` },
      },
      request: { method: 'POST', url: 'Observation' },
    },
    {
      resource: {
        resourceType: 'Binary',
        contentType: 'application/json-patch+json',
        data: patch,
      },
      request: { method: 'PATCH', url: 'Patient/1' },
    },
    { request: { method: 'GET', url: 'Patient?name=a' } },
    { request: { method: 'DELETE', url: 'Patient/2' } },
    { request: { method: 'BREW', url: 'Patient' } },
  ],
});

describe('a Bundle that is read elsewhere', () => {
  it('is read as it is here', () => {
    const body = exchangeBodyOf({ ...structuredClone(read(questionOf(BUNDLE))), sha256: 'abc' });
    if (!(body.value instanceof ParsedBundle)) throw new Error('no bundle');
    const given = { value: JSON.parse(BUNDLE) as unknown, text: BUNDLE, sha256: '' };
    const here = readBundle(given, 100, { definitions, base: BASE });
    expect(body.value.type).toBe(here.type);
    expect(body.value.entries.map(seen)).toEqual(here.entries.map(seen));
    expect(body.sha256).toBe('abc');
  });

  it('has of its links those that lead to its entries, and searches', () => {
    const [, observation] = read(questionOf(BUNDLE)).entries;
    const links = observation?.kind === 'write' ? observation.links : [];
    const searches = links.filter(({ value }) => value === 'Patient?identifier=2');
    expect(links.map(({ kind }) => kind)).toEqual(['reference', 'reference', 'narrative']);
    expect(searches).toHaveLength(1);
  });

  it.each([
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'invalid_json'],
    ['not JSON', Buffer.from('{"a"'), 'invalid_json'],
    ['no Bundle', Buffer.from('{"resourceType":"Patient"}'), 'validation_error'],
    ['a key that none may have', Buffer.from('{"a":{"__proto__":1}}'), 'validation_error'],
    ['too deep', Buffer.from('['.repeat(200)), 'validation_error'],
  ])('is refused as it is here: %s', (_, bytes, code) => {
    const question = { ...questionOf(''), bytes: new Uint8Array(bytes) };
    const thrown = thrownBy(() => read(question));
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown.code).toBe(code);
  });
});
