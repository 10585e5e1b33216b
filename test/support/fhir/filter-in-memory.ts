import type { Bound, Filter, RangeLimits, TokenMatch } from '../../../src/store/fhir/filter.js';
import type { IndexRows } from '../../../src/store/fhir/rows.js';

/** A resource that is there, with what it is found by. */
export interface Held {
  readonly type: string;
  readonly id: string;
  readonly updated: number;
  readonly body: string;
  readonly rows: IndexRows;
}

const aboveLeast = (value: number, bound: Bound | undefined) =>
  bound === undefined || (bound.open ? value > bound.at : value >= bound.at);
const belowMost = (value: number, bound: Bound | undefined) =>
  bound === undefined || (bound.open ? value < bound.at : value <= bound.at);

function inside({ low, high }: RangeLimits, row: { low: number; high: number }): boolean {
  return (
    aboveLeast(row.low, low?.min) &&
    belowMost(row.low, low?.max) &&
    aboveLeast(row.high, high?.min) &&
    belowMost(row.high, high?.max)
  );
}

function matches({ system, code, below }: TokenMatch, row: { system: string; code: string }) {
  if (system !== undefined && row.system !== system) return false;
  if (code === undefined) return true;
  return below ? row.code.startsWith(code) : row.code === code;
}

const COMPARE = {
  starts: (row: { folded: string }, wanted: string) => row.folded.startsWith(wanted),
  contains: (row: { folded: string }, wanted: string) => row.folded.includes(wanted),
  exact: (row: { value: string }, wanted: string) => row.value === wanted,
};

/**
 * Whether a resource meets a filter, found by looking at its rows one by one: what the store must
 * come to as well.
 *
 * @param all every resource of the partition, for chains
 */
export function meets(filter: Filter, one: Held, all: readonly Held[]): boolean {
  const { rows } = one;
  const refersTo = (from: Held, parameter: string, to: Held) =>
    from.rows.references.some(
      (row) => row.parameter === parameter && row.type === to.type && row.target === to.id,
    );
  const has = (row: { parameter: string }) =>
    'parameter' in filter && row.parameter === filter.parameter;
  const some = <T extends { parameter: string }>(of: readonly T[], test: (row: T) => boolean) =>
    of.some((row) => has(row) && test(row));
  switch (filter.kind) {
    case 'id':
      return filter.any.includes(one.id);
    case 'updated':
      return filter.any.some((box) => inside(box, { low: one.updated, high: one.updated }));
    case 'token':
      return some(rows.tokens, (row) => filter.any.some((wanted) => matches(wanted, row)));
    case 'string':
      return some(rows.strings, (row) =>
        filter.any.some((wanted) => COMPARE[filter.match](row, wanted)),
      );
    case 'reference':
      return some(rows.references, (row) =>
        filter.any.some(
          ({ type, target }) =>
            row.target === target && (type === undefined ? row.type !== '' : row.type === type),
        ),
      );
    case 'date':
      return some(rows.dates, (row) => filter.any.some((box) => inside(box, row)));
    case 'number':
      return some(rows.numbers, (row) =>
        filter.any.some(({ unit, box }) => row.unit === unit && inside(box, row)),
      );
    case 'present':
      return filter.in.some((kind) => rows[kind].some(has));
    case 'not':
      return !meets(filter.of, one, all);
    case 'all':
      return filter.of.every((part) => meets(part, one, all));
    case 'any':
      return filter.of.some((part) => meets(part, one, all));
    case 'chain':
      return all.some(
        (to) =>
          to.type === filter.type &&
          refersTo(one, filter.parameter, to) &&
          meets(filter.of, to, all),
      );
    case 'has':
      return all.some(
        (from) =>
          from.type === filter.type &&
          refersTo(from, filter.parameter, one) &&
          meets(filter.of, from, all),
      );
    case 'same-element':
      return meets(filter.of, one, all) && filter.test(one.body);
    case 'nothing':
      return false;
  }
}
