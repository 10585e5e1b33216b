import { describe, expect, it } from 'vitest';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { compilePaths, unionParts } from '../../../../src/fhir/path/compile-paths.js';

const definitions = openDefinitions();
const at = (path: string) => ({ type: path.split('.')[0]!, path });
const walks = (expression: string, path: string) => compilePaths(expression, at(path), definitions);

describe('walks of a search expression', () => {
  it('name the choice that a type asks for, or all of them', () => {
    expect(walks('Observation.value.ofType(Quantity)', 'Observation')).toEqual([
      { steps: [{ property: 'valueQuantity' }], type: 'Quantity' },
    ]);
    expect(walks('Condition.onset', 'Condition').map(({ type }) => type)).toEqual([
      'dateTime',
      'Age',
      'Period',
      'Range',
      'string',
    ]);
  });

  it('go through whatever a choice may be to what only some of it has', () => {
    expect(walks('Observation.value.start', 'Observation')).toEqual([
      { steps: [{ property: 'valuePeriod' }, { property: 'start' }], type: 'dateTime' },
    ]);
  });

  it('take of a union what begins with their own type', () => {
    const expression = 'AllergyIntolerance.code | Observation.code | (Observation.method)';
    expect(unionParts(expression, at('Observation'))).toEqual([
      'Observation.code',
      '(Observation.method)',
    ]);
    expect(walks(expression, 'Observation')).toEqual([
      { steps: [{ property: 'code' }], type: 'CodeableConcept' },
      { steps: [{ property: 'method' }], type: 'CodeableConcept' },
    ]);
    expect(walks('Resource.meta.tag', 'Patient')).toEqual([
      { steps: [{ property: 'meta' }, { property: 'tag' }], type: 'Coding' },
    ]);
    expect(walks(expression, 'Patient')).toEqual([]);
  });

  it('start below the root of a composite', () => {
    expect(walks('value.as(Quantity)', 'Observation.component')).toEqual([
      { steps: [{ property: 'valueQuantity' }], type: 'Quantity' },
    ]);
  });

  it('keep conditions, and know where a reference can lead', () => {
    expect(walks("Patient.telecom.where(system='phone')", 'Patient')).toEqual([
      { steps: [{ property: 'telecom' }, { where: 'system', is: 'phone' }], type: 'ContactPoint' },
    ]);
    expect(walks('Observation.subject.where(resolve() is Patient)', 'Observation')).toEqual([
      {
        steps: [{ property: 'subject' }, { refersTo: 'Patient' }],
        type: 'Reference',
        targets: ['Patient'],
      },
    ]);
    expect(walks('Observation.encounter.where(resolve() is Patient)', 'Observation')).toEqual([]);
    expect(walks('Bundle.entry[0].resource', 'Bundle')).toEqual([
      { steps: [{ property: 'entry' }, { index: 0 }, { property: 'resource' }], type: 'Resource' },
    ]);
  });

  it('test whether somebody is dead, whichever way it is said', () => {
    expect(walks('Patient.deceased.exists() and Patient.deceased != false', 'Patient')).toEqual([
      {
        steps: [{ anyOf: ['deceasedBoolean', 'deceasedDateTime'] }],
        type: 'boolean',
        test: 'exists-and-not-false',
      },
    ]);
  });

  it('are given once each', () => {
    expect(walks('Patient.name | Patient.name', 'Patient')).toHaveLength(1);
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
    expect(() => walks(expression, path)).toThrow(RangeError);
  });
});
