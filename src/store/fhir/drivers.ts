import { type RowFilter, rowConditions } from './conditions.js';
import type { Filter } from './filter.js';
import { TABLES } from './index-tables.js';
import {
  type Conjunct,
  keyOf,
  listed,
  type StatementContext,
  spaceOf,
  typeOf,
  updatedIn,
} from './predicates.js';
import { joined, named, type Sql, sql } from './sql.js';

/** A source of the resources that meet one part of a filter. */
export interface Driver {
  readonly filter: Conjunct;
  /** Lower ones are tried first. */
  readonly rank: number;
  /** Returns rows in order and without duplicates, so that a page can end early. */
  readonly ordered: boolean;
  /** SQL that selects `pk`; built on demand, since it may need planning itself. */
  source(): Sql;
}

export interface DriverContext {
  readonly making: StatementContext;
  /** SQL for the rows of a type that meet a filter. */
  found(filter: Filter, type: string): Sql;
}

const NOTHING = sql`SELECT 0 AS pk WHERE 0`;

/** No match is possible: a parameter or type without a single row. */
const empty = (filter: Conjunct): Driver => ({
  filter,
  rank: 0,
  ordered: true,
  source: () => NOTHING,
});

const union = (selects: readonly Sql[]): Sql =>
  selects.length === 0 ? NOTHING : joined(selects, ' UNION ALL ');

function byRows(filter: RowFilter, making: StatementContext): Driver {
  const key = keyOf(making, filter.parameter);
  if (key === undefined) return empty(filter);
  const { table, any, ordered, sought } = rowConditions(filter, making.terms);
  const rank = { reference: 1, token: 2, string: 3, date: 4, number: 4 }[filter.kind];
  const from = sql`SELECT pk FROM ${named(table)} WHERE key = ${key}`;
  return {
    filter,
    rank: sought ? rank : 7,
    ordered,
    source: () => union(any.map((condition) => sql`${from} AND ${condition}`)),
  };
}

function byPresence(
  filter: Extract<Filter, { kind: 'present' }>,
  making: StatementContext,
): Driver {
  const key = keyOf(making, filter.parameter);
  if (key === undefined) return empty(filter);
  const from = (table: string) => sql`SELECT pk FROM ${named(table)} WHERE key = ${key}`;
  const source = () => union(filter.in.map((kind) => from(TABLES[kind])));
  return { filter, rank: 8, ordered: false, source };
}

function bySelf(
  filter: Extract<Filter, { kind: 'id' | 'updated' }>,
  type: string,
  making: StatementContext,
): Driver {
  const space = spaceOf(making, type);
  if (space === undefined) return empty(filter);
  const isId = filter.kind === 'id';
  const condition = isId
    ? sql`id IN (${listed(filter.any)})`
    : updatedIn(filter.any, named('updated'));
  const source = () =>
    sql`SELECT pk FROM fhir_resource WHERE space = ${space} AND deleted = 0 AND ${condition}`;
  return { filter, rank: isId ? 0 : 6, ordered: false, source };
}

/** From the resources that are referred to, back to those that refer. */
function byChain(filter: Extract<Filter, { kind: 'chain' }>, planning: DriverContext): Driver {
  const { making } = planning;
  const key = keyOf(making, filter.parameter);
  const type = typeOf(making, filter.type);
  if (key === undefined || type === undefined) return empty(filter);
  const source = () => {
    const found = making.alias();
    const target = making.alias();
    const link = making.alias();
    return sql`SELECT ${link}.pk AS pk FROM (${planning.found(filter.of, filter.type)}) ${found}
      CROSS JOIN fhir_resource ${target} ON ${target}.pk = ${found}.pk
      CROSS JOIN fhir_reference ${link}
        ON ${link}.key = ${key} AND ${link}.target = ${target}.id AND ${link}.type = ${type}`;
  };
  return { filter, rank: 5, ordered: false, source };
}

/** From the resources that refer, to those that are referred to. */
function byHas(
  filter: Extract<Filter, { kind: 'has' }>,
  type: string,
  planning: DriverContext,
): Driver {
  const { making } = planning;
  const key = keyOf(making, filter.parameter);
  const own = typeOf(making, type);
  const space = spaceOf(making, type);
  if (key === undefined || own === undefined || space === undefined) return empty(filter);
  const source = () => {
    const found = making.alias();
    const link = making.alias();
    const self = making.alias();
    return sql`SELECT ${self}.pk AS pk FROM (${planning.found(filter.of, filter.type)}) ${found}
      CROSS JOIN fhir_reference ${link} INDEXED BY fhir_reference_pk
        ON ${link}.pk = ${found}.pk AND ${link}.key = ${key} AND ${link}.type = ${own}
      CROSS JOIN fhir_resource ${self} INDEXED BY fhir_resource_id
        ON ${self}.space = ${space} AND ${self}.id = ${link}.target AND ${self}.deleted = 0`;
  };
  return { filter, rank: 5, ordered: false, source };
}

/** The driver for a part of a filter; undefined where it can only test rows. */
export function driverOf(
  filter: Conjunct,
  type: string,
  planning: DriverContext,
): Driver | undefined {
  const { making } = planning;
  switch (filter.kind) {
    case 'token':
    case 'string':
    case 'reference':
    case 'date':
    case 'number':
      return byRows(filter, making);
    case 'id':
    case 'updated':
      return bySelf(filter, type, making);
    case 'present':
      return byPresence(filter, making);
    case 'chain':
      return byChain(filter, planning);
    case 'has':
      return byHas(filter, type, planning);
    case 'any': {
      const source = () =>
        union(filter.of.map((one) => sql`SELECT pk FROM (${planning.found(one, type)})`));
      return { filter, rank: 6, ordered: false, source };
    }
    case 'nothing':
      return empty(filter);
    default:
      return undefined;
  }
}
