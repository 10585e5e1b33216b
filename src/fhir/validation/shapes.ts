import type { Definitions, Element, Group } from '../definitions/definition.js';
import { bindingOf } from './bindings.js';
import { rulesOfElement, rulesOfGroup } from './invariants.js';
import { isLenient } from './lenient.js';
import type { Complex, Member, Primitive, Requirement, Shape, Shapes, Sibling } from './model.js';
import { primitiveCheck } from './primitives.js';

const ELEMENT: Group = { type: 'Element', path: 'Element' };

/** Compiles groups on first use. */
export function createShapes(definitions: Definitions): Shapes {
  const cache = new Map<string, Shape>();
  const of = (group: Group): Shape => {
    const cached = cache.get(group.path);
    if (cached !== undefined) return cached;
    const shape = compile(definitions, group, of);
    cache.set(group.path, shape);
    return shape;
  };
  return { of, sibling: () => of(ELEMENT) };
}

function compile(definitions: Definitions, group: Group, of: (group: Group) => Shape): Shape {
  const members = new Map<string, Member>();
  for (const element of definitions.elements(group)) {
    members.set(element.name, memberOf(definitions, element, of));
    if (element.primitive) members.set(`_${element.name}`, siblingOf(element));
  }
  return {
    group,
    isResource: group.type === group.path && definitions.resourceTypes.has(group.type),
    members,
    required: requirementsOf(definitions, group),
    rules: rulesOfGroup(definitions, group),
  };
}

const labelOf = ({ name, choiceOf: choice }: Element): string => choice ?? name;

const choiceOf = ({ choiceOf: choice }: Element) =>
  choice === undefined ? {} : { choiceOf: choice };

function siblingOf(element: Element): Sibling {
  const { name, many } = element;
  const place = { name: `_${name}`, label: labelOf(element), many, rules: [] };
  return { kind: 'sibling', of: name, ...place, ...choiceOf(element) };
}

function memberOf(
  definitions: Definitions,
  element: Element,
  of: (group: Group) => Shape,
): Primitive | Complex {
  const { name, type, many, group, targets } = element;
  const rules = rulesOfElement(definitions, element);
  const place = { name, label: labelOf(element), type, many, rules, ...choiceOf(element) };
  const binding = bindingOf(definitions, element);
  const bound = binding === undefined ? {} : { binding };
  if (element.primitive) {
    const address = type === 'canonical' || type === 'uri' || type === 'url';
    const check = primitiveCheck(type);
    return { kind: 'primitive', ...place, ...bound, sibling: `_${name}`, check, address };
  }
  return {
    kind: 'complex',
    ...place,
    ...bound,
    ...(group !== undefined && { shape: () => of(group) }),
    ...(targets !== undefined && !targets.includes('Resource') && { targets: new Set(targets) }),
  };
}

function requirementsOf(definitions: Definitions, group: Group): readonly Requirement[] {
  const requirement = (label: string, choice: boolean, names: readonly string[]): Requirement => ({
    label,
    choice,
    names: names.flatMap((name) => [name, `_${name}`]),
    severity: isLenient(`${group.path}.${label}`) ? 'warning' : 'error',
  });
  const single = definitions
    .elements(group)
    .filter(({ min, choiceOf: choice }) => min > 0 && choice === undefined)
    .map(({ name }) => requirement(name, false, [name]));
  const choices = definitions
    .choices(group)
    .filter(({ min }) => min > 0)
    .map(({ name, names }) => requirement(name, true, names));
  return [...single, ...choices];
}
