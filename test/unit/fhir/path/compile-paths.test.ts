import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { compilePaths, unionParts } from '../../../../src/fhir/path/compile-paths.js';

const definitions = openDefinitions();
const at = (path: string) => ({ type: path.split('.')[0]!, path });
const paths = (expression: string, path: string) => compilePaths(expression, at(path), definitions);

describe('paths of a search expression', () => {
  it('name the choice that a type asks for, or all of them', () => {
    expect(paths('Observation.value.ofType(Quantity)', 'Observation')).toEqual([
      { steps: [{ property: 'valueQuantity' }], type: 'Quantity' },
    ]);
    expect(paths('Condition.onset', 'Condition').map(({ type }) => type)).toEqual([
      'dateTime',
      'Age',
      'Period',
      'Range',
      'string',
    ]);
  });

  it('go through whatever a choice may be to what only some of it has', () => {
    expect(paths('Observation.value.start', 'Observation')).toEqual([
      { steps: [{ property: 'valuePeriod' }, { property: 'start' }], type: 'dateTime' },
    ]);
  });

  it('take of a union what begins with their own type', () => {
    const expression = 'AllergyIntolerance.code | Observation.code | (Observation.method)';
    expect(unionParts(expression, at('Observation'))).toEqual([
      'Observation.code',
      '(Observation.method)',
    ]);
    expect(paths(expression, 'Observation')).toEqual([
      { steps: [{ property: 'code' }], type: 'CodeableConcept' },
      { steps: [{ property: 'method' }], type: 'CodeableConcept' },
    ]);
    expect(paths('Resource.meta.tag', 'Patient')).toEqual([
      { steps: [{ property: 'meta' }, { property: 'tag' }], type: 'Coding' },
    ]);
    expect(paths(expression, 'Patient')).toEqual([]);
  });

  it('start below the root of a composite', () => {
    expect(paths('value.as(Quantity)', 'Observation.component')).toEqual([
      { steps: [{ property: 'valueQuantity' }], type: 'Quantity' },
    ]);
  });

  it('keep conditions, and know where a reference can lead', () => {
    expect(paths("Patient.telecom.where(system='phone')", 'Patient')).toEqual([
      { steps: [{ property: 'telecom' }, { where: 'system', is: 'phone' }], type: 'ContactPoint' },
    ]);
    expect(paths('Observation.subject.where(resolve() is Patient)', 'Observation')).toEqual([
      {
        steps: [{ property: 'subject' }, { refersTo: 'Patient' }],
        type: 'Reference',
        targets: ['Patient'],
      },
    ]);
    expect(paths('Observation.encounter.where(resolve() is Patient)', 'Observation')).toEqual([]);
    expect(paths('Bundle.entry[0].resource', 'Bundle')).toEqual([
      { steps: [{ property: 'entry' }, { index: 0 }, { property: 'resource' }], type: 'Resource' },
    ]);
  });

  it('test whether the patient is dead, in either form', () => {
    expect(paths('Patient.deceased.exists() and Patient.deceased != false', 'Patient')).toEqual([
      {
        steps: [{ anyOf: ['deceasedBoolean', 'deceasedDateTime'] }],
        type: 'boolean',
        test: 'exists-and-not-false',
      },
    ]);
  });

  it('are given once each', () => {
    expect(paths('Patient.name | Patient.name', 'Patient')).toHaveLength(1);
  });

  it.each([
    ['Patient.nothing', 'Patient'],
    ['Patient.name.first()', 'Patient'],
    ["Patient.name.where(use != 'old')", 'Patient'],
    ['Patient.name.where(given.exists())', 'Patient'],
    ['Patient.active and Patient.name', 'Patient'],
    ['Patient.deceased.exists() and Patient.active != false', 'Patient'],
    ['%resource.name', 'Patient'],
    ['Observation.value.ofType(Nothing)', 'Observation'],
    ['Patient.name[x]', 'Patient'],
  ])('refuse what needs more than walking: %s', (expression, path) => {
    expect(() => paths(expression, path)).toThrow(RangeError);
  });
});
