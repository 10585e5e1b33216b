import { keyText } from '../../core/key-text.js';
import type { Bound, Filter, RangeLimits, Span, TokenMatch } from './filter.js';
import { allOf, NEVER, named, type Sql, sql } from './sql.js';
import type { Terms } from './terms.js';

/** Filters that are met by a single row of an index table. */
export type RowFilter = Extract<
  Filter,
  { kind: 'token' | 'string' | 'reference' | 'date' | 'number' }
>;

export interface RowConditions {
  readonly table: string;
  /** One per value searched: a row that meets any of them matches. */
  readonly any: readonly Sql[];
  /** Rows that meet one are in the order of resources, without duplicates. */
  readonly ordered: boolean;
  /** They are found without reading all rows of the parameter. */
  readonly sought: boolean;
}

/** The first text after all that begin with `prefix`; undefined if none. */
function prefixEnd(prefix: string): string | undefined {
  const points = [...prefix];
  while (points.length > 0) {
    const last = points.pop()?.codePointAt(0) ?? 0;
    // Surrogates alone are no text: U+E000 follows U+D7FF.
    const next = last >= 0xd7ff && last < 0xe000 ? 0xe000 : last + 1;
    if (next <= 0x10ffff) return points.join('') + String.fromCodePoint(next);
  }
  return undefined;
}

function beginsWith(column: Sql, prefix: string): Sql {
  const end = prefixEnd(prefix);
  const from = sql`${column} >= ${prefix}`;
  return end === undefined ? from : sql`${from} AND ${column} < ${end}`;
}

const above = (column: Sql, { at, open }: Bound): Sql =>
  open ? sql`${column} > ${at}` : sql`${column} >= ${at}`;
const below = (column: Sql, { at, open }: Bound): Sql =>
  open ? sql`${column} < ${at}` : sql`${column} <= ${at}`;

function within(column: Sql, { min, max }: Span = {}): Sql[] {
  return [...(min ? [above(column, min)] : []), ...(max ? [below(column, max)] : [])];
}

/** A box around the range between two columns, which may be the same. */
export function inBox({ low, high }: RangeLimits, lowColumn: Sql, highColumn: Sql): Sql {
  return allOf([...within(lowColumn, low), ...within(highColumn, high)]);
}

const LOW = named('low');
const HIGH = named('high');

function tokenCondition({ system, code, below: isPrefix }: TokenMatch, terms: Terms): Sql {
  const conditions: Sql[] = [];
  if (code !== undefined) {
    conditions.push(isPrefix ? beginsWith(named('code'), code) : sql`code = ${keyText(code)}`);
  }
  if (system !== undefined) {
    const id = terms.find('system', system);
    conditions.push(id === undefined ? NEVER : sql`system = ${id}`);
  }
  return allOf(conditions);
}

function stringCondition(match: 'starts' | 'contains' | 'exact', value: string): Sql {
  if (match === 'starts') return beginsWith(named('folded'), value);
  return match === 'exact' ? sql`value = ${keyText(value)}` : sql`instr(folded, ${value}) > 0`;
}

function referenceCondition(
  { type, target: written }: { type?: string; target: string },
  terms: Terms,
): Sql {
  const target = keyText(written);
  if (type === undefined) {
    // An external reference has no type, and its target is a URL.
    const foreign = terms.find('type', '') ?? 0;
    return sql`target = ${target} AND type <> ${foreign}`;
  }
  const id = terms.find('type', type);
  return id === undefined ? NEVER : sql`target = ${target} AND type = ${id}`;
}

function numberCondition(unit: string, box: RangeLimits, terms: Terms): Sql {
  const id = terms.find('unit', unit);
  return id === undefined ? NEVER : sql`unit = ${id} AND ${inBox(box, LOW, HIGH)}`;
}

/** Conditions on the columns of an index table other than its parameter. */
export function rowConditions(filter: RowFilter, terms: Terms): RowConditions {
  switch (filter.kind) {
    case 'token':
      return {
        table: 'fhir_token',
        any: filter.any.map((match) => tokenCondition(match, terms)),
        ordered:
          filter.any.length === 1 &&
          filter.any.every(
            ({ system, code, below: isPrefix }) =>
              system !== undefined && code !== undefined && !isPrefix,
          ),
        sought: filter.any.every(({ code }) => code !== undefined),
      };
    case 'string':
      return {
        table: 'fhir_string',
        any: filter.any.map((value) => stringCondition(filter.match, value)),
        ordered: false,
        sought: filter.match === 'starts',
      };
    case 'reference':
      return {
        table: 'fhir_reference',
        any: filter.any.map((wanted) => referenceCondition(wanted, terms)),
        ordered: filter.any.length === 1 && filter.any.every(({ type }) => type !== undefined),
        sought: true,
      };
    case 'date':
      return {
        table: 'fhir_date',
        any: filter.any.map((box) => inBox(box, LOW, HIGH)),
        ordered: false,
        sought: filter.any.every(({ low }) => low !== undefined),
      };
    case 'number':
      return {
        table: 'fhir_number',
        any: filter.any.map(({ unit, box }) => numberCondition(unit, box, terms)),
        ordered: false,
        sought: true,
      };
  }
}
