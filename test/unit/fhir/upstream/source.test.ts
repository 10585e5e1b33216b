import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foreignOf } from '../../../../src/fhir/upstream/source.js';
import { rounds } from '../../../support/rounds.js';

const BASE = 'https://his.example/fhir';

const marked = (text: string) => foreignOf(JSON.parse(text), text, BASE);

describe('where a resource comes from', () => {
  it('stands in it, and all else stays as it was written', () => {
    const text =
      '{ "resourceType":"Observation",\n "id":"o1","meta":{"versionId":"7", "source":"urn:x",' +
      '"lastUpdated":"2026-03-01T10:00:00.5+01:00"},"valueQuantity":{"value":1.50}}';
    const found = marked(text);
    expect(found).toMatchObject({ type: 'Observation', id: 'o1' });
    expect(found?.source).toBe(`${BASE}/Observation/o1/_history/7`);
    expect(found?.lastUpdated).toBe(Date.UTC(2026, 2, 1, 9, 0, 0, 500));
    expect(found?.text).toBe(
      '{ "resourceType":"Observation",\n "id":"o1","meta":{"versionId":"7",' +
        '"lastUpdated":"2026-03-01T10:00:00.5+01:00",' +
        `"source":"${BASE}/Observation/o1/_history/7"},"valueQuantity":{"value":1.50}}`,
    );
  });

  it('needs no meta, and no version', () => {
    const found = marked('{"resourceType":"Patient","id":"1"}');
    expect(found?.source).toBe(`${BASE}/Patient/1`);
    expect(found?.value.meta).toEqual({ source: `${BASE}/Patient/1` });
    expect(found?.lastUpdated).toBeUndefined();
    expect(marked('{"resourceType":"Patient","id":"1","meta":null}')?.value.meta).toBeNull();
  });

  it('is not read of a resource without a valid id', () => {
    for (const id of ['', 'a b', 'x/../y', 'ä', 'a'.repeat(65), 5, null]) {
      expect(marked(JSON.stringify({ resourceType: 'Patient', id }))).toBeUndefined();
    }
    expect(marked('{"id":"1"}')).toBeUndefined();
  });

  it('changes nothing but meta.source, whatever else there is', () => {
    const members = fc.dictionary(
      fc.string().filter((name) => !['resourceType', 'id', 'meta', '__proto__'].includes(name)),
      fc.jsonValue(),
    );
    const meta = fc.option(
      fc.dictionary(
        fc.string().filter((name) => !['source', '_source', '__proto__'].includes(name)),
        fc.jsonValue(),
      ),
      { nil: undefined },
    );
    fc.assert(
      fc.property(members, meta, fc.constantFrom(undefined, 1, '\t'), (rest, some, space) => {
        const whole = { ...rest, resourceType: 'Patient', id: 'a', ...(some && { meta: some }) };
        const found = marked(JSON.stringify(whole, null, space));
        const { meta: after, ...others } = JSON.parse(found?.text ?? '');
        const { meta: _, ...before } = JSON.parse(JSON.stringify(whole));
        expect(others).toEqual(before);
        expect(after).toEqual(JSON.parse(JSON.stringify({ ...some, source: found?.source })));
        expect(found?.value).toEqual(JSON.parse(found?.text ?? ''));
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });
});
