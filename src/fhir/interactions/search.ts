import type { Exchange } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { SearchPage, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { refuseIncludes } from '../access/bound-search.js';
import type { FhirIssue } from '../outcome.js';
import { type SearchEntry, searchset } from '../search/answer.js';
import { type Cursor, readCursor } from '../search/cursor.js';
import { findIncluded, MAX_INCLUDED } from '../search/include.js';
import { SEARCH_LIMITS } from '../search/limits.js';
import { linksOfPage, takePage } from '../search/links.js';
import { parseSearch } from '../search/parse.js';
import type { Search } from '../search/search.js';
import { subset } from '../search/subset.js';
import type { FhirParts } from './parts.js';
import { preferences } from './prefer.js';

type Parts = Pick<FhirParts, 'definitions' | 'timeZone' | 'clock' | 'notes' | 'accessOf'>;

const TOO_MANY: FhirIssue = {
  severity: 'warning',
  code: 'incomplete',
  diagnostics: `More than ${MAX_INCLUDED} resources would have been included; the rest is left out.`,
};

/** A value for each order, then the number of the row. */
const fitsOrder = (search: Search) => (cursor: Cursor) =>
  cursor.length === search.query.order.length + 1 && Number.isInteger(cursor.at(-1));

function* find(search: Search, page: string | undefined): ReadDecision<SearchPage> {
  const kind = 'fhir.search';
  const { query } = search;
  if (search.summary === 'count') {
    const counting = { ...query, limit: 0, total: 'accurate' } as const;
    const { total = 0 } = yield* perform({ kind, query: counting });
    return { rows: [], more: false, total };
  }
  if (page === undefined) return yield* perform({ kind, query });
  const after = readCursor(page, fitsOrder(search));
  return yield* perform({ kind, query: { ...query, after } });
}

/** The total: where it was requested, or where the first page shows it. */
function totalOf({ rows, more, total }: SearchPage, page: string | undefined): number | undefined {
  return total ?? (page === undefined && !more ? rows.length : undefined);
}

/**
 * Answers a search of a type, by GET or POST.
 *
 * @throws AppError `validation_error` for an invalid search, `insufficient_scope`
 */
export function* answerSearch(
  exchange: Exchange,
  type: string,
  { definitions, timeZone, clock, accessOf, notes = [] }: Parts,
): ReadDecision<Answer> {
  const { base, headers } = exchange;
  const { page, rest } = takePage(exchange.query);
  const { strict } = preferences(headers.prefer);
  const now = clock();
  const terms = { definitions, now, base, timeZone, limits: SEARCH_LIMITS, strict };
  const search = parseSearch(type, rest, terms);
  refuseIncludes(search.include, accessOf(exchange));
  const found = yield* find(search, page);
  const warnings = [...search.warnings, ...notes];
  const included = yield* findIncluded(found.rows, search.include);
  const listed =
    (mode: SearchEntry['mode'], elements: Search['elements']) => (row: StoredResource) => {
      const wanted = { summary: search.summary, elements };
      return { mode, ...row, body: subset(row.body, row.type, wanted, definitions) };
    };
  const next = found.more ? found.rows.at(-1)?.key : undefined;
  const total = totalOf(found, page);
  const text = searchset({
    base,
    links: linksOfPage(`${base}/${type}`, search.used, page, next),
    ...(total !== undefined && { total }),
    listed: [
      ...found.rows.map(listed('match', search.elements)),
      // Names of elements are those of the searched type.
      ...included.rows.map(listed('include', [])),
    ],
    warnings: included.cut ? [...warnings, TOO_MANY] : warnings,
  });
  const { names, patient } = search;
  const facts = { query: names, count: total ?? found.rows.length };
  const audit = {
    action: 'fhir.search',
    ...facts,
    ...(patient !== undefined && { target: patient }),
  };
  return { text, audit };
}
