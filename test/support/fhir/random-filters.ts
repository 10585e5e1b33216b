import fc from 'fast-check';
import type { Filter, Order, RangeLimits } from '../../../src/store/fhir/filter.js';
import type { IndexRows } from '../../../src/store/fhir/rows.js';

/** Few values, so that filters meet rows often, and by chance some of several. */
export const TYPES = ['A', 'B'] as const;
const IDS = ['1', '2', '3', '4', '5', '6'];
const SYSTEMS = ['', 's', 't'];
const CODES = ['', 'x', 'xy', 'X', 'http://a/b', 'http://a/bc', '100%'];
const WORDS = [
  '',
  'mu',
  'muller',
  'mull',
  'ß',
  '\ud83d\ude00',
  'a%b',
  'a_b',
  '\ud7ff',
  '\u{10ffff}a',
];
const UNITS = ['', 'g.m-3'];
const PARAMETERS = ['A?p', 'A?q', 'B?p', 'B?q'];

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const at = fc.integer({ min: -3, max: 12 });
const range = fc.tuple(at, at).map(([a, b]) => ({ low: Math.min(a, b), high: Math.max(a, b) }));

export function rowsOf(type: string): fc.Arbitrary<IndexRows> {
  const parameter = one(PARAMETERS.filter((name) => name.startsWith(type)));
  const some = <T>(row: fc.Arbitrary<T>) => fc.array(row, { maxLength: 3 });
  const dates = fc.tuple(parameter, range).map(([name, ends]) => ({ parameter: name, ...ends }));
  return fc.record({
    tokens: some(fc.record({ parameter, system: one(SYSTEMS), code: one(CODES) })),
    strings: some(fc.record({ parameter, folded: one(WORDS), value: one(WORDS) })),
    references: some(
      fc.record({ parameter, type: one([...TYPES, '']), target: one([...IDS, 'http://x/9']) }),
    ),
    dates: some(dates),
    numbers: some(fc.tuple(dates, one(UNITS)).map(([row, unit]) => ({ ...row, unit }))),
  });
}

const bound = fc.record(
  { at: fc.integer({ min: -4, max: 13 }), open: fc.constant(true as const) },
  { requiredKeys: ['at'] },
);
const span = fc.record({ min: bound, max: bound }, { requiredKeys: [] });
const box: fc.Arbitrary<RangeLimits> = fc.record({ low: span, high: span }, { requiredKeys: [] });
const many = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });

const exactToken = fc.record({ system: one(SYSTEMS), code: one(CODES) });
const looseToken = fc.record(
  { system: one([...SYSTEMS, 'unheard']), code: one(CODES), below: fc.constant(true as const) },
  { requiredKeys: [] },
);
const tokens = fc.oneof(many(exactToken), many(looseToken));
const namedReference = fc.record({ type: one(TYPES), target: one(IDS) });
const looseReference = fc.record(
  { type: one([...TYPES, '', 'Z']), target: one([...IDS, 'http://x/9']) },
  { requiredKeys: ['target'] },
);
const references = fc.oneof(many(namedReference), many(looseReference));
const kinds = ['tokens', 'strings', 'references', 'dates', 'numbers'] as const;

/** Any filter about resources of a type; parameters of the other type meet nothing. */
export function filterOf(type: string, depth = 2): fc.Arbitrary<Filter> {
  const parameter = one([...PARAMETERS.filter((name) => name.startsWith(type)), `${type}?none`]);
  const leaves: fc.Arbitrary<Filter>[] = [
    fc.record({ kind: fc.constant('id' as const), any: many(one([...IDS, '7'])) }),
    fc.record({ kind: fc.constant('updated' as const), any: many(box) }),
    fc.record({ kind: fc.constant('token' as const), parameter, any: tokens }),
    fc.record({
      kind: fc.constant('string' as const),
      parameter,
      match: one(['starts', 'contains', 'exact'] as const),
      any: many(one(WORDS)),
    }),
    fc.record({ kind: fc.constant('reference' as const), parameter, any: references }),
    fc.record({ kind: fc.constant('date' as const), parameter, any: many(box) }),
    fc.record({
      kind: fc.constant('number' as const),
      parameter,
      any: many(fc.record({ unit: one([...UNITS, 'kg']), box })),
    }),
    fc.record({ kind: fc.constant('present' as const), parameter, in: many(one(kinds)) }),
    fc.constant({ kind: 'nothing' as const }),
  ];
  if (depth === 0) return fc.oneof(...leaves);
  const inner = filterOf(type, depth - 1);
  const other = one(TYPES).chain((to) => fc.tuple(fc.constant(to), filterOf(to, depth - 1)));
  const linked = (parameterOf: (to: string) => fc.Arbitrary<string>, kind: 'chain' | 'has') =>
    other.chain(([to, of]) =>
      parameterOf(to).map((name): Filter => ({ kind, type: to, parameter: name, of })),
    );
  return fc.oneof(
    ...leaves,
    inner.map((of): Filter => ({ kind: 'not', of })),
    fc.array(inner, { maxLength: 3 }).map((of): Filter => ({ kind: 'all', of })),
    fc.array(inner, { maxLength: 3 }).map((of): Filter => ({ kind: 'any', of })),
    linked(() => parameter, 'chain'),
    linked((to) => one(PARAMETERS.filter((name) => name.startsWith(to))), 'has'),
    fc
      .tuple(one(IDS), inner)
      .map(
        ([text, of]): Filter => ({ kind: 'same-element', of, test: (body) => body.includes(text) }),
      ),
  );
}

export function orderOf(type: string): fc.Arbitrary<Order> {
  const parameter = one(PARAMETERS.filter((name) => name.startsWith(type)));
  const by = fc.oneof(one(['id', 'updated'] as const), fc.record({ parameter, in: one(kinds) }));
  return fc.record({ by, descending: fc.boolean() });
}
