import { describe, expect, it } from 'vitest';
import { expandValueSets } from '../../../../scripts/fhir/expand-value-sets.js';
import type {
  CodeSystem,
  ElementDefinition,
  StructureDefinition,
  ValueSet,
} from '../../../../scripts/fhir/package-files.js';
import { reduceTypes } from '../../../../scripts/fhir/reduce-elements.js';
import { reduceCompartment, reduceParameters } from '../../../../scripts/fhir/reduce-search.js';

const URL = 'http://hl7.org/fhir/StructureDefinition/';

const element = (path: string, more: Partial<ElementDefinition> = {}): ElementDefinition => ({
  path,
  min: 0,
  max: '1',
  type: [{ code: 'string' }],
  ...more,
});

function type(name: string, base: string | undefined, ...elements: readonly ElementDefinition[]) {
  return {
    url: URL + name,
    type: name,
    kind: 'complex-type',
    ...(base && { baseDefinition: URL + base }),
    snapshot: { element: [element(name, { max: '*' }), ...elements] },
  } satisfies StructureDefinition;
}

const rule = (key: string, source?: string) => ({
  key,
  severity: 'error' as const,
  human: `what ${key} says`,
  expression: 'x.exists()',
  ...(source && { source: URL + source }),
});

const ELEMENT = type('Element', undefined, element('Element.id'));
const BACKBONE = type(
  'BackboneElement',
  'Element',
  element('BackboneElement.id'),
  element('BackboneElement.modifierExtension', { max: '*', type: [{ code: 'Extension' }] }),
);

describe('the reduction of types', () => {
  it('leaves out what a group only repeats from its base', () => {
    const thing = type(
      'Thing',
      'Element',
      element('Thing.id'),
      element('Thing.name', { min: 1, isSummary: true }),
      element('Thing.part', { max: '*', type: [{ code: 'BackboneElement' }] }),
      element('Thing.part.id'),
      element('Thing.part.modifierExtension', { max: '*', type: [{ code: 'Extension' }] }),
      element('Thing.part.note', { isModifier: true }),
    );
    expect(reduceTypes([thing, ELEMENT, BACKBONE]).Thing).toEqual({
      kind: 'complex',
      base: 'Element',
      groups: {
        Thing: {
          elements: [
            { name: 'name', types: ['string'], min: 1, summary: true },
            { name: 'part', types: ['BackboneElement'], many: true },
          ],
        },
        'Thing.part': {
          base: 'BackboneElement',
          elements: [{ name: 'note', types: ['string'], modifier: true }],
        },
      },
    });
  });

  it('stops where a type changes what it inherits', () => {
    const changed = type('Thing', 'Element', element('Thing.id', { min: 1 }));
    expect(() => reduceTypes([changed, ELEMENT])).toThrow('Thing.id differs');
  });

  it('writes types with their targets, choices, references to other groups, bindings', () => {
    const reference = (...targetProfile: string[]) => [{ code: 'Reference', targetProfile }];
    const { Thing } = reduceTypes([
      type(
        'Thing',
        undefined,
        element('Thing.a', { type: reference(`${URL}Patient`, `${URL}Group`) }),
        element('Thing.b', { type: reference(`${URL}Resource`) }),
        element('Thing.c[x]', { type: [{ code: 'Quantity' }, { code: 'string' }] }),
        { path: 'Thing.d', min: 0, max: '*', contentReference: `#Thing.e` },
        element('Thing.f', { binding: { strength: 'required', valueSet: 'urn:set|4.0.1' } }),
        element('Thing.g', { binding: { strength: 'extensible', valueSet: 'urn:other' } }),
        element('Thing.h', { max: '0' }),
        element('Thing.i', {
          type: [
            {
              code: 'http://hl7.org/fhirpath/System.String',
              extension: [{ url: `${URL}structuredefinition-fhir-type`, valueUrl: 'uri' }],
            },
          ],
        }),
      ),
    ]);
    expect(Thing!.groups.Thing!.elements).toEqual([
      { name: 'a', types: ['Reference(Patient|Group)'] },
      { name: 'b', types: ['Reference'] },
      { name: 'c[x]', types: ['Quantity', 'string'] },
      { name: 'd', same: 'Thing.e', many: true },
      { name: 'f', types: ['string'], binding: 'urn:set' },
      { name: 'g', types: ['string'] },
      { name: 'i', types: ['uri'] },
    ]);
  });

  it('gives a resource an id', () => {
    const resource = { ...type('Thing', undefined, element('Thing.id')), kind: 'resource' };
    expect(reduceTypes([resource]).Thing!.groups.Thing!.elements).toEqual([
      { name: 'id', types: ['id'] },
    ]);
  });

  it('keeps rules where they are said, and the one of a profile at the elements that name it', () => {
    const root = element('Thing', { constraint: [rule('own-1'), rule('ele-1', 'Element')] });
    const thing = type(
      'Thing',
      undefined,
      element('Thing.a', { constraint: [rule('a-1'), rule('ele-1')] }),
      element('Thing.b', { type: [{ code: 'Quantity', profile: [`${URL}SimpleQuantity`] }] }),
    );
    const [, ...rest] = thing.snapshot.element;
    const { groups } = reduceTypes([{ ...thing, snapshot: { element: [root, ...rest] } }]).Thing!;
    expect(groups.Thing!.invariants).toEqual([['own-1', 'error', 'what own-1 says', 'x.exists()']]);
    expect(groups.Thing!.elements.map(({ invariants }) => invariants?.map(([key]) => key))).toEqual(
      [['a-1'], ['sqty-1']],
    );
  });
});

describe('the expansion of value sets', () => {
  const system: CodeSystem = {
    resourceType: 'CodeSystem',
    url: 'urn:animals',
    content: 'complete',
    concept: [
      {
        code: 'mammal',
        property: [{ code: 'notSelectable', valueBoolean: true }],
        concept: [{ code: 'cat', concept: [{ code: 'lion' }] }, { code: 'dog' }],
      },
      { code: 'bird' },
      { code: 'bat', property: [{ code: 'subsumedBy', valueCode: 'mammal' }] },
    ],
  };
  const open: CodeSystem = { ...system, url: 'urn:open', content: 'not-present', concept: [] };
  const include = (include: NonNullable<ValueSet['compose']>['include'], exclude = false) => ({
    resourceType: 'ValueSet' as const,
    url: 'urn:set',
    compose: {
      include,
      ...(exclude && { exclude: [{ system: 'urn:animals', concept: [{ code: 'dog' }] }] }),
    },
  });
  const types = {
    Thing: {
      kind: 'complex' as const,
      groups: { Thing: { elements: [{ name: 'a', types: ['code'], binding: 'urn:set' }] } },
    },
  };
  const expand = (...sets: readonly ValueSet[]) => expandValueSets(types, sets, [system, open]);

  it.each([
    [
      'of a whole system, headings left out',
      [{ system: 'urn:animals' }],
      ['cat', 'lion', 'dog', 'bird', 'bat'],
    ],
    ['of what is listed', [{ system: 'urn:animals', concept: [{ code: 'bird' }] }], ['bird']],
    [
      'of what lies below a code',
      [{ system: 'urn:animals', filter: [{ op: 'is-a', value: 'mammal' }] }],
      ['cat', 'lion', 'dog', 'bat'],
    ],
    [
      'of what lies below a code but not itself',
      [{ system: 'urn:animals', filter: [{ op: 'descendent-of', value: 'cat' }] }],
      ['lion'],
    ],
  ])('is the codes %s', (_, included, codes) => {
    expect(expand(include(included)).expanded).toEqual({ 'urn:set': { 'urn:animals': codes } });
  });

  it('takes in other sets and leaves out what is excluded', () => {
    const other: ValueSet = { ...include([{ system: 'urn:animals' }]), url: 'urn:other' };
    expect(expand(include([{ valueSet: ['urn:other|1'] }], true), other).expanded).toEqual({
      'urn:set': { 'urn:animals': ['cat', 'lion', 'bird', 'bat'] },
    });
  });

  it.each([
    ['its system is not in the package', [{ system: 'urn:open' }]],
    ['its system is not known', [{ system: 'urn:nothing' }]],
    [
      'its filter is another one',
      [{ system: 'urn:animals', filter: [{ op: 'regex', value: '.' }] }],
    ],
    ['it includes itself', [{ valueSet: ['urn:set'] }]],
  ])('is left where %s', (_, included) => {
    expect(expand(include(included))).toEqual({ expanded: {}, left: ['urn:set'] });
  });
});

describe('the reduction of search parameters', () => {
  const parameter = {
    url: 'http://hl7.org/fhir/SearchParameter/Thing-a',
    code: 'a',
    type: 'reference',
    base: ['Thing'],
    expression: 'Thing.a',
  };

  it('keeps what can be searched, with few targets or none', () => {
    const many = Array.from({ length: 145 }, (_, at) => `Type${at}`);
    expect(
      reduceParameters([
        { ...parameter, target: ['Patient'] },
        { ...parameter, target: many },
        { ...parameter, type: 'special' },
        { url: 'urn:x', code: '_text', type: 'string', base: ['DomainResource'] },
      ]),
    ).toEqual([
      {
        code: 'a',
        type: 'reference',
        base: ['Thing'],
        name: 'Thing-a',
        expression: 'Thing.a',
        targets: ['Patient'],
      },
      { code: 'a', type: 'reference', base: ['Thing'], name: 'Thing-a', expression: 'Thing.a' },
    ]);
  });

  it('names the parts of a composite', () => {
    const definition = 'http://hl7.org/fhir/SearchParameter/Thing-a';
    const component = [{ definition, expression: 'a' }];
    const [composite] = reduceParameters([{ ...parameter, type: 'composite', component }]);
    expect(composite!.components).toEqual([['Thing-a', 'a']]);
  });

  it('keeps the types of a compartment that are tied to it', () => {
    const resource = [{ code: 'Thing', param: ['a'] }, { code: 'Other' }];
    expect(reduceCompartment({ resource })).toEqual({ Thing: ['a'] });
  });
});
