import type { Order, PageKey } from './filter.js';
import { keyOf, type StatementContext } from './predicates.js';
import type { RowKind } from './rows.js';
import { allOf, anyOf, joined, NEVER, named, type Sql, type SqlValue, sql } from './sql.js';

/** A column of the result that rows are sorted by. */
export interface SortColumn {
  readonly value: Sql;
  readonly descending: boolean;
  /** Rows without a value come last, in either direction. */
  readonly nullable: boolean;
}

/** Ascending by the least value of a resource, descending by its greatest. */
const VALUES: Readonly<Record<RowKind, { table: string; least: string; greatest: string }>> = {
  tokens: { table: 'fhir_token', least: 'min(code)', greatest: 'max(code)' },
  strings: { table: 'fhir_string', least: 'min(folded)', greatest: 'max(folded)' },
  references: { table: 'fhir_reference', least: 'min(target)', greatest: 'max(target)' },
  dates: { table: 'fhir_date', least: 'min(low)', greatest: 'max(high)' },
  numbers: { table: 'fhir_number', least: 'min(low)', greatest: 'max(high)' },
};

/** Rows that serve searches alone are not sorted by. */
function sortableRows(kind: RowKind, { terms }: StatementContext): Sql {
  // Quantities are compared as they are written: canonical rows have other units.
  if (kind === 'numbers') return sql` AND unit = ${terms.find('unit', '') ?? -1}`;
  // Words from the middle of a name have no value of their own.
  return kind === 'strings' ? sql` AND value <> ''` : sql``;
}

export function sortColumn(
  { by, descending }: Order,
  pk: Sql,
  making: StatementContext,
): SortColumn {
  if (by === 'id' || by === 'updated') {
    const value = sql`(SELECT ${named(by)} FROM fhir_resource WHERE pk = ${pk})`;
    return { value, descending, nullable: false };
  }
  const key = keyOf(making, by.parameter);
  if (key === undefined) return { value: sql`NULL`, descending, nullable: true };
  const { table, least, greatest } = VALUES[by.in];
  const sortable = sortableRows(by.in, making);
  const value = sql`(SELECT ${named(descending ? greatest : least)}
    FROM ${named(table)} INDEXED BY ${named(`${table}_pk`)} WHERE pk = ${pk} AND key = ${key}${sortable})`;
  return { value, descending, nullable: true };
}

const ascending = (name: Sql, { descending, nullable }: Omit<SortColumn, 'value'>): Sql => {
  const direction = named(descending ? 'DESC' : 'ASC');
  return nullable ? sql`${name} IS NULL, ${name} ${direction}` : sql`${name} ${direction}`;
};

function beyond(name: Sql, column: Omit<SortColumn, 'value'>, at: SqlValue): Sql {
  if (at === null) return NEVER;
  const further = column.descending ? sql`${name} < ${at}` : sql`${name} > ${at}`;
  return column.nullable ? sql`(${further} OR ${name} IS NULL)` : further;
}

/** The name of the column of a page that holds the values of an order. */
export const keyName = (index: number): Sql => named(`k${index}`);

/** The order of a page and where it begins; columns are `k0`, `k1`, … and finally `pk`. */
export function paging(columns: readonly SortColumn[], after: PageKey | undefined) {
  // The row is sorted in the direction of the first column, so that an index can be read either way.
  const last = { descending: columns[0]?.descending ?? false, nullable: false };
  const all = [...columns, last];
  const name = (index: number) => (index === columns.length ? named('pk') : keyName(index));
  const order = joined(
    all.map((column, index) => ascending(name(index), column)),
    ', ',
  );
  if (after === undefined) return { order, from: sql`1` };
  const from = anyOf(
    all.map((column, index) => {
      const same = after.slice(0, index).map((at, place) => sql`${name(place)} IS ${at}`);
      return sql`(${allOf([...same, beyond(name(index), column, after[index] ?? null)])})`;
    }),
  );
  return { order, from };
}
