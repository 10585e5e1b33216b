import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { restOf, versionText } from '../../../../src/fhir/text/compose.js';
import { textOf } from '../../../../src/store/fhir/write.js';

const place = { type: 'Observation', id: 'one' };
const at = Date.UTC(2026, 10, 22, 12, 30, 0, 5);
const composed = (text: string) => textOf(versionText(restOf(text), place), 3, at);

describe('the text of a resource to keep', () => {
  it('bears the id, version and time that it gets', () => {
    expect(composed('{"resourceType":"Observation","id":"other","status":"final"}')).toBe(
      '{"resourceType":"Observation","id":"one","meta":{"versionId":"3",' +
        '"lastUpdated":"2026-11-22T12:30:00.005Z"},"status":"final"}',
    );
  });

  it('keeps what else a client says in meta', () => {
    const text =
      '{"meta":{"versionId":"9","tag":[{"code":"a"}],"lastUpdated":"2020-01-01T00:00:00Z",' +
      '"source":"#x"},"resourceType":"Observation"}';
    expect(JSON.parse(composed(text)).meta).toEqual({
      versionId: '3',
      lastUpdated: '2026-11-22T12:30:00.005Z',
      tag: [{ code: 'a' }],
      source: '#x',
    });
  });

  it('keeps numbers as they were written', () => {
    const value = '"valueQuantity":{"value":1.50,"extra":123456789012345678901234}';
    expect(composed(`{"resourceType":"Observation",${value}}`)).toContain(value);
  });

  it('is the resource again, but for id, version and time', () => {
    const rest = fc.dictionary(
      fc.string().filter((name) => !['resourceType', 'id', 'meta', '__proto__'].includes(name)),
      fc.jsonValue(),
    );
    const space = fc.constantFrom(undefined, 2);
    fc.assert(
      fc.property(rest, fc.uuid(), space, (members, id, indent) => {
        const sent = { ...members, id, resourceType: 'Observation', meta: { source: 'x' } };
        const {
          id: given,
          meta,
          ...kept
        } = JSON.parse(composed(JSON.stringify(sent, null, indent)));
        expect(given).toBe('one');
        expect(meta).toMatchObject({ source: 'x', versionId: '3' });
        expect(kept).toEqual(
          JSON.parse(JSON.stringify({ ...members, resourceType: 'Observation' })),
        );
      }),
    );
  });
});
