import type { Definitions, Element, Group } from '../definitions/definition.js';

/** A value with its type, which is not in the JSON. */
export interface Node {
  readonly value: unknown;
  readonly type: string;
  /** Where its children are defined; absent for primitives. */
  readonly group?: Group;
  /** Of a primitive: the content of `_name`, its id and extensions. */
  readonly sibling?: unknown;
}

export type Collection = readonly Node[];

export const EMPTY: Collection = [];

/** The definitions that evaluation needs. */
export type Model = Pick<Definitions, 'element' | 'elements' | 'choices'>;

type Fields = Readonly<Record<string, unknown>>;

const ELEMENT: Group = { type: 'Element', path: 'Element' };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A resource states its own type. */
export function resourceNode(value: unknown): Node {
  const named = isFields(value) ? value.resourceType : undefined;
  const type = typeof named === 'string' ? named : 'Resource';
  return { value, type, group: { type, path: type } };
}

function add(nodes: Node[], { type, group }: Element, value: unknown, sibling: unknown): void {
  if ((value === undefined || value === null) && !isFields(sibling)) return;
  if (type === 'Resource') nodes.push(resourceNode(value));
  else if (sibling !== undefined) nodes.push({ value, type, sibling });
  else nodes.push(group === undefined ? { value, type } : { value, type, group });
}

function addAll(nodes: Node[], element: Element, fields: Fields): void {
  const value = fields[element.name];
  const sibling = element.primitive ? fields[`_${element.name}`] : undefined;
  if (!Array.isArray(value) && !Array.isArray(sibling)) {
    if (value !== undefined || sibling !== undefined) add(nodes, element, value, sibling);
    return;
  }
  const values = Array.isArray(value) ? value : [];
  const siblings = Array.isArray(sibling) ? sibling : [];
  const length = Math.max(values.length, siblings.length);
  for (let at = 0; at < length; at += 1) add(nodes, element, values[at], siblings[at]);
}

function elementsNamed(model: Model, group: Group, name: string): readonly Element[] {
  const plain = model.element(group, name);
  if (plain !== undefined) return plain.choiceOf === undefined ? [plain] : [];
  const choice = model.choices(group).find((one) => one.name === name);
  return (choice?.names ?? []).flatMap((one) => model.element(group, one) ?? []);
}

/** The value of a FHIRPath member: `value` for `valueQuantity`. Definitions are looked up once per group. */
export function createMember(model: Model, name: string): (input: Collection) => Collection {
  const cache = new Map<string, readonly Element[]>();
  const elementsOf = (group: Group): readonly Element[] => {
    const before = cache.get(group.path);
    if (before !== undefined) return before;
    const elements = elementsNamed(model, group, name);
    cache.set(group.path, elements);
    return elements;
  };
  return (input) => {
    const nodes: Node[] = [];
    for (const { value, group = ELEMENT, sibling } of input) {
      const fields = group === ELEMENT ? sibling : value;
      if (!isFields(fields)) continue;
      for (const element of elementsOf(group)) addAll(nodes, element, fields);
    }
    return nodes;
  };
}

/** All children of the nodes, in the order of the definitions. */
export function childrenOf(input: Collection, model: Model): Collection {
  const nodes: Node[] = [];
  for (const { value, group = ELEMENT, sibling } of input) {
    const fields = group === ELEMENT ? sibling : value;
    if (!isFields(fields)) continue;
    for (const element of model.elements(group)) addAll(nodes, element, fields);
  }
  return nodes;
}

export function descendantsOf(input: Collection, model: Model): Collection {
  const nodes: Node[] = [];
  for (let level = childrenOf(input, model); level.length > 0; level = childrenOf(level, model)) {
    for (const node of level) nodes.push(node);
  }
  return nodes;
}
