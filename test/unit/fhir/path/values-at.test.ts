import { describe, expect, it } from 'vitest';
import type { Step } from '../../../../src/fhir/definitions/definition.js';
import { referredType, valuesAt } from '../../../../src/fhir/path/values-at.js';

const along = (steps: readonly Step[], root: unknown) => valuesAt({ steps, type: 'string' }, root);

describe('values at the end of a path', () => {
  it('come from all lists on the way, without what is missing', () => {
    const patient = {
      resourceType: 'Patient',
      name: [{ given: ['Ada', null, 'Maria'] }, { family: 'Berg' }, { given: ['Eva'] }],
      _name: [null],
    };
    expect(along([{ property: 'name' }, { property: 'given' }], patient)).toEqual([
      'Ada',
      'Maria',
      'Eva',
    ]);
    expect(along([{ property: 'name' }, { property: 'text' }], patient)).toEqual([]);
    expect(along([], patient)).toEqual([patient]);
  });

  it('keep conditions', () => {
    const telecom = [{ system: 'phone', value: '1' }, { system: 'email', value: '2' }, {}];
    const steps = [
      { property: 'telecom' },
      { where: 'system', is: 'email' },
      { property: 'value' },
    ];
    expect(along(steps, { telecom })).toEqual(['2']);
  });

  it('are of the nth of a list, and a single value is its first', () => {
    const steps = [{ property: 'entry' }, { index: 1 }];
    expect(along(steps, { entry: ['a', 'b', 'c'] })).toEqual(['b']);
    expect(along(steps, { entry: ['a'] })).toEqual([]);
    expect(along([{ property: 'entry' }, { index: 0 }], { entry: { a: 1 } })).toEqual([{ a: 1 }]);
    expect(along(steps, { entry: { a: 1 } })).toEqual([]);
  });

  it('are none where the shape is another one', () => {
    const steps = [{ property: 'name' }, { property: 'given' }];
    for (const root of [undefined, null, 'text', 7, [], { name: 'text' }, { name: [[1]] }]) {
      expect(along(steps, root)).toEqual([]);
    }
  });

  it.each([
    [{}, false],
    [{ deceasedBoolean: false }, false],
    [{ deceasedBoolean: true }, true],
    [{ deceasedDateTime: '2020' }, true],
  ])('are true or false for a test: %j', (patient, expected) => {
    const walk = {
      steps: [{ anyOf: ['deceasedBoolean', 'deceasedDateTime'] }],
      type: 'boolean',
      test: 'exists-and-not-false' as const,
    };
    expect(valuesAt(walk, patient)).toEqual([expected]);
  });
});

describe('the type that a reference points at', () => {
  it.each([
    [{ reference: 'Patient/1' }, 'Patient'],
    [{ reference: 'Patient/1/_history/2', type: 'Group' }, 'Patient'],
    [{ reference: 'https://example.org/fhir/Group/a-b.c' }, 'Group'],
    [{ reference: 'urn:uuid:0a4ed3a5-a4e2-4f3c-9c4e-3a5c1b0d9a11', type: 'Patient' }, 'Patient'],
    [{ reference: '#inner', type: 'Device' }, 'Device'],
    [{ reference: '#Patient/1' }, undefined],
    [{ identifier: { value: '1' } }, undefined],
    [{ reference: 'Patient' }, undefined],
    [{ reference: 7 }, undefined],
  ])('of %j is %s', (reference, type) => {
    expect(referredType(reference)).toBe(type);
  });

  it('decides which references are followed', () => {
    const subject = { reference: 'Patient/1' };
    const walk = [{ property: 'subject' }, { refersTo: 'Patient' }];
    expect(along(walk, { subject })).toEqual([subject]);
    expect(along([{ property: 'subject' }, { refersTo: 'Group' }], { subject })).toEqual([]);
  });
});
