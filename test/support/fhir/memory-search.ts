import { openDefinitions } from '../../../src/fhir/definitions/open.js';
import { createIndexer } from '../../../src/fhir/index/extract.js';
import type { Resource } from '../../../src/fhir/resource.js';
import { SEARCH_LIMITS } from '../../../src/fhir/search/limits.js';
import { parseSearch } from '../../../src/fhir/search/parse.js';
import type { SearchParts } from '../../../src/fhir/search/search.js';
import { type Held, meets } from './filter-in-memory.js';

const definitions = openDefinitions();

export const SEARCH_PARTS: SearchParts = {
  definitions,
  now: Date.UTC(2026, 0, 1),
  base: 'https://box.local/v1/fhir',
  timeZone: 'UTC',
  limits: SEARCH_LIMITS,
  strict: true,
};

const index = createIndexer(definitions, SEARCH_PARTS.timeZone);

/** A resource as stored. */
export const heldOf = (resource: Resource, updated = 0): Held => ({
  type: resource.resourceType,
  id: String(resource.id),
  updated,
  body: JSON.stringify(resource),
  rows: index(resource),
});

/** `name=Eve&gender=female` as the pairs of a query. */
export const queryOf = (text: string): [string, string][] => [
  ...new URLSearchParams(text.replaceAll('+', '%2B')),
];

/** Searches resources one by one. Gives the ids that a query such as `Patient?name=Eve` finds. */
export function memorySearch(
  resources: readonly Resource[],
  parts: SearchParts = SEARCH_PARTS,
): (search: string) => string[] {
  const all = resources.map((resource) => heldOf(resource));
  return (search) => {
    const [type = '', ...rest] = search.split('?');
    const { query } = parseSearch(type, queryOf(rest.join('?')), parts);
    return all
      .filter((one) => one.type === type && meets(query.where, one, all))
      .map(({ id }) => id);
  };
}
