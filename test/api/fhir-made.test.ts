import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefinitions } from '../../src/fhir/definitions/open.js';
import { READ_ONLY_TYPES } from '../../src/fhir/served-types.js';
import { type FhirBox, startFhirBox } from '../support/fhir/appliance.js';
import { madeResource } from '../support/fhir/made-resources.js';
import { rounds } from '../support/rounds.js';

const definitions = openDefinitions();
const written = definitions.served.filter((type) => !READ_ONLY_TYPES.has(type));

/** A Binary is answered as its content otherwise. */
const FHIR = { Accept: 'application/fhir+json' };

let box: FhirBox;
beforeAll(() => {
  box = startFhirBox();
});
afterAll(() => box.stop());

describe('generated resources', () => {
  it.each(written)('of type %s are taken, and come back as they went in', async (type) => {
    await fc.assert(
      fc.asyncProperty(madeResource(definitions, type), async (resource) => {
        const made = await box.ask('POST', `/${type}`, resource);
        expect(made.text).toContain(`"resourceType":"${type}"`);
        expect(made.status).toBe(201);
        const read = await box.ask('GET', `/${type}/${made.body.id}`, undefined, FHIR);
        expect(read.text).toBe(made.text);
        const { id, meta, ...rest } = read.body;
        const { id: _, meta: sent, ...own } = JSON.parse(JSON.stringify(resource));
        expect(rest).toEqual(own);
        const { versionId, lastUpdated } = meta;
        expect(meta).toEqual({ ...sent, versionId, lastUpdated });
        const found = await box.ask('GET', `/${type}?_id=${id}`);
        expect(found.body.entry).toHaveLength(1);
      }),
      { numRuns: 5 },
    );
  });
});

/** Puts something else where a value is, somewhere in a resource. */
function spoil(value: unknown, turns: readonly number[], instead: unknown): unknown {
  const [turn, ...rest] = turns;
  if (turn === undefined || typeof value !== 'object' || value === null) return instead;
  const names = Object.keys(value);
  const name = names[turn % names.length];
  if (name === undefined) return instead;
  const inner = spoil((value as Record<string, unknown>)[name], rest, instead);
  return Array.isArray(value)
    ? value.map((item, at) => (String(at) === name ? inner : item))
    : { ...value, [name]: inner };
}

it('a resource with a random fault is accepted, or refused with the reason', async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...written).chain((type) => madeResource(definitions, type)),
      fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 6, size: 'max' }),
      fc.oneof(
        fc.jsonValue(),
        fc.constantFrom('#', '', ' ', -0, 1e300, '2020-02-30', 'urn:uuid:1'),
        fc.constantFrom('Ω', 'two words', '2020-02-29', 'x'),
      ),
      async (resource, turns, instead) => {
        const { status, body } = await box.ask(
          'POST',
          `/${resource.resourceType}`,
          spoil(resource, turns, instead) ?? null,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect([201, 400, 422]).toContain(status);
        if (status !== 201) expect(body.issue[0].severity).toMatch(/error|warning|information/);
        const read = status === 201 && (await box.ask('GET', `/${body.resourceType}/${body.id}`));
        if (read) expect(read.status).toBe(200);
      },
    ),
    { numRuns: rounds({ short: 250, long: 1_250 }) },
  );
  for (const status of [201, 400]) expect(statuses.get(status) ?? 0).toBeGreaterThan(8);
});

describe('any generated search', () => {
  const segment = fc.oneof(
    fc.constantFrom('Patient', 'Observation', 'AuditEvent', 'Bundle', 'metadata', '_history'),
    fc.constantFrom('_search', '$validate', '$everything', '1', 'audit-1', '', 'x y'),
    // A URL does away with those before anybody sees them.
    fc.string().filter((one) => one !== '.' && one !== '..'),
  );
  const path = fc.oneof(
    fc.array(segment, { maxLength: 4 }),
    fc.constantFrom(['Patient'], ['Patient', '1'], ['Patient', '1', '_history'], ['AuditEvent']),
  );
  const parameter = fc.oneof(
    fc.constantFrom(
      '_id',
      'name:exact',
      'birthdate',
      '_sort',
      '_count',
      '_include',
      '_has:Observation:patient:code',
      'code',
      'subject:Patient.name',
      'value-quantity',
      '_page',
      '_since',
      '_elements',
      '_summary',
      'date',
      'entity',
      '_lastUpdated',
      'identifier',
    ),
    fc.string(),
  );
  const value = fc.oneof(
    fc.constantFrom(
      'ge2020-01-01',
      '-1',
      '5|http://unitsofmeasure.org|mg',
      'a|b',
      '|',
      ',',
      '\\,',
      'Patient:name',
      'null',
      '1e999',
      'eb',
      '2020-13',
      'true',
    ),
    fc.string(),
  );
  const query = fc.array(fc.tuple(parameter, value), { maxLength: 3 });
  const header = fc.constantFrom(
    'If-Match',
    'If-None-Match',
    'If-None-Exist',
    'If-Modified-Since',
    'Prefer',
    'Accept',
  );
  const headers = fc.dictionary(
    header,
    fc.oneof(
      fc.constantFrom('*', 'W/"1"', '"x"', 'return=minimal', 'identifier=1', 'active=true'),
      fc.string({ unit: 'grapheme-ascii' }),
    ),
    { maxKeys: 1, noNullPrototype: true },
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
  const body = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        resourceType: fc.constantFrom('Patient', 'Bundle', 'Parameters'),
        id: fc.constantFrom('1', 'x'),
        type: fc.constantFrom('batch', 'transaction'),
        entry: fc.jsonValue(),
        parameter: fc.jsonValue(),
        name: fc.jsonValue(),
      },
      { requiredKeys: ['resourceType'] },
    ),
    fc.array(
      fc.record({
        op: fc.constantFrom('add', 'remove', 'test'),
        path: fc.string(),
        value: fc.jsonValue(),
      }),
    ),
  );

  it('nothing breaks, and every refusal says why', async () => {
    await box.ask('PUT', '/Patient/1', { resourceType: 'Patient', id: '1' });
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(method, path, query, headers, body, async (how, where, what, told, sent) => {
        const url = where.map((one) => `/${encodeURIComponent(one)}`).join('');
        const asked = new URLSearchParams(what).toString();
        const hasBody = ['POST', 'PUT', 'PATCH'].includes(how);
        const answer = await box.ask(
          how,
          asked === '' ? url : `${url}?${asked}`,
          hasBody ? sent : undefined,
          told,
        );
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400 && how !== 'HEAD') {
          expect(answer.headers.get('content-type')).toContain('fhir+json');
          expect(answer.body.issue[0].diagnostics.length).toBeGreaterThan(5);
        }
      }),
      { numRuns: rounds({ short: 800, long: 4_000 }) },
    );
    expect(statuses.get(200) ?? 0).toBeGreaterThan(10);
    expect([...statuses.keys()].length).toBeGreaterThan(3);
  });
});
