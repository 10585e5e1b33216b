import { isDeepStrictEqual } from 'node:util';
import type {
  RawElement,
  RawGroup,
  RawInvariant,
  RawType,
} from '../../src/fhir/definitions/raw.js';
import {
  type ElementDefinition,
  type ElementType,
  lastSegment,
  type StructureDefinition,
} from './package-files.js';

const SIMPLE_QUANTITY = 'http://hl7.org/fhir/StructureDefinition/SimpleQuantity';

/** The one rule of the profile SimpleQuantity, which elements name in addition to the type Quantity. */
const NO_COMPARATOR: RawInvariant = [
  'sqty-1',
  'error',
  'The comparator is not used on a SimpleQuantity',
  'comparator.empty()',
];

function typeName(path: string, { code, extension }: ElementType): string {
  if (!code.startsWith('http://hl7.org/fhirpath/')) return code;
  const stated = extension?.find(({ url }) => url.endsWith('/structuredefinition-fhir-type'));
  if (stated?.valueUrl === undefined) throw new Error(`no FHIR type at ${path}`);
  return stated.valueUrl;
}

function typeWithTargets(path: string, type: ElementType): string {
  const targets = (type.targetProfile ?? []).map(lastSegment);
  const any = targets.length === 0 || targets.includes('Resource');
  return any ? typeName(path, type) : `${typeName(path, type)}(${targets.join('|')})`;
}

/** Repeated without a source on elements, although the types Element and Extension say them. */
const OF_TYPES = new Set(['ele-1', 'ext-1']);

/** Rules of this definition itself; a snapshot repeats those of its bases with their source. */
function ownInvariants(definition: StructureDefinition, { constraint = [] }: ElementDefinition) {
  return constraint
    .filter(({ source }) => source === undefined || source === definition.url)
    .map((c): RawInvariant => [c.key, c.severity, c.human, c.expression]);
}

/** The published R4 names `string` for it; the text of the standard says `id`, as later releases do. */
const isResourceId = ({ kind, type }: StructureDefinition, path: string): boolean =>
  kind === 'resource' && path === `${type}.id`;

function reduceElement(definition: StructureDefinition, element: ElementDefinition): RawElement {
  const { path, min, max, contentReference, binding } = element;
  const types = element.type ?? [];
  const invariants = isGroup(element)
    ? []
    : ownInvariants(definition, element).filter(([key]) => !OF_TYPES.has(key));
  if (types.some(({ profile }) => profile?.includes(SIMPLE_QUANTITY))) {
    invariants.push(NO_COMPARATOR);
  }
  const valueSet = binding?.strength === 'required' ? binding.valueSet?.split('|')[0] : undefined;
  const id = isResourceId(definition, path);
  return {
    name: path.slice(path.lastIndexOf('.') + 1),
    ...(contentReference === undefined
      ? { types: id ? ['id'] : types.map((type) => typeWithTargets(path, type)) }
      : { same: contentReference.slice(contentReference.indexOf('#') + 1) }),
    ...(min > 0 && { min }),
    ...(max !== '1' && { many: true }),
    ...(valueSet !== undefined && { binding: valueSet }),
    ...(element.isSummary === true && { summary: true }),
    ...(element.isModifier === true && { modifier: true }),
    ...(invariants.length > 0 && { invariants }),
  };
}

const BACKBONES = new Set(['BackboneElement', 'Element']);

const isGroup = ({ path, type, contentReference }: ElementDefinition): boolean =>
  !path.includes('.') ||
  (contentReference === undefined && type?.length === 1 && BACKBONES.has(type[0]?.code ?? ''));

interface Kin {
  readonly definition: StructureDefinition;
  readonly base?: Kin;
}

function inherited(kin: Kin | undefined, name: string): RawElement | undefined {
  if (kin === undefined) return undefined;
  const path = `${kin.definition.type}.${name}`;
  const found = kin.definition.snapshot.element.find((element) => element.path === path);
  return found ? reduceElement(kin.definition, found) : inherited(kin.base, name);
}

/**
 * Elements that a group only repeats from its base are left out.
 *
 * @throws Error where a type changes what it inherits: the reader of the file knows no such thing
 */
function ownElements(
  path: string,
  all: readonly RawElement[],
  base: Kin | undefined,
): RawElement[] {
  return all.filter((element) => {
    const before = inherited(base, element.name);
    if (before === undefined) return true;
    if (!isDeepStrictEqual(before, element)) throw new Error(`${path}.${element.name} differs`);
    return false;
  });
}

export type Kinship = (type: string) => Kin | undefined;

function reduceGroup(
  definition: StructureDefinition,
  at: ElementDefinition,
  kin: Kinship,
): RawGroup {
  const { path } = at;
  const root = path === definition.type;
  const base = root ? kin(path)?.base : kin(at.type?.[0]?.code ?? '');
  const children = definition.snapshot.element
    .filter((one) => one.path.startsWith(`${path}.`))
    .filter((one) => one.max !== '0' && !one.path.slice(path.length + 1).includes('.'))
    .map((one) => reduceElement(definition, one));
  const invariants = ownInvariants(definition, at);
  return {
    ...(!root && base && { base: base.definition.type }),
    elements: ownElements(path, children, base),
    ...(invariants.length > 0 && { invariants }),
  };
}

const KINDS: Readonly<Record<string, RawType['kind']>> = {
  resource: 'resource',
  'complex-type': 'complex',
  'primitive-type': 'primitive',
};

function reduceType(definition: StructureDefinition, kin: Kinship): RawType {
  const kind = KINDS[definition.kind];
  if (kind === undefined) throw new Error(`unknown kind ${definition.kind}`);
  const groups = kind === 'primitive' ? [] : definition.snapshot.element.filter(isGroup);
  return {
    kind,
    ...(definition.abstract === true && { abstract: true }),
    ...(definition.baseDefinition && { base: lastSegment(definition.baseDefinition) }),
    groups: Object.fromEntries(groups.map((at) => [at.path, reduceGroup(definition, at, kin)])),
  };
}

/** Structure definitions → types with their own elements, by name in alphabetical order. */
export function reduceTypes(
  definitions: readonly StructureDefinition[],
): Readonly<Record<string, RawType>> {
  const byType = new Map(definitions.map((definition) => [definition.type, definition]));
  const kin: Kinship = (type) => {
    const definition = byType.get(type);
    if (definition === undefined) return undefined;
    const base = definition.baseDefinition
      ? kin(lastSegment(definition.baseDefinition))
      : undefined;
    return { definition, ...(base && { base }) };
  };
  const names = [...byType.keys()].sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const definition = byType.get(name);
      return definition ? [[name, reduceType(definition, kin)]] : [];
    }),
  );
}
