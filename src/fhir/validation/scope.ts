import type { Resource } from '../resource.js';
import type { ContainmentScope, Json, Scope, ValidationRun } from './model.js';

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The scope of a resource that is not contained in another. */
export function ownScope(
  run: ValidationRun,
  resource: Resource,
  path: string,
  inBundle: boolean,
): Scope {
  const house = houseOf(resource);
  return { run, house, resource, path, isContained: false, inBundle, refersToContainer: false };
}

function houseOf(root: Resource): ContainmentScope {
  const contained = new Map<string, string>();
  if (Array.isArray(root.contained)) {
    for (const one of root.contained) {
      if (isObject(one) && typeof one.id === 'string') {
        contained.set(one.id, String(one.resourceType));
      }
    }
  }
  return { root, contained, referred: new Set(), guests: [], members: 0, gaveUp: false };
}
