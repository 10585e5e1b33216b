import { AppError } from '../../core/errors.js';
import type { FhirStore } from '../../store/fhir/fhir-store.js';
import { searchLinkOf } from '../bundle/identities.js';
import { linksOf } from '../bundle/links.js';
import { rewriteLinks } from '../bundle/rewrite.js';
import { idsFound } from '../conditional/match.js';
import type { Definitions } from '../definitions/definition.js';
import type { Match, Requester, ResourceRequest } from '../interactions/plan.js';
import { refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';

/** A reference by search, `Practitioner?identifier=…`, as it may stand in a text. */
const MAY_BE_SEARCH = /"reference"\s*:\s*"[A-Z][A-Za-z]*\?/;

/** The references of a resource that are searches, each once. */
export function searchesIn(
  { resource }: Pick<ResourceRequest, 'resource'>,
  definitions: Definitions,
): readonly string[] {
  if (resource === undefined || !MAY_BE_SEARCH.test(resource.text)) return [];
  const searches = linksOf(resource.value, definitions)
    .filter(({ kind, value }) => searchLinkOf(kind, value) !== undefined)
    .map(({ value }) => value);
  return [...new Set(searches)];
}

/** The type of the resource that a search is for. */
export const typeSearched = (search: string): string => search.slice(0, search.indexOf('?'));

function placeBelow(value: unknown, text: string, place: string): string | undefined {
  if (value === text) return place;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${place}[${name}]` : `${place}.${name}`;
    const found = placeBelow(child, text, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `Observation.performer[0].reference`: where a string stands first in a resource. */
export const placeOf = (text: string, resource: Resource): string =>
  placeBelow(resource, text, resource.resourceType) ?? resource.resourceType;

export interface FindTargetsParts {
  readonly store: FhirStore;
  readonly match: Match;
  readonly definitions: Definitions;
}

/** @throws AppError `precondition_failed` where several are found, and as `Match` */
async function idFound(
  search: string,
  who: Requester,
  { store, match }: FindTargetsParts,
): Promise<string | undefined> {
  const { type, criteria } = searchLinkOf('reference', search) ?? { type: '', criteria: [] };
  const [id, another] = await store.decide(who.mode, idsFound(match(type, criteria, who)));
  if (another === undefined) return id;
  const problem = 'More than one resource meets the search of this reference.';
  throw refuseFor('precondition_failed', 'multiple-matches', problem);
}

/** Whatever is wrong with a search is wrong with the reference that it stands in. */
async function atReference<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const issues = error.issues.map((issue) => ({ ...issue, field: place }));
    throw new AppError(error.code, error.message, { issues });
  }
}

/**
 * Replaces the references of a resource that are searches by references to what is found.
 *
 * @returns the search that finds nothing, where there is one
 * @throws AppError with the place of the reference: `precondition_failed` where a search finds several
 *   resources, `validation_error` where it is none
 */
export async function withTargets(
  request: ResourceRequest,
  who: Requester,
  parts: FindTargetsParts,
): Promise<{ readonly request: ResourceRequest } | { readonly missing: string }> {
  const { resource } = request;
  const searches = searchesIn(request, parts.definitions);
  if (resource === undefined || searches.length === 0) return { request };
  const { value, text } = resource;
  const searchTargets = new Map<string, string>();
  for (const search of searches) {
    const id = await atReference(placeOf(search, value), () => idFound(search, who, parts));
    if (id === undefined) return { missing: search };
    searchTargets.set(search, `${typeSearched(search)}/${id}`);
  }
  const targets = { entries: new Map<string, never>(), searchTargets };
  const links = linksOf(value, parts.definitions);
  const rewritten = rewriteLinks({ value, text }, links, undefined, targets);
  return { request: { ...request, resource: rewritten } };
}

/** The refusal of a resource with a reference whose search finds nothing. */
export function noTarget({ type, resource }: ResourceRequest, search: string): Error {
  const place = resource === undefined ? type : placeOf(search, resource.value);
  const problem = 'No resource meets the search of this reference.';
  return refuseFor('precondition_failed', 'not-found', problem, place);
}
