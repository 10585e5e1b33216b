import type { Bundle, FhirResource } from 'fhir/r4';
import { request } from '../../api/client.js';
import type { World } from '../../state/world.js';

/** Resources of one type, with those of other types that a search was told to include. */
export interface SearchPage<T extends FhirResource> {
  readonly resources: readonly T[];
  readonly included: readonly FhirResource[];
  /** How many there are altogether, where that was requested. */
  readonly total: number | undefined;
  /** The search that gives the next page. */
  readonly next: FhirSearch | undefined;
}

/** A search: names and identifiers stand in its body, because addresses end up in logs. */
export interface FhirSearch {
  readonly type: string;
  readonly body: string;
}

/** Of a list each value must fit. */
export type SearchParameters = Readonly<
  Record<string, string | number | readonly string[] | undefined>
>;

/** A search by parameters; those that are undefined or empty are left out. */
export function searchFor(type: string, parameters: SearchParameters): FhirSearch {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [value]) {
      if (one !== undefined && one !== '') body.append(name, String(one));
    }
  }
  return { type, body: body.toString() };
}

/** Reads a page of a search. */
export function pageOf<T extends FhirResource>(
  { link = [], entry = [], total }: Bundle<FhirResource>,
  type: string,
): SearchPage<T> {
  const resources = entry.flatMap(({ resource }) => resource ?? []);
  const next = link.find(({ relation }) => relation === 'next')?.url;
  return {
    resources: resources.filter((one): one is T => one.resourceType === type),
    included: resources.filter(({ resourceType }) => resourceType !== type),
    total,
    next: next === undefined ? undefined : { type, body: next.slice(next.indexOf('?') + 1) },
  };
}

export interface SearchOptions {
  readonly world: World;
  readonly signal?: AbortSignal | undefined;
}

/** @throws ApiError */
export async function search<T extends FhirResource>(
  { type, body }: FhirSearch,
  options: SearchOptions,
): Promise<SearchPage<T>> {
  const form = new URLSearchParams(body);
  const bundle = await request<Bundle<FhirResource>>('POST', `/v1/fhir/${type}/_search`, {
    ...options,
    form,
  });
  return pageOf(bundle, type);
}

/**
 * All pages of a search, up to a number of resources.
 *
 * @returns the resources together; `next` is set where there are more
 * @throws ApiError
 */
export async function searchAll<T extends FhirResource>(
  first: FhirSearch,
  max: number,
  options: SearchOptions,
): Promise<SearchPage<T>> {
  let page = await search<T>(first, options);
  const { total } = page;
  const resources = [...page.resources];
  const included = [...page.included];
  while (page.next !== undefined && resources.length < max) {
    page = await search<T>(page.next, options);
    resources.push(...page.resources);
    included.push(...page.included);
  }
  return { resources, included, total, next: page.next };
}
