import type { Exchange, Query } from '../../calls/exchange.js';
import type { Answer } from '../../calls/operation.js';
import type { Filter } from '../../store/fhir/filter.js';
import type { ResourceName, StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { ReadDecision } from '../../store/unit-of-work.js';
import { tied } from '../access/compartment.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';
import { refuseFor } from '../outcome.js';
import { type SearchEntry, searchset } from '../search/answer.js';
import { careDates } from '../search/care-dates.js';
import { type Cursor, readCursor } from '../search/cursor.js';
import { linksOfPage, takePage } from '../search/links.js';
import { knownParameters, pageLength, pointInTime } from '../search/paging.js';
import type { FhirParts } from './parts.js';
import { preferences } from './prefer.js';
import { currentVersion } from './read.js';

const OFFERED = { usual: 1_000, max: 1_000 } as const;
const KNOWN = ['start', 'end', '_since', '_type', '_count'];

interface Terms {
  /** Types of the compartment, each with the parameters that link it to the patient. */
  readonly types: readonly { readonly type: string; readonly where: Filter }[];
  readonly wanted: (type: string) => boolean;
  readonly isNew: (row: StoredResource) => boolean;
  readonly limit: number;
}

/** The end of a page: the number of completed types, and the last row of the current one. */
type PagePosition = readonly [done: number, row: number | null];

const isPlace = (cursor: Cursor): boolean =>
  cursor.length === 2 &&
  Number.isInteger(cursor[0]) &&
  (cursor[1] === null || Number.isInteger(cursor[1]));

function placeOf(page: string | undefined): PagePosition {
  if (page === undefined) return [0, null];
  const [done, row] = readCursor(page, isPlace);
  return [Number(done), row === null || row === undefined ? null : Number(row)];
}

const given = (query: Query, name: string): string | undefined =>
  query.find(([parameter]) => parameter === name)?.[1];

const updatedSince = (since: number | undefined): Filter[] =>
  since === undefined ? [] : [{ kind: 'updated', any: [{ low: { min: { at: since } } }] }];

function wantedTypes(query: Query, definitions: Definitions): (type: string) => boolean {
  const written = given(query, '_type');
  if (written === undefined) return () => true;
  const types = written.split(',').map((type) => type.trim());
  if (types.every((type) => definitions.resourceTypes.has(type))) {
    return (type) => types.includes(type);
  }
  throw refuseFor('validation_error', 'value', 'Must be resource types of R4.', 'http._type');
}

function termsOf(
  query: Query,
  patient: string,
  { definitions, timeZone }: Pick<FhirParts, 'definitions' | 'timeZone'>,
): Terms {
  const wanted = wantedTypes(query, definitions);
  const period = { start: given(query, 'start'), end: given(query, 'end') };
  const written = given(query, '_since');
  const since = written === undefined ? undefined : pointInTime('_since', written);
  const types = definitions.served
    .filter((type) => wanted(type) && definitions.compartment(type).length > 0)
    .filter((type) => type !== 'AuditEvent')
    .map((type) => {
      const dates = careDates(type, period, definitions, timeZone);
      const of = [tied(type, patient, definitions), ...updatedSince(since), ...dates];
      return { type, where: { kind: 'all', of } as const };
    });
  const isNew = ({ updated }: StoredResource) => since === undefined || updated >= since;
  // Empty pages would never end.
  return { types, wanted, isNew, limit: Math.max(1, pageLength(query, OFFERED)) };
}

/** The rows of a page, and the start of the next one. */
interface Page {
  readonly rows: readonly StoredResource[];
  readonly next?: PagePosition;
}

/** At most `maxRows` rows from `place` on. */
function* rowsOf(terms: Terms, place: PagePosition, maxRows: number): ReadDecision<Page> {
  const rows: StoredResource[] = [];
  let [done, row] = place;
  while (done < terms.types.length) {
    const one = terms.types[done];
    const room = maxRows - rows.length;
    if (one === undefined || room === 0) break;
    const after = row === null ? {} : { after: [row] };
    const query = { ...one, order: [], limit: room, total: 'none', ...after } as const;
    const found = yield* perform({ kind: 'fhir.search', query });
    rows.push(...found.rows);
    const last = found.rows.at(-1)?.key.at(-1);
    if (found.more && typeof last === 'number') return { rows, next: [done, last] as const };
    done += 1;
    row = null;
  }
  return { rows, ...(done < terms.types.length && { next: [done, null] as const }) };
}

const REFERENCE =
  /"reference"\s*:\s*"([A-Z][A-Za-z]{1,63})\/([A-Za-z0-9.-]{1,64})(?:\/_history\/[^"]*)?"/g;

/** Resources that these refer to from any element: practitioners, organizations, locations. */
function referredTo(rows: readonly StoredResource[]): ResourceName[] {
  const names = new Map<string, ResourceName>();
  for (const { body } of rows) {
    for (const [, type = '', id = ''] of body.matchAll(REFERENCE)) {
      names.set(`${type}/${id}`, { type, id });
    }
  }
  return [...names.values()];
}

/** Resources that the page refers to and that are not in the patient's compartment. */
function* aroundOf(
  rows: readonly StoredResource[],
  terms: Terms,
  parts: Parts,
): ReadDecision<readonly StoredResource[]> {
  const own = new Set(rows.map(({ type, id }) => `${type}/${id}`));
  const { compartment } = parts.definitions;
  const names = referredTo(rows).filter(
    ({ type, id }) =>
      terms.wanted(type) && compartment(type).length === 0 && !own.has(`${type}/${id}`),
  );
  return names.length === 0 ? [] : yield* perform({ kind: 'fhir.read-many', names });
}

const MAX_PROVENANCES = 1_000;

/** How the resources of the page came about: R4 asks for it, although it is not in the compartment. */
function* provenancesOf(
  rows: readonly StoredResource[],
  terms: Terms,
): ReadDecision<readonly StoredResource[]> {
  const any = rows.map(({ type, id }) => ({ type, target: id }));
  if (any.length === 0 || !terms.wanted('Provenance')) return [];
  const own = new Set(rows.flatMap(({ type, id }) => (type === 'Provenance' ? [id] : [])));
  const parameter = parameterName('Provenance', 'target');
  const { rows: found } = yield* perform({
    kind: 'fhir.search',
    query: {
      type: 'Provenance',
      where: { kind: 'reference', parameter, any },
      order: [],
      limit: MAX_PROVENANCES,
      total: 'none',
    },
  });
  return found.filter(({ id }) => !own.has(id));
}

type Parts = Pick<FhirParts, 'definitions' | 'timeZone'>;

/** The parameters of a posted operation, in the form of a URL query. */
function posted(exchange: Exchange): Query {
  const value = exchange.body?.value;
  if (typeof value !== 'object' || value === null || !('parameter' in value)) return [];
  const { parameter } = value;
  if (!Array.isArray(parameter)) return [];
  return parameter.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('name' in one)) return [];
    const { name, ...rest } = one as Record<string, unknown>;
    const [key] = Object.keys(rest).filter((member) => member.startsWith('value'));
    const given = key === undefined ? undefined : rest[key];
    return typeof name === 'string' && ['string', 'number'].includes(typeof given)
      ? [[name, String(given)] as const]
      : [];
  });
}

/**
 * Answers `$everything` of a patient: the patient, the resources of the compartment, those that they
 * refer to, and the Provenances of the former (http://hl7.org/fhir/R4/patient-operation-everything.html), page by page.
 *
 * @throws AppError `not_found`, `gone`, `validation_error`
 */
export function* answerEverything(
  exchange: Exchange,
  id: string,
  parts: Parts,
): ReadDecision<Answer> {
  const { base } = exchange;
  const patient = currentVersion(yield* perform({ kind: 'fhir.read', type: 'Patient', id }));
  const { page, rest } = takePage([...exchange.query, ...posted(exchange)]);
  const { used } = knownParameters(rest, KNOWN, preferences(exchange.headers.prefer).strict);
  const terms = termsOf(used, id, parts);
  const fits = terms.wanted('Patient') && terms.isNew(patient);
  const first = page === undefined && fits ? [patient] : [];
  const { rows, next } = yield* rowsOf(terms, placeOf(page), terms.limit - first.length);
  const matches = [...first, ...rows.filter((row) => row.type !== 'Patient' || row.id !== id)];
  const around = [
    ...(yield* aroundOf(matches, terms, parts)),
    ...(yield* provenancesOf(matches, terms)),
  ];
  const listed = (mode: SearchEntry['mode']) => (row: StoredResource) => ({ ...row, mode });
  const text = searchset({
    base,
    links: linksOfPage(`${base}/Patient/${id}/$everything`, used, page, next),
    listed: [...matches.map(listed('match')), ...around.map(listed('include'))],
    warnings: [],
    ...(page === undefined && next === undefined && { total: matches.length }),
  });
  const target = `Patient/${id}`;
  return { text, audit: { action: 'fhir.everything', target, count: matches.length } };
}
