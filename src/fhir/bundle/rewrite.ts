import type { ResourceRequest } from '../interactions/plan.js';
import { LazyResource } from '../lazy-resource.js';
import { type EntryIdentity, namedUrls, rewrittenLink, searchLinkOf } from './identities.js';
import { type Link, replaceInNarrative, replaceStrings } from './links.js';

/** The targets of links: entries by their URL, and resources that searches found. */
export interface Targets {
  readonly entries: ReadonlyMap<string, EntryIdentity>;
  /** `Patient?identifier=x` → `Patient/1`. */
  readonly searchTargets: ReadonlyMap<string, string>;
}

/** The resource of a request. */
export type ResourceContent = NonNullable<ResourceRequest['resource']>;

/**
 * Returns a resource with the links to entries of its bundle replaced by their ids here; the rest
 * of its text is unchanged.
 *
 * @param from the `fullUrl` of its entry
 */
export function rewriteLinks(
  resource: ResourceContent,
  links: readonly Link[],
  from: string | undefined,
  { entries, searchTargets }: Targets,
): ResourceContent {
  const resolve = (kind: Link['kind'], value: string): string | undefined => {
    const bySearch = searchLinkOf(kind, value) && searchTargets.get(value);
    if (bySearch !== undefined) return bySearch;
    for (const url of namedUrls(kind, value, from)) {
      const identity = entries.get(url);
      if (identity !== undefined) return rewrittenLink(value, identity);
    }
    return undefined;
  };
  const replaced = new Map<number, string>();
  for (const { order, kind, value } of links) {
    const instead =
      kind === 'narrative'
        ? replaceInNarrative(value, (url) => resolve('url', url))
        : resolve(kind, value);
    if (instead !== undefined && instead !== value) replaced.set(order, instead);
  }
  if (replaced.size === 0) return resource;
  return new LazyResource(replaceStrings(resource.text, replaced));
}
