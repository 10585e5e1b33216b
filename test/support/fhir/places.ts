import type { Definitions, Element, Group } from '../../../src/fhir/definitions/definition.js';
import type { Resource } from '../../../src/fhir/resource.js';

export type Json = Record<string, unknown>;

/** The position of a value in a resource, and its definition. */
export interface Place {
  readonly parent: Json;
  readonly element: Element;
  /** Of the parent. */
  readonly group: Group;
  /** FHIRPath of the parent and of the element without an index. */
  readonly parentPath: string;
  readonly path: string;
}

/**
 * All elements of a resource, found along the definitions; not those of resources inside it, nor
 * the other halves of primitives.
 */
export function placesIn(definitions: Definitions, resource: Resource): readonly Place[] {
  const places: Place[] = [];
  const walk = (parent: Json, group: Group, parentPath: string): void => {
    for (const name of Object.keys(parent)) {
      const element = definitions.element(group, name);
      if (element === undefined) continue;
      const path = `${parentPath}.${element.choiceOf ?? name}`;
      places.push({ parent, element, group, parentPath, path });
      const { group: below } = element;
      if (below === undefined) continue;
      const value = parent[name];
      if (!Array.isArray(value)) walk(value as Json, below, path);
      else for (const [i, one] of value.entries()) walk(one as Json, below, `${path}[${i}]`);
    }
  };
  const { resourceType: type } = resource;
  walk(resource as Json, { type, path: type }, type);
  return places;
}
