import type { KeyMode } from '../../core/key-mode.js';
import { inBox, type RowFilter, rowConditions } from './conditions.js';
import type { Filter, RangeLimits } from './filter.js';
import { TABLES } from './index-tables.js';
import { allOf, anyOf, joined, NEVER, named, type Sql, sql } from './sql.js';
import type { Terms } from './terms.js';

/** The context of one statement: the mode, and the test functions that it calls by number. */
export interface StatementContext {
  readonly mode: KeyMode;
  readonly terms: Terms;
  readonly tests: ((body: string) => boolean)[];
  /** A table alias that is unique in the statement. */
  alias(): Sql;
}

/** Filters on the resource itself are handled separately from those that join others. */
export type Conjunct = Filter | { readonly kind: 'body'; readonly test: (body: string) => boolean };

export function createMaking(mode: KeyMode, terms: Terms): StatementContext {
  let aliases = 0;
  const alias = () => {
    aliases += 1;
    return named(`t${aliases}`);
  };
  return { mode, terms, tests: [], alias };
}

export const keyOf = ({ mode, terms }: StatementContext, parameter: string): number | undefined =>
  terms.find('parameter', `${mode}/${parameter}`);
export const spaceOf = ({ mode, terms }: StatementContext, type: string): number | undefined =>
  terms.find('space', `${mode}/${type}`);
export const typeOf = ({ terms }: StatementContext, type: string): number | undefined =>
  terms.find('type', type);

/** The conjunction of conditions, with those that read the text of a resource last. */
export function conjunctsOf(filter: Filter): Conjunct[] {
  if (filter.kind === 'all') {
    const parts = filter.of.flatMap(conjunctsOf);
    return [
      ...parts.filter(({ kind }) => kind !== 'body'),
      ...parts.filter(({ kind }) => kind === 'body'),
    ];
  }
  if (filter.kind === 'same-element') {
    return [...conjunctsOf(filter.of), { kind: 'body', test: filter.test }];
  }
  return [filter];
}

/** The resource that a predicate is about: SQL for its row, and its type. */
export interface SqlScope {
  readonly pk: Sql;
  readonly type: string;
}

const indexOf = (table: string): Sql => sql`${named(table)} INDEXED BY ${named(`${table}_pk`)}`;

function rowHolds(filter: RowFilter, { pk }: SqlScope, making: StatementContext): Sql {
  const key = keyOf(making, filter.parameter);
  const { table, any } = rowConditions(filter, making.terms);
  if (key === undefined || any.length === 0) return NEVER;
  return sql`EXISTS (SELECT 1 FROM ${indexOf(table)}
    WHERE pk = ${pk} AND key = ${key} AND ${anyOf(any)})`;
}

function present(
  filter: Extract<Filter, { kind: 'present' }>,
  { pk }: SqlScope,
  making: StatementContext,
): Sql {
  const key = keyOf(making, filter.parameter);
  if (key === undefined) return NEVER;
  return anyOf(
    filter.in.map(
      (kind) =>
        sql`EXISTS (SELECT 1 FROM ${indexOf(TABLES[kind])} WHERE pk = ${pk} AND key = ${key})`,
    ),
  );
}

function chained(
  filter: Extract<Filter, { kind: 'chain' }>,
  { pk }: SqlScope,
  making: StatementContext,
): Sql {
  const key = keyOf(making, filter.parameter);
  const space = spaceOf(making, filter.type);
  const type = typeOf(making, filter.type);
  if (key === undefined || space === undefined || type === undefined) return NEVER;
  const link = making.alias();
  const target = making.alias();
  const there = { pk: sql`${target}.pk`, type: filter.type };
  return sql`EXISTS (SELECT 1 FROM fhir_reference ${link} INDEXED BY fhir_reference_pk
    CROSS JOIN fhir_resource ${target} INDEXED BY fhir_resource_id
      ON ${target}.space = ${space} AND ${target}.id = ${link}.target
    WHERE ${link}.pk = ${pk} AND ${link}.key = ${key} AND ${link}.type = ${type}
      AND ${target}.deleted = 0 AND ${holds(filter.of, there, making)})`;
}

function referred(
  filter: Extract<Filter, { kind: 'has' }>,
  place: SqlScope,
  making: StatementContext,
): Sql {
  const key = keyOf(making, filter.parameter);
  const type = typeOf(making, place.type);
  if (key === undefined || type === undefined) return NEVER;
  const self = making.alias();
  const link = making.alias();
  const there = { pk: sql`${link}.pk`, type: filter.type };
  return sql`EXISTS (SELECT 1 FROM fhir_resource ${self}
    CROSS JOIN fhir_reference ${link}
      ON ${link}.key = ${key} AND ${link}.target = ${self}.id AND ${link}.type = ${type}
    WHERE ${self}.pk = ${place.pk} AND ${holds(filter.of, there, making)})`;
}

/** A condition on the resource itself. */
function ofResource(
  { pk }: SqlScope,
  making: StatementContext,
  condition: (self: Sql) => Sql,
): Sql {
  const self = making.alias();
  return sql`EXISTS (SELECT 1 FROM fhir_resource ${self}
    WHERE ${self}.pk = ${pk} AND ${condition(self)})`;
}

function bodyHolds(
  test: (body: string) => boolean,
  place: SqlScope,
  making: StatementContext,
): Sql {
  const number = making.tests.push(test) - 1;
  return ofResource(place, making, (self) => sql`fhir_test(${number}, ${self}.body)`);
}

/** Whether a resource meets a filter, found by probes from its row into the index. */
export function holds(filter: Conjunct, place: SqlScope, making: StatementContext): Sql {
  const each = (filters: readonly Conjunct[]) => filters.map((one) => holds(one, place, making));
  switch (filter.kind) {
    case 'token':
    case 'string':
    case 'reference':
    case 'date':
    case 'number':
      return rowHolds(filter, place, making);
    case 'id':
      return ofResource(place, making, (self) => sql`${self}.id IN (${listed(filter.any)})`);
    case 'updated':
      return ofResource(place, making, (self) => updatedIn(filter.any, sql`${self}.updated`));
    case 'present':
      return present(filter, place, making);
    case 'not':
      return sql`NOT (${holds(filter.of, place, making)})`;
    case 'all':
    case 'same-element':
      return sql`(${allOf(each(conjunctsOf(filter)))})`;
    case 'any':
      return anyOf(each(filter.of));
    case 'chain':
      return chained(filter, place, making);
    case 'has':
      return referred(filter, place, making);
    case 'body':
      return bodyHolds(filter.test, place, making);
    case 'nothing':
      return NEVER;
  }
}

export const listed = (values: readonly string[]): Sql =>
  joined(
    values.map((value) => sql`${value}`),
    ', ',
  );

export const updatedIn = (boxes: readonly RangeLimits[], column: Sql): Sql =>
  anyOf(boxes.map((box) => inBox(box, column, column)));
