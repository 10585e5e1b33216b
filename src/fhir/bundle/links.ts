import type { Definitions, Element, Group } from '../definitions/definition.js';
import { refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';
import { endOfString, skipBlank } from '../text/members.js';

export type LinkKind = 'reference' | 'url' | 'narrative';

/** A string in a resource that may refer to another one. */
export interface Link {
  /** It is the n-th string value of the resource, from 0 on, in the order of the text. */
  readonly order: number;
  readonly kind: LinkKind;
  readonly value: string;
}

/** More than any resource may have; protects the recursion from a stack overflow. */
const DEEPEST = 200;

/**
 * The primitive types whose links a transaction rewrites. The standard excludes `canonical`; it
 * includes `oid` and `uuid`, but no relative URL is valid in them.
 */
const URL_TYPES: ReadonlySet<string> = new Set(['uri', 'url']);

function kindOf(group: Group, element: Element): LinkKind | undefined {
  if (group.type === 'Reference' && element.name === 'reference') return 'reference';
  if (element.type === 'xhtml') return 'narrative';
  return URL_TYPES.has(element.type) ? 'url' : undefined;
}

const groupOf = (type: string): Group => ({ type, path: type });

function groupBelow(element: Element, value: object): Group | undefined {
  if (element.group !== undefined) return element.group;
  const type = 'resourceType' in value ? value.resourceType : undefined;
  return typeof type === 'string' ? groupOf(type) : undefined;
}

const NOWHERE: Group = { type: '', path: '' };
const SIBLING: Element = {
  name: '_',
  type: 'Element',
  many: true,
  min: 0,
  primitive: false,
  group: groupOf('Element'),
  summary: false,
  modifier: false,
};

/**
 * All links of a resource (http://hl7.org/fhir/R4/http.html#trules): references, `uri` and `url`
 * elements and the narrative, in contained resources and extensions too. Strings outside the
 * definitions are counted, but are not links.
 */
export function linksOf(resource: Resource, definitions: Definitions): readonly Link[] {
  const links: Link[] = [];
  let order = 0;

  function walk(value: unknown, element: Element | undefined, inside: Group, depth: number): void {
    if (depth > DEEPEST) {
      throw refuseFor('validation_error', 'too-costly', 'This resource is nested too deeply.');
    }
    if (typeof value === 'string') {
      const kind = element && kindOf(inside, element);
      if (kind !== undefined) links.push({ order, kind, value });
      order += 1;
    } else if (Array.isArray(value)) {
      for (const one of value) walk(one, element, inside, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      members(value, element && groupBelow(element, value), depth);
    }
  }

  function members(value: object, group: Group | undefined, depth: number): void {
    for (const [name, child] of Object.entries(value)) {
      // The sibling of a primitive holds its id and extensions: `_value`.
      const sibling = name.startsWith('_');
      const element = sibling ? SIBLING : group && definitions.element(group, name);
      walk(child, element, group ?? NOWHERE, depth + 1);
    }
  }

  members(resource, groupOf(resource.resourceType), 0);
  return links;
}

/**
 * The text of a resource with some of its string values replaced, otherwise unchanged.
 *
 * @param text valid JSON
 * @param replaced index of a string value → its replacement
 */
export function replaceStrings(text: string, replaced: ReadonlyMap<number, string>): string {
  if (replaced.size === 0) return text;
  const pieces: string[] = [];
  let kept = 0;
  let order = 0;
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start);
    const isName = text[skipBlank(text, end)] === ':';
    if (!isName) {
      const instead = replaced.get(order);
      order += 1;
      if (instead !== undefined) {
        pieces.push(text.slice(kept, start), JSON.stringify(instead));
        kept = end;
      }
    }
    start = text.indexOf('"', end);
  }
  return pieces.join('') + text.slice(kept);
}

const ATTRIBUTE = /\b(href|src)(\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/** The targets of the links and pictures of a narrative. */
export function narrativeUrls(div: string): string[] {
  return [...div.matchAll(ATTRIBUTE)].map(([, , , double, single]) => double ?? single ?? '');
}

/**
 * A narrative with the targets of its links and pictures replaced by those that `resolve` returns.
 */
export function replaceInNarrative(
  div: string,
  resolve: (url: string) => string | undefined,
): string {
  return div.replace(ATTRIBUTE, (whole, name: string, equals: string, double, single) => {
    const found = resolve(double ?? single ?? '');
    return found === undefined ? whole : `${name}${equals}"${found}"`;
  });
}
