import type { Query } from '../../calls/exchange.js';
import { type Cursor, PAGE, writeCursor } from './cursor.js';

export interface BundleLink {
  readonly relation: 'self' | 'first' | 'next';
  readonly url: string;
}

/** A URL with the parameters that were used, in their order. */
function urlOf(path: string, used: Query): string {
  const query = String(
    new URLSearchParams(used.map(([name, value]): [string, string] => [name, value])),
  );
  return query === '' ? path : `${path}?${query}`;
}

/**
 * The links of a page of a list. Those of a posted search are GET URLs as well.
 *
 * @param path `https://host:port/v1/fhir/Patient`
 * @param page as requested
 * @param next end of this page, when there are more
 */
export function linksOfPage(
  path: string,
  used: Query,
  page: string | undefined,
  next: Cursor | undefined,
): readonly BundleLink[] {
  const self = page === undefined ? used : [...used, [PAGE, page] as const];
  const links: BundleLink[] = [{ relation: 'self', url: urlOf(path, self) }];
  if (page !== undefined) links.push({ relation: 'first', url: urlOf(path, used) });
  if (next !== undefined) {
    const url = urlOf(path, [...used, [PAGE, writeCursor(next)]]);
    links.push({ relation: 'next', url });
  }
  return links;
}

/** The parameters without the page, and the page. */
export function takePage(query: Query): { readonly page?: string; readonly rest: Query } {
  const page = query.find(([name]) => name === PAGE)?.[1];
  if (page === undefined) return { rest: query };
  return { page, rest: query.filter(([name]) => name !== PAGE) };
}
