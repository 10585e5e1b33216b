import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { type SubsetRequest, subset } from '../../../../src/fhir/search/subset.js';
import { madeOfAnyType } from '../../../support/fhir/made-resources.js';
import { rounds } from '../../../support/rounds.js';

const definitions = openDefinitions();

const whole = { summary: 'false', elements: [] } as const;
const TAG = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue',
  code: 'SUBSETTED',
};

type Json = Record<string, unknown>;

/** A stored resource: what is made, with the meta that every stored one has. */
const stored = (resource: Json): Json => {
  const { resourceType, id, meta, ...rest } = resource;
  const own = { versionId: '1', lastUpdated: '2026-03-14T12:00:00.000Z' };
  return { resourceType, id, meta: { ...own, ...(meta as Json) }, ...rest };
};

const part = (resource: Json, wanted: SubsetRequest): Json =>
  JSON.parse(
    subset(JSON.stringify(resource), String(resource.resourceType), wanted, definitions),
  ) as Json;

/** Every value of the part is, in its place, one of the whole. */
function isPartOf(some: unknown, all: unknown): boolean {
  if (Array.isArray(some)) {
    return (
      Array.isArray(all) &&
      some.length === all.length &&
      some.every((one, index) => isPartOf(one, all[index]))
    );
  }
  if (typeof some !== 'object' || some === null) return some === all;
  return (
    typeof all === 'object' &&
    all !== null &&
    Object.entries(some).every(([name, value]) => isPartOf(value, (all as Json)[name]))
  );
}

const observation = stored({
  resourceType: 'Observation',
  id: 'o',
  text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml">x</div>' },
  status: 'final',
  _status: { id: 's' },
  code: { text: 'Weight' },
  subject: { reference: 'Patient/a' },
  valueQuantity: { value: 70, unit: 'kg' },
  note: [{ text: 'x' }],
  referenceRange: [{ low: { value: 1 }, text: 'r' }],
});

const names = (resource: Json) => Object.keys(resource).sort();

describe('a part of a resource', () => {
  it.each([
    [
      'true',
      ['_status', 'code', 'id', 'meta', 'resourceType', 'status', 'subject', 'valueQuantity'],
    ],
    ['text', ['_status', 'code', 'id', 'meta', 'resourceType', 'status', 'text']],
    [
      'data',
      [
        '_status',
        'code',
        'id',
        'meta',
        'note',
        'referenceRange',
        'resourceType',
        'status',
        'subject',
        'valueQuantity',
      ],
    ],
  ] as const)('is, for _summary=%s, %j', (summary, expected) => {
    expect(names(part(observation, { summary, elements: [] }))).toEqual(expected);
  });

  it('holds the elements that are named, and those that must be there', () => {
    const told = (...elements: string[]) =>
      names(part(observation, { summary: 'false', elements }));
    const always = ['_status', 'code', 'id', 'meta', 'resourceType', 'status'];
    expect(told('note')).toEqual([...always, 'note'].sort());
    expect(told('value')).toEqual([...always, 'valueQuantity'].sort());
    expect(told('value[x]', 'text')).toEqual([...always, 'text', 'valueQuantity'].sort());
    expect(told('valueQuantity', 'nonsense')).toEqual([...always, 'valueQuantity'].sort());
  });

  it('is marked as a part beside the labels that it has', () => {
    const labelled = { ...observation, meta: { tag: [{ code: 'mine' }], versionId: '3' } };
    const { meta } = part(labelled, { summary: 'text', elements: [] });
    expect(meta).toEqual({ versionId: '3', tag: [{ code: 'mine' }, TAG] });
    expect(part(observation, { summary: 'true', elements: [] }).meta).toMatchObject({ tag: [TAG] });
  });

  it('is, of what lies deeper, what belongs to a summary', () => {
    const family = { extension: [{ url: 'https://x.test', valueBoolean: true }] };
    const patient = stored({
      resourceType: 'Patient',
      id: 'p',
      name: [{ id: 'n', family: 'F', _family: family }],
      link: [{ other: { reference: 'Patient/q' }, type: 'refer', extension: [{ url: 'x' }] }],
      communication: [{ language: { text: 'de' } }],
    });
    const { name, link, communication } = part(patient, { summary: 'true', elements: [] });
    expect(name).toEqual([{ family: 'F', _family: family }]);
    expect(link).toEqual([{ other: { reference: 'Patient/q' }, type: 'refer' }]);
    expect(communication).toBeUndefined();
  });

  it('leaves numbers as they were written', () => {
    const text = JSON.stringify(observation).replace('"value":70', '"value" : 70.00');
    for (const summary of ['true', 'data'] as const) {
      const told = subset(text, 'Observation', { summary, elements: [] }, definitions);
      expect(told).toContain('"value" : 70.00');
    }
    expect(subset(text, 'Observation', whole, definitions)).toBe(text);
  });

  it('has nothing that the whole has not, keeps what is required and a summary keeps no more', () => {
    const wishes = fc.constantFrom<SubsetRequest>(
      { summary: 'true', elements: [] },
      { summary: 'text', elements: [] },
      { summary: 'data', elements: [] },
      { summary: 'false', elements: ['identifier', 'status'] },
    );
    fc.assert(
      fc.property(madeOfAnyType(definitions), wishes, (resource, wanted) => {
        const all = stored(resource);
        const { meta, ...some } = part(all, wanted);
        expect(isPartOf(some, all)).toBe(true);
        expect((meta as { tag: Json[] }).tag.at(-1)).toEqual(TAG);
        const type = String(all.resourceType);
        for (const element of definitions.elements({ type, path: type })) {
          const there = element.name in all;
          if (there && element.min > 0) expect(some).toHaveProperty([element.name]);
          if (wanted.summary === 'true' && !element.summary && element.min === 0) {
            if (element.name !== 'id' && element.name !== 'meta') {
              expect(some).not.toHaveProperty([element.name]);
            }
          }
        }
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });
});
