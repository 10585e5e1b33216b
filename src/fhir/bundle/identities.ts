import { refuseFor } from '../outcome.js';
import { type Link, type LinkKind, narrativeUrls } from './links.js';

/** The resource that an entry writes, for links to it. */
export interface EntryIdentity {
  readonly type: string;
  readonly id: string;
  /** This is its first version. */
  readonly fresh: boolean;
}

/** `http://hospital.example/fhir/` of `http://hospital.example/fhir/Patient/1`. */
const ROOTED = /^(https?:\/\/.*\/)[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;
const RELATIVE = /^[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64}$/;
const CONDITIONAL = /^([A-Z][A-Za-z]+)\?(.+)$/;
const VERSION = /\/_history\/[A-Za-z0-9.-]{1,64}$/;

/** A reference by search: `Patient?identifier=x`. */
export interface SearchLink {
  readonly type: string;
  readonly criteria: readonly (readonly [string, string])[];
}

export function searchLinkOf(kind: LinkKind, value: string): SearchLink | undefined {
  const [, type, query] = (kind === 'reference' && CONDITIONAL.exec(value)) || [];
  if (type === undefined || query === undefined) return undefined;
  return { type, criteria: [...new URLSearchParams(query)] };
}

/**
 * The URL that names an entry in its bundle: the link without version and fragment,
 * made absolute by the URL of the containing entry (http://hl7.org/fhir/R4/bundle.html#references).
 */
export function namedUrls(kind: LinkKind, value: string, from: string | undefined): string[] {
  const [plain = ''] = value.split('#');
  const bare = plain.replace(VERSION, '');
  const root =
    kind === 'reference' && RELATIVE.test(bare) ? ROOTED.exec(from ?? '')?.[1] : undefined;
  return root === undefined ? [bare] : [bare, `${root}${bare}`];
}

/**
 * A link to an entry after it has received its id: `Patient/1`. A link to a version stays one where
 * the entry creates version 1; other versions are not known in advance.
 */
export function rewrittenLink(value: string, { type, id, fresh }: EntryIdentity): string {
  const [plain = '', fragment] = value.split('#');
  const version = fresh && VERSION.test(plain) ? '/_history/1' : '';
  return `${type}/${id}${version}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Refuses a URL that two entries claim. */
export function refuseTwice(url: string, seen: Set<string>, place: string): void {
  if (seen.has(url)) {
    const problem = 'Another entry of this transaction is the same resource.';
    throw refuseFor('validation_error', 'duplicate', problem, place);
  }
  seen.add(url);
}

/**
 * Whether a link may lead to one of these URLs, or is a search.
 *
 * @param from the `fullUrl` of the containing entry
 */
export function leadsTo(
  { kind, value }: Link,
  urls: ReadonlySet<string>,
  from: string | undefined,
): boolean {
  const named = (one: LinkKind, url: string) =>
    namedUrls(one, url, from).some((name) => urls.has(name));
  if (kind === 'narrative') return narrativeUrls(value).some((url) => named('url', url));
  return searchLinkOf(kind, value) !== undefined || named(kind, value);
}
