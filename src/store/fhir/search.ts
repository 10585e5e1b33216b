import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { Database } from '../open.js';
import { expectUnaltered } from './checksum.js';
import type { StoreQuery } from './filter.js';
import { keyName, paging, sortColumn } from './order-sql.js';
import { conditionsOf, type Plan, planFor, type RowLimits, selected } from './plan.js';
import { createMaking, type StatementContext, spaceOf } from './predicates.js';
import { joined, type Sql, type SqlValue, sql } from './sql.js';
import type { FhirReader, SearchPage, StoredResource } from './store.js';
import type { Terms } from './terms.js';

type Search = FhirReader['search'];

export interface SearchWeights extends RowLimits {
  /** How long a search may take: it blocks all other work of the appliance. */
  readonly maxMs: number;
}

const WEIGHTS: SearchWeights = { few: 2_000, many: 10_000, maxMs: 2_000 };
const MAX_STATEMENTS = 500;

function tooCostly(): AppError {
  const issue = 'takes too long: narrow it by a patient, an identifier, a code or a date';
  return new AppError('validation_error', `The search ${issue}.`, {
    issues: [{ field: '', issue, type: 'too-costly' }],
  });
}

/** Statements by their text: the same kinds of searches recur. */
function createStatements(database: Database) {
  const known = new Map<string, ReturnType<Database['prepare']>>();
  return ({ text, values }: Sql): SqlValue[][] => {
    const statement = known.get(text) ?? database.prepare(text).raw();
    known.delete(text);
    known.set(text, statement);
    const [oldest] = known.keys();
    if (known.size > MAX_STATEMENTS && oldest !== undefined) known.delete(oldest);
    return statement.all(...values) as SqlValue[][];
  };
}

/** What running statements call: the tests of texts, and the time limit. */
function createFunctions(database: Database, maxMs: number) {
  let tests: StatementContext['tests'] = [];
  let deadline = 0;
  const options = { directOnly: true } as const;
  database.function('fhir_in_time', options, (_row: unknown) => {
    if (performance.now() > deadline) throw tooCostly();
    return 1;
  });
  database.function('fhir_test', options, (number: unknown, body: unknown) =>
    tests[Number(number)]?.(String(body)) ? 1 : 0,
  );
  return (making: StatementContext) => {
    tests = making.tests;
    deadline = performance.now() + maxMs;
  };
}

/** All resources of a type by time: read in that order instead of sorted. */
function byTime(
  { type, order }: StoreQuery,
  plan: Plan,
  making: StatementContext,
): Sql | undefined {
  const space = spaceOf(making, type);
  if (!plan.scan || order.length !== 1 || order[0]?.by !== 'updated' || space === undefined) {
    return undefined;
  }
  return sql`SELECT pk, updated FROM fhir_resource INDEXED BY fhir_resource_updated
    WHERE space = ${space} AND deleted = 0`;
}

/** SQL for the rows of a page: the columns they are sorted by, then `pk`. */
function pageSql(query: StoreQuery, plan: Plan, making: StatementContext): Sql {
  const { type, order, after, limit } = query;
  const pk = sql`p.pk`;
  const where = conditionsOf(plan, pk, type, making);
  if (order.length === 0) {
    const start = Number(after?.at(-1) ?? 0);
    return sql`SELECT p.pk AS pk FROM (${plan.source}) p WHERE p.pk > ${start} AND ${where}
      ORDER BY p.pk LIMIT ${limit + 1}`;
  }
  const timely = byTime(query, plan, making);
  const columns = order.map((one) => {
    const column = sortColumn(one, pk, making);
    return timely === undefined ? column : { ...column, value: sql`p.updated` };
  });
  const values = joined(
    columns.map(({ value }, index) => sql`${value} AS ${keyName(index)}`),
    ', ',
  );
  const page = paging(columns, after);
  return sql`SELECT * FROM (SELECT ${values}, p.pk AS pk
      FROM (${timely ?? plan.source}) p WHERE ${where})
    WHERE ${page.from} ORDER BY ${page.order} LIMIT ${limit + 1}`;
}

/** A row of a result: the version, then its key, which ends with `pk`. */
type ResultRow = readonly [
  id: string,
  version: number,
  updated: number,
  method: StoredResource['method'],
  body: string,
  checksum: number | null,
  ...key: SqlValue[],
];

/** The texts are fetched last, for the page alone, in its order. */
const withTexts = (page: Sql): Sql =>
  sql`SELECT r.id, r.version, r.updated, r.method, r.body, r.checksum, page.* FROM (${page}) page
    CROSS JOIN fhir_resource r ON r.pk = page.pk`;

function found(type: string, row: ResultRow): SearchPage['rows'][number] {
  const [id, version, updated, method, body, checksum, ...key] = row;
  expectUnaltered({ version, updated, method, deleted: 0, body, checksum });
  return { type, id, version, updated, method, deleted: false, body, key };
}

export function createSearch(
  database: Database,
  terms: Terms,
  weights: SearchWeights = WEIGHTS,
): (mode: KeyMode) => Search {
  const run = createStatements(database);
  const begin = createFunctions(database, weights.maxMs);
  const number = (query: Sql) => Number(run(query)[0]?.[0] ?? 0);
  const count = (source: Sql, limit: number) =>
    number(sql`SELECT count(*) FROM (${source} LIMIT ${limit})`);
  const weighing = { ...weights, count };

  function pageOf(query: StoreQuery, making: StatementContext): ResultRow[] {
    if (query.limit === 0 || spaceOf(making, query.type) === undefined) return [];
    const { where: filter, type, order } = query;
    const plan = planFor({ filter, type, streaming: order.length === 0 }, making, weighing);
    return run(withTexts(pageSql(query, plan, making))) as unknown as ResultRow[];
  }

  function totalOf({ where: filter, type }: StoreQuery, making: StatementContext): number {
    const plan = planFor({ filter, type, streaming: false }, making, weighing);
    return number(sql`SELECT count(*) FROM (${selected(plan, type, making)})`);
  }

  return (mode) => (query) => {
    const making = createMaking(mode, terms);
    begin(making);
    const page = pageOf(query, making);
    const rows = page.slice(0, query.limit).map((row) => found(query.type, row));
    const more = page.length > query.limit;
    if (query.total === 'none') return { rows, more };
    const whole = query.after === undefined && query.limit > 0 && !more;
    return { rows, more, total: whole ? rows.length : totalOf(query, making) };
  };
}
