import type { Query } from '../../../calls/exchange.js';
import { invalidField } from '../../../core/errors.js';
import { type Match, matchOf } from './matching.js';
import { isWithin, type SearchAttribute, searchAttribute } from './search-attributes.js';
import type { Level } from './search-entry.js';

/** What a search asks for. */
export interface SearchQuery {
  readonly matches: readonly { readonly level: Level; readonly fits: Match }[];
  /** The values of UID attributes, by keyword: they limit what has to be read. */
  readonly uids: Readonly<Record<string, readonly string[]>>;
  readonly limit: number;
  readonly offset: number;
  /** For `Warning` headers. */
  readonly warnings: readonly string[];
}

/** Results of one answer. */
export const MAX_RESULTS = 5_000;
const MAX_OFFSET = 1_000_000_000;
const MAX_PARAMETERS = 100;

const NOT_MATCHED = new Set(['includefield', 'accept', 'charset']);

function countOf(query: Query, name: string, otherwise: number, max: number): number {
  const sent = query.filter(([one]) => one === name).map(([, value]) => value);
  const [only] = sent;
  if (only === undefined) return otherwise;
  if (sent.length > 1) throw invalidField(name, 'must be sent once');
  if (!/^\d{1,10}$/.test(only)) throw invalidField(name, 'must be a whole number');
  return Math.min(Number(only), max);
}

const LITERAL =
  'The fuzzymatching parameter is not supported. Only literal matching has been performed.';
const IGNORED = 'Parameters that cannot be searched by at this level were ignored.';
export const MORE =
  'There are more results than one answer holds. Additional results can be requested.';

function isFuzzy(query: Query): boolean {
  const sent = query.filter(([name]) => name === 'fuzzymatching').map(([, value]) => value);
  if (!sent.every((value) => value === 'true' || value === 'false')) {
    throw invalidField('fuzzymatching', 'must be true or false');
  }
  return sent.includes('true');
}

/**
 * Reads the query parameters of a search. What cannot be searched by is ignored with a warning
 * (PS3.18 section 8.3.4).
 *
 * @throws AppError `validation_error`, naming the parameter
 */
export function readSearchQuery(query: Query, level: Level): SearchQuery {
  if (query.length > MAX_PARAMETERS) {
    throw invalidField('query', `must have at most ${MAX_PARAMETERS} parameters`);
  }
  const sent = new Map<SearchAttribute, string[]>();
  let ignored = false;
  for (const [name, value] of query) {
    if (name === 'limit' || name === 'offset' || name === 'fuzzymatching') continue;
    if (NOT_MATCHED.has(name)) continue;
    const attribute = searchAttribute(name);
    if (attribute === undefined || !attribute.isKey || !isWithin(attribute, level)) ignored = true;
    else sent.set(attribute, [...(sent.get(attribute) ?? []), value]);
  }
  const matches = [...sent].flatMap(([attribute, values]) => {
    const fits = matchOf(attribute, values);
    return fits === undefined ? [] : [{ level: attribute.level, fits }];
  });
  const uids = [...sent].flatMap(([{ vr, keyword }, values]) =>
    vr === 'UI' ? [[keyword, values.flatMap((text) => text.split(/[,\\]/))] as const] : [],
  );
  return {
    matches,
    uids: Object.fromEntries(uids),
    limit: countOf(query, 'limit', MAX_RESULTS, MAX_RESULTS),
    offset: countOf(query, 'offset', 0, MAX_OFFSET),
    warnings: [...(isFuzzy(query) ? [LITERAL] : []), ...(ignored ? [IGNORED] : [])],
  };
}
