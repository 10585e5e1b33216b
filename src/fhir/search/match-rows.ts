import type { Bound, Filter, RangeLimits, Span, TokenMatch } from '../../store/fhir/filter.js';
import type { IndexRows, TokenRow } from '../../store/fhir/rows.js';

const above = (at: number, bound: Bound | undefined) =>
  bound === undefined || (bound.open ? at > bound.at : at >= bound.at);

const below = (at: number, bound: Bound | undefined) =>
  bound === undefined || (bound.open ? at < bound.at : at <= bound.at);

const inSpan = (at: number, span: Span | undefined) => above(at, span?.min) && below(at, span?.max);

/** Whether a range is within the given limits. */
export const isWithinLimits = ({ low, high }: { low: number; high: number }, box: RangeLimits) =>
  inSpan(low, box.low) && inSpan(high, box.high);

function isToken({ system, code }: TokenRow, match: TokenMatch): boolean {
  if (match.system !== undefined && match.system !== system) return false;
  if (match.code === undefined) return true;
  return match.below ? code.startsWith(match.code) : code === match.code;
}

type Strings = Extract<Filter, { kind: 'string' }>;

function hasString({ match, parameter, any }: Strings, { strings }: IndexRows): boolean {
  const own = strings.filter((row) => row.parameter === parameter);
  return any.some((text) =>
    own.some(({ folded, value }) => {
      if (match === 'exact') return value === text;
      return match === 'starts' ? folded.startsWith(text) : folded.includes(text);
    }),
  );
}

interface OfParameter {
  readonly parameter: string;
}

const named =
  ({ parameter }: OfParameter) =>
  (row: OfParameter) =>
    row.parameter === parameter;

/**
 * Whether rows meet a filter, by the same rules as in the store.
 *
 * @param other decides about filters that need more than rows: the id, other resources
 */
export function matchesFilter(
  filter: Filter,
  rows: IndexRows,
  other: (filter: Filter) => boolean,
): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((one) => matchesFilter(one, rows, other));
    case 'any':
      return filter.of.some((one) => matchesFilter(one, rows, other));
    case 'not':
      return !matchesFilter(filter.of, rows, other);
    case 'nothing':
      return false;
    case 'token': {
      const own = rows.tokens.filter(named(filter));
      return filter.any.some((match) => own.some((row) => isToken(row, match)));
    }
    case 'string':
      return hasString(filter, rows);
    case 'reference': {
      const own = rows.references.filter(named(filter));
      return filter.any.some(({ type, target }) =>
        own.some((row) => {
          const typed = type === undefined ? row.type !== '' : row.type === type;
          return typed && row.target === target;
        }),
      );
    }
    case 'date': {
      const own = rows.dates.filter(named(filter));
      return filter.any.some((box) => own.some((row) => isWithinLimits(row, box)));
    }
    case 'number': {
      const own = rows.numbers.filter(named(filter));
      return filter.any.some(({ unit, box }) =>
        own.some((row) => row.unit === unit && isWithinLimits(row, box)),
      );
    }
    case 'present':
      return filter.in.some((kind) => (rows[kind] as readonly OfParameter[]).some(named(filter)));
    default:
      return other(filter);
  }
}
