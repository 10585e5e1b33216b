import { describe, expect, it } from 'vitest';
import type { Element, Group } from '../../../../src/fhir/definitions/definition.js';
import { openDefinitions } from '../../../../src/fhir/definitions/open.js';
import { READ_ONLY_TYPES, SERVED_TYPES } from '../../../../src/fhir/served-types.js';

const definitions = openDefinitions();
const at = (path: string): Group => ({ type: path.split('.')[0]!, path });
const names = (path: string) => definitions.elements(at(path)).map(({ name }) => name);

/** All groups below the types that are served, and below what these hold. */
function groupsBelow(types: Iterable<string>): readonly Group[] {
  const seen = new Map<string, Group>();
  const add = (group: Group) => {
    if (seen.has(group.path)) return;
    seen.set(group.path, group);
    for (const { group: below } of definitions.elements(group)) if (below) add(below);
  };
  for (const type of types) add(at(type));
  return [...seen.values()];
}

const groups = groupsBelow(definitions.resourceTypes);
const elements = groups.flatMap((group) => definitions.elements(group));

describe('the definitions of R4', () => {
  it('hold all 146 resource types, and serve some of them in order', () => {
    expect(definitions.resourceTypes.size).toBe(146);
    expect(definitions.served).toEqual([...SERVED_TYPES].sort());
    expect(new Set(SERVED_TYPES).size).toBe(SERVED_TYPES.length);
    expect(SERVED_TYPES.filter((type) => !definitions.resourceTypes.has(type))).toEqual([]);
    expect([...READ_ONLY_TYPES].filter((type) => !definitions.served.includes(type))).toEqual([]);
  });

  it('know abstract types and datatypes, and nothing else', () => {
    for (const type of ['Resource', 'Element', 'HumanName', 'Age', 'positiveInt', 'xhtml']) {
      expect(definitions.isType(type)).toBe(true);
      expect(definitions.resourceTypes.has(type)).toBe(false);
    }
    for (const type of ['', 'patient', 'MetadataResource', 'constructor']) {
      expect(definitions.isType(type)).toBe(false);
      expect(definitions.elements(at(type))).toEqual([]);
    }
  });

  it('list elements as the standard does, inherited ones first', () => {
    expect(names('Patient').slice(0, 11)).toEqual([
      'id',
      'meta',
      'implicitRules',
      'language',
      'text',
      'contained',
      'extension',
      'modifierExtension',
      'identifier',
      'active',
      'name',
    ]);
    expect(names('Patient.link')).toEqual([
      'id',
      'extension',
      'modifierExtension',
      'other',
      'type',
    ]);
    expect(names('Timing.repeat').slice(0, 3)).toEqual(['id', 'extension', 'boundsDuration']);
    expect(names('Age')).toEqual(names('Quantity'));
    expect(names('Bundle').slice(0, 5)).toEqual([
      'id',
      'meta',
      'implicitRules',
      'language',
      'identifier',
    ]);
  });

  it('describe an element', () => {
    const element = (path: string, name: string) => definitions.element(at(path), name);
    expect(element('Patient', 'gender')).toEqual({
      name: 'gender',
      type: 'code',
      many: false,
      min: 0,
      primitive: true,
      summary: true,
      binding: 'http://hl7.org/fhir/ValueSet/administrative-gender',
      modifier: false,
    });
    expect(element('Patient', 'id')?.type).toBe('id');
    expect(element('Patient.link', 'id')?.type).toBe('string');
    expect(element('Extension', 'url')).toMatchObject({ type: 'uri', min: 1, primitive: true });
    expect(element('Patient', 'contact')).toMatchObject({
      type: 'BackboneElement',
      many: true,
      group: at('Patient.contact'),
    });
    expect(element('Questionnaire.item', 'item')).toMatchObject({
      type: 'BackboneElement',
      many: true,
      group: at('Questionnaire.item'),
    });
    expect(element('Observation.component', 'referenceRange')?.group).toEqual(
      at('Observation.referenceRange'),
    );
    expect(element('Observation', 'subject')?.targets).toEqual([
      'Patient',
      'Group',
      'Device',
      'Location',
    ]);
    expect(element('Observation', 'focus')).not.toHaveProperty('targets');
    expect(element('Observation', 'contained')).not.toHaveProperty('group');
    expect(element('Observation', 'status')).toMatchObject({ min: 1, modifier: true });
    expect(element('Meta', 'project')).toBe(undefined);
  });

  it('name a choice by its types', () => {
    expect(definitions.choices(at('MedicationRequest'))).toEqual([
      { name: 'reported', min: 0, names: ['reportedBoolean', 'reportedReference'] },
      { name: 'medication', min: 1, names: ['medicationCodeableConcept', 'medicationReference'] },
    ]);
    const quantity = definitions.element(at('Observation'), 'valueQuantity');
    expect(quantity).toMatchObject({ choiceOf: 'value', group: at('Quantity'), min: 0 });
    expect(definitions.element(at('Observation'), 'value')).toBe(undefined);
    expect(definitions.element(at('Observation'), 'value[x]')).toBe(undefined);
  });

  it('are closed: every type, group and target that is named is there', () => {
    const lost = elements.filter(
      ({ type, group, primitive }: Element) =>
        !definitions.isType(type) ||
        (primitive && group !== undefined) ||
        (!primitive && type !== 'Resource' && group === undefined),
    );
    expect(lost).toEqual([]);
    const empty = elements.filter(({ group }) => group && definitions.elements(group).length === 0);
    expect(empty).toEqual([]);
    const targets = new Set(elements.flatMap(({ targets: list = [] }) => list));
    expect([...targets].filter((type) => !definitions.resourceTypes.has(type))).toEqual([]);
  });

  it('list the codes of every required value set but those that have no end', () => {
    const bound = new Set(elements.flatMap(({ binding }) => binding ?? []));
    expect([...bound].filter((url) => definitions.codes(url) === undefined).sort()).toEqual([
      'http://hl7.org/fhir/ValueSet/currencies',
      'http://hl7.org/fhir/ValueSet/mimetypes',
      'http://hl7.org/fhir/ValueSet/ucum-units',
      'http://loinc.org/vs/LL379-9',
    ]);
    const codes = (name: string, system: string) => [
      ...(definitions.codes(`http://hl7.org/fhir/ValueSet/${name}`)?.get(system) ?? []),
    ];
    expect(codes('administrative-gender', 'http://hl7.org/fhir/administrative-gender')).toEqual([
      'male',
      'female',
      'other',
      'unknown',
    ]);
    // Nested codes count; a heading that cannot be chosen itself does not.
    const items = codes('item-type', 'http://hl7.org/fhir/item-type');
    expect(items).toContain('open-choice');
    expect(items).not.toContain('question');
    expect(codes('units-of-time', 'http://unitsofmeasure.org')).toEqual([
      's',
      'min',
      'h',
      'd',
      'wk',
      'mo',
      'a',
    ]);
    expect(codes('resource-types', 'http://hl7.org/fhir/resource-types')).toHaveLength(148);
  });

  it('hold no codes of SNOMED CT or LOINC', () => {
    const systems = elements
      .flatMap(({ binding }) => (binding ? [...(definitions.codes(binding)?.keys() ?? [])] : []))
      .filter((system) => !/^http:\/\/(hl7\.org\/fhir|terminology\.hl7\.org)\//.test(system));
    expect([...new Set(systems)]).toEqual(['http://unitsofmeasure.org']);
  });

  it('say the rules of a group, inherited ones included, each once', () => {
    const keys = (path: string) => definitions.invariants(at(path)).map(({ key }) => key);
    expect(keys('Observation')).toEqual([
      'dom-2',
      'dom-3',
      'dom-4',
      'dom-5',
      'dom-6',
      'obs-6',
      'obs-7',
    ]);
    expect(keys('Patient.contact')).toEqual(['ele-1', 'pat-1']);
    expect(keys('Age')).toEqual(['ele-1', 'qty-3', 'age-1']);
    expect(keys('Bundle')).not.toContain('dom-2');
    expect(groups.filter(({ path }) => new Set(keys(path)).size < keys(path).length)).toEqual([]);
    expect(definitions.invariants(at('Patient.contact'))[1]).toEqual({
      key: 'pat-1',
      severity: 'error',
      human: "SHALL at least contain a contact's details or a reference to an organization",
      expression: 'name.exists() or telecom.exists() or address.exists() or organization.exists()',
    });
  });

  it('say the rules of an element itself', () => {
    const keys = (path: string, name: string) =>
      definitions.element(at(path), name)?.invariants?.map(({ key }) => key);
    expect(keys('Organization', 'address')).toEqual(['org-2']);
    expect(keys('RiskAssessment.prediction', 'probabilityRange')).toEqual(['ras-1']);
    expect(keys('Range', 'low')).toEqual(['sqty-1']);
    expect(keys('Narrative', 'div')).toEqual(['txt-1', 'txt-2']);
    expect(keys('Patient', 'name')).toBe(undefined);
  });

  it('state what links a resource to a patient', () => {
    expect(definitions.compartment('Observation')).toEqual(['subject', 'performer']);
    expect(definitions.compartment('Patient')).toEqual(['link']);
    expect(definitions.compartment('Organization')).toEqual([]);
    const wrong = definitions.served.flatMap((type) =>
      definitions
        .compartment(type)
        .filter((code) => definitions.parameter(type, code)?.type !== 'reference'),
    );
    expect(wrong).toEqual([]);
  });

  it('have a hash of what rows are made by, the same every time', () => {
    expect(definitions.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(openDefinitions().hash).toBe(definitions.hash);
  });
});
