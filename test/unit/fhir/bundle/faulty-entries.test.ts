import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openFhir } from '../../../support/fhir/ask.js';
import { rounds } from '../../../support/rounds.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const ANNA = 'urn:uuid:11111111-1111-4111-8111-111111111111';

const bundle = (type: string): Json => ({
  resourceType: 'Bundle',
  type,
  entry: [
    {
      fullUrl: ANNA,
      resource: { resourceType: 'Patient', identifier: [{ system: 'https://x.test', value: 'a' }] },
      request: { method: 'POST', url: 'Patient', ifNoneExist: 'identifier=https://x.test|b' },
    },
    {
      resource: {
        resourceType: 'Observation',
        status: 'final',
        code: { text: 'x' },
        subject: { reference: ANNA },
        performer: [{ reference: 'Patient?_id=known' }],
        text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' },
      },
      request: { method: 'PUT', url: 'Observation?code:text=x' },
    },
    {
      resource: {
        resourceType: 'Binary',
        contentType: 'application/json-patch+json',
        data: Buffer.from('[{"op":"add","path":"/active","value":true}]').toString('base64'),
      },
      request: { method: 'PATCH', url: 'Patient/known', ifMatch: 'W/"1"' },
    },
    { request: { method: 'DELETE', url: 'Patient?identifier=none' } },
    { request: { method: 'GET', url: 'Patient/known', ifModifiedSince: '2020-01-01T00:00:00Z' } },
  ],
});

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    {},
    [],
    '',
    'POST',
    'GET',
    'Patient',
    'Patient/known',
    ANNA,
    '%',
    '?',
  ),
  fc.constantFrom<Json>('_history', 'Patient?', 'Patient?x=y', 'Patient/$everything', 'metadata'),
  fc.constantFrom<Json>('W/"x"', 'Observation', 'Binary', 'AuditEvent/audit-1', '#', '//', 'a b'),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** Every place in a tree, as the way to it. */
function waysOf(value: Json, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way];
  const below = Object.entries(value).flatMap(([name, child]) => waysOf(child, [...way, name]));
  return [way, ...below];
}

function changed(value: Json, [name, ...way]: readonly string[], instead: Json): Json {
  if (name === undefined) return instead;
  if (Array.isArray(value)) {
    return value.map((one, at) => (String(at) === name ? changed(one, way, instead) : one));
  }
  const object = value as { [name: string]: Json };
  return { ...object, [name]: changed(object[name] ?? null, way, instead) };
}

const faulty = fc
  .constantFrom('batch', 'transaction')
  .chain((type) => fc.tuple(fc.constantFrom(...waysOf(bundle(type))), odd, fc.constant(type)))
  .map(([way, instead, type]) => changed(bundle(type), way, instead));

it('whatever a bundle holds, it is answered, and what is refused leaves nothing behind', async () => {
  const { ask, database, validator } = openFhir();
  await ask('PUT', 'Patient/known', { body: { resourceType: 'Patient', id: 'known' } });
  const stored = database.prepare('SELECT count(*) FROM fhir_resource').pluck();
  const rows = database.prepare('SELECT count(*) FROM fhir_token').pluck();
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(faulty, async (body) => {
      const before = [stored.get(), rows.get()];
      const told = await ask('POST', '', { body });
      seen.add(told.status);
      if (told.status === 200) {
        const errors = validator
          .validate(told.body, { type: 'Bundle' })
          .filter(({ severity }) => severity === 'error');
        expect(errors).toEqual([]);
        expect(told.text).not.toContain('"500');
      } else {
        expect(told.status).toBeGreaterThanOrEqual(400);
        expect(told.status).toBeLessThan(500);
        expect(told.body.resourceType).toBe('OperationOutcome');
        expect([stored.get(), rows.get()]).toEqual(before);
      }
    }),
    { numRuns: rounds({ short: 400, long: 2_000 }) },
  );
  expect([...seen].sort()).toEqual(expect.arrayContaining([200, 400]));
});
