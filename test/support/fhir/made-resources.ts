import fc from 'fast-check';
import type { Definitions, Element, Group } from '../../../src/fhir/definitions/definition.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { madeDatatype } from './made-datatypes.js';
import { type Draft, REPAIRS } from './made-repairs.js';
import { type Chance, createChance, made, madePrimitive, UCUM } from './made-values.js';

/** Types that have no rules of their own, for a contained resource. */
const GUESTS = ['Organization', 'Practitioner', 'Patient', 'Location', 'Device'];

/** What one resource is made with. */
interface Making {
  readonly definitions: Definitions;
  readonly chance: Chance;
  /** Chance of an optional element at the top; it falls with each step down. */
  readonly density: number;
  /** Contained resources that references ask for; none where there may be none. */
  readonly guests?: Draft[];
  /** Link ids, which must differ. */
  links: number;
}

/**
 * A legal resource of R4: structure, bindings, types of references and invariants hold. The same
 * arguments make the same resource.
 *
 * @param density 0: what is required alone; 1: every element at the top, most of those below
 */
export function makeResource(
  definitions: Definitions,
  type: string,
  seed: number,
  density = 0.4,
): Resource & { readonly id: string } {
  const chance = createChance(seed);
  const canContain = definitions.element({ type, path: type }, 'contained') !== undefined;
  const guests: Draft[] | undefined = canContain ? [] : undefined;
  const making: Making = { definitions, chance, density, links: 0, ...(guests && { guests }) };
  const id = made.id(chance);
  const draft = group(making, { type, path: type }, 0);
  const text = JSON.stringify(draft);
  const referred = guests?.filter((one) => text.includes(`"#${one.id}"`)) ?? [];
  const contained = referred.length > 0 ? { contained: referred } : {};
  return { ...draft, resourceType: type, id, ...contained };
}

/** Legal resources of a type; a failing one shrinks to fewer elements. */
export function madeResource(
  definitions: Definitions,
  type: string,
): fc.Arbitrary<Resource & { readonly id: string }> {
  return fc
    .record({ density: fc.integer({ min: 0, max: 10 }), seed: fc.nat() })
    .map(({ density, seed }) => makeResource(definitions, type, seed, density / 10));
}

/** Legal resources of any type that is served. */
export function madeOfAnyType(
  definitions: Definitions,
): fc.Arbitrary<Resource & { readonly id: string }> {
  return fc.constantFrom(...definitions.served).chain((type) => madeResource(definitions, type));
}

const SELDOM: ReadonlySet<string> = new Set(['extension', 'modifierExtension', 'implicitRules']);

function isWanted(making: Making, { name, min }: Element, at: Group, depth: number): boolean {
  if (name === 'contained' || (depth === 0 && name === 'id')) return false;
  if (min > 0) return true;
  if (depth > 6) return false;
  const density = making.density * 0.65 ** depth;
  const isPart = name === 'id' || (SELDOM.has(name) && at.path !== 'Extension');
  return making.chance.is(isPart ? density * 0.1 : density);
}

/** Of each choice one name, of the rest all. */
function candidates(making: Making, at: Group): readonly Element[] {
  const { definitions, chance } = making;
  const picked = new Set(definitions.choices(at).map(({ names }) => chance.pick(names)));
  return definitions
    .elements(at)
    .filter(({ name, choiceOf }) => choiceOf === undefined || picked.has(name));
}

function group(making: Making, at: Group, depth: number): Draft {
  const special = madeDatatype(at.type === at.path ? at.type : '', making.chance, making.density);
  if (special !== undefined) return special;
  const draft: Draft = {};
  for (const element of candidates(making, at)) {
    if (isWanted(making, element, at, depth)) fill(making, draft, element, at, depth);
  }
  if (Object.keys(draft).filter((name) => name !== 'id').length === 0 && depth > 0) {
    fillSomething(making, draft, at, depth);
  }
  REPAIRS[at.path]?.(draft, making.chance);
  return draft;
}

/** An object must say something; a primitive is the least that it can. */
function fillSomething(making: Making, draft: Draft, at: Group, depth: number): void {
  const elements = candidates(making, at).filter(({ name }) => !SELDOM.has(name) && name !== 'id');
  const element = elements.find(({ primitive }) => primitive) ?? elements[0];
  if (element !== undefined) fill(making, draft, element, at, depth);
}

function fill(making: Making, draft: Draft, element: Element, at: Group, depth: number): void {
  const { chance } = making;
  const { name, many } = element;
  const count = many ? 1 + (chance.is(0.3 * making.density) ? 1 + chance.below(2) : 0) : 1;
  const values = Array.from({ length: count }, () => valueFor(making, element, depth));
  draft[name] = many ? values : values[0];
  if (element.primitive && chance.is(0.05)) addOtherHalf(making, draft, element, at);
}

const ABSENT = {
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason',
      valueCode: 'unknown',
    },
  ],
};

/** Extensions of a primitive value; sometimes instead of the value. */
function addOtherHalf(making: Making, draft: Draft, element: Element, at: Group): void {
  const { name, many, min } = element;
  const instead = min === 0 && REPAIRS[at.path] === undefined && making.chance.is(0.3);
  const values = draft[name];
  if (many && Array.isArray(values)) {
    draft[`_${name}`] = [ABSENT, ...values.slice(1).map(() => null)];
    if (instead) values[0] = null;
    return;
  }
  draft[`_${name}`] = ABSENT;
  if (instead) delete draft[name];
}

function valueFor(making: Making, element: Element, depth: number): unknown {
  const { chance } = making;
  const { type } = element;
  if (element.name === 'linkId') {
    making.links += 1;
    return `link-${making.links}`;
  }
  if (element.primitive) return primitive(making, element);
  if (type === 'Reference') return reference(making, element);
  if (element.group === undefined) return { resourceType: 'Basic', code: { text: 'made' } };
  if (element.binding !== undefined && type === 'CodeableConcept') {
    return { coding: [bound(making, element.binding)] };
  }
  const value = group(making, element.group, depth + 1);
  if (element.invariants?.some(({ key }) => key === 'sqty-1')) delete value.comparator;
  if (element.binding !== undefined && type === 'Coding') {
    return bound(making, element.binding);
  }
  return type === 'Narrative' ? { ...value, div: madePrimitive('xhtml', chance) } : value;
}

function primitive({ definitions, chance }: Making, { type, binding }: Element): unknown {
  if (binding === undefined) return madePrimitive(type, chance);
  const systems = definitions.codes(binding);
  if (systems === undefined) return binding.endsWith('currencies') ? 'EUR' : 'application/pdf';
  return chance.pick([...systems.values()].flatMap((codes) => [...codes]));
}

/** Of sets that cannot be listed. */
const UNLISTED: Readonly<Record<string, object>> = {
  'http://hl7.org/fhir/ValueSet/ucum-units': { system: UCUM, code: 'mg' },
  'http://loinc.org/vs/LL379-9': { system: 'http://loinc.org', code: 'LA9658-1' },
};

function bound({ definitions, chance }: Making, binding: string) {
  if (UNLISTED[binding]) return UNLISTED[binding];
  const [system, codes] = chance.pick([...(definitions.codes(binding) ?? [])]);
  return { system, code: chance.pick([...codes]) };
}

function reference(making: Making, { targets }: Element): Draft {
  const { definitions, chance, guests } = making;
  const any = targets === undefined || targets.includes('Resource');
  const type = !any
    ? chance.pick(targets)
    : chance.is(0.4)
      ? 'Patient'
      : chance.pick(definitions.served);
  const id = made.id(chance);
  const identifier = { system: made.system(chance), value: made.word(chance) };
  if (guests !== undefined && GUESTS.includes(type) && chance.is(0.06)) {
    guests.push(guest(type, `guest-${guests.length}`, chance));
    return { reference: `#guest-${guests.length - 1}` };
  }
  const ways: readonly Draft[] = [
    { reference: `${type}/${id}` },
    { reference: `${type}/${id}`, display: made.word(chance) },
    { reference: `${type}/${id}`, type },
    { reference: `${type}/${id}/_history/2` },
    { reference: `https://elsewhere.example/fhir/${type}/${id}` },
    { reference: 'urn:uuid:c757873d-ec9a-4326-a141-556f43239520' },
    { identifier, type },
    { display: made.word(chance) },
  ];
  return chance.is(0.5) ? ways[0]! : chance.pick(ways);
}

const guest = (resourceType: string, id: string, chance: Chance): Draft => ({
  resourceType,
  id,
  ...(resourceType === 'Organization' && { name: made.word(chance) }),
});
