import { describe, expect, it } from 'vitest';
import type { Group } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { createValidator } from '../../../../src/fhir/validation/create-validator.js';
import { BROKEN } from '../../../support/fhir/broken-rules.js';

const definitions = openDefinitions();
const validator = createValidator(definitions);

const told = (resource: unknown, severity = 'error'): readonly string[] =>
  validator
    .validate(resource, {})
    .filter((issue) => issue.severity === severity)
    .map(({ diagnostics, expression }) => `${diagnostics.split(':', 1)[0]} ${expression}`);

/** Keys of all invariants with severity error that can be met in a served type. */
function keysOfServedTypes(): ReadonlySet<string> {
  const keys = new Set<string>();
  const seen = new Set<string>();
  const walk = (group: Group): void => {
    if (seen.has(group.path)) return;
    seen.add(group.path);
    for (const { key, severity } of definitions.invariants(group)) {
      if (severity === 'error') keys.add(key);
    }
    for (const element of definitions.elements(group)) {
      for (const { key } of element.invariants ?? []) keys.add(key);
      if (element.group !== undefined) walk(element.group);
    }
  };
  for (const type of definitions.served) walk({ type, path: type });
  return keys;
}

describe('the rules of R4', () => {
  it.each(Object.entries(BROKEN))(
    '%s is told where it is broken, and nothing else',
    (key, broken) => {
      const errors = validator.validate(broken, {}).filter(({ severity }) => severity === 'error');
      const keys = errors.map(({ diagnostics }) => diagnostics.split(':', 1)[0]);
      expect(keys).toContain(key);
      expect(errors.every(({ code }) => code === 'invariant')).toBe(true);
      expect(new Set(keys)).toEqual(new Set([key]));
    },
  );

  it('are all tried here', () => {
    expect([...keysOfServedTypes()].filter((key) => BROKEN[key] === undefined)).toEqual([]);
  });

  it('are reported at the element that they concern', () => {
    expect(told(BROKEN['per-1'])).toEqual(['per-1 Patient.identifier[0].period']);
    expect(told(BROKEN['org-3'])).toEqual(['org-3 Organization.telecom[0]']);
    expect(told(BROKEN['que-13'])).toEqual(['que-13 Questionnaire.item[0]']);
    expect(told(BROKEN['obs-6'])).toEqual(['obs-6 Observation']);
  });

  it('are warnings where R4 says so', () => {
    const library = { resourceType: 'Library', status: 'draft', type: { text: 'x' }, name: 'a b' };
    expect(told(library)).toEqual([]);
    expect(told(library, 'warning')).toEqual(['dom-6 Library', 'lib-0 Library']);
  });

  it('that cannot be decided are kept', () => {
    const period = { start: '2024-01-15', end: '2024' };
    expect(told({ resourceType: 'Patient', identifier: [{ period }] })).toEqual([]);
  });

  it('are left for later where the structure is wrong, and only there', () => {
    const wrong = { start: '2024-02-01', end: '2024-01-01', unheardOf: 1 };
    const broken = { start: '2024-02-01', end: '2024-01-01' };
    const identifier = [{ period: wrong }, { period: broken }];
    expect(told({ resourceType: 'Patient', identifier })).toEqual([
      'There is no element "unheardOf" here. Patient.identifier[0].period',
      'per-1 Patient.identifier[1].period',
    ]);
  });

  it('hold in contained resources and in entries of bundles', () => {
    const managingOrganization = { reference: '#a' };
    const contained = [{ resourceType: 'Organization', id: 'a' }];
    const patient = { resourceType: 'Patient', managingOrganization, contained };
    expect(told(patient)).toEqual(['org-1 Patient.contained[0]']);
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] };
    expect(told(bundle)).toEqual(['org-1 Bundle.entry[0].resource.contained[0]']);
  });
});
