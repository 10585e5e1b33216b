import type { Random } from '../../../src/core/random.js';
import { percentEncoded } from '../encode.js';
import { below, pick } from '../pick.js';
import { HOSTILE_STRINGS } from './hostile-values.js';

/** Headers that any request may have, with right and wrong values. */
const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'content-type',
    ['application/json', 'application/fhir+json', 'text/plain', 'multipart/form-data'],
  ],
  [
    'content-type',
    ['application/json; charset=utf-16', 'multipart/form-data; boundary=', 'x', '/'],
  ],
  ['content-type', ['application/json-patch+json', 'application/x-www-form-urlencoded', '']],
  ['content-encoding', ['gzip', 'identity', 'br', 'x']],
  ['accept', ['text/html', 'application/fhir+xml', '*/*;q=0', 'application/json', ',', 'a/b/c']],
  [
    'authorization',
    ['Bearer', 'Bearer ', 'Basic Zm9vOmJhcg==', 'sk_test_x', `Bearer ${'a'.repeat(3_000)}`],
  ],
  ['authorization', ['Bearer sk_test_0000000000000000000000000000000000000000000', 'Bearer é']],
  ['x-request-id', ['a', 'é', 'a'.repeat(3_000), '../x', 'req_1 2']],
  ['idempotency-key', ['one', 'two', '', ' ', 'a'.repeat(256), 'é']],
  [
    'prefer',
    [
      'respond-async',
      'return=minimal',
      'return=OperationOutcome',
      'handling=strict',
      'return=',
      ';',
    ],
  ],
  ['if-match', ['W/"1"', '"1"', '*', 'W/"', '1']],
  ['if-none-match', ['W/"1"', '*', 'x']],
  ['if-none-exist', ['identifier=x', '', 'name:above=1', '_id=%']],
  ['if-modified-since', ['Sat, 29 Oct 2026 19:43:31 GMT', 'never']],
  ['last-event-id', ['0', '-1', 'x']],
  ['range', ['bytes=0-1', 'bytes=-']],
  ['origin', ['https://example.org', 'null']],
  ['x-forwarded-for', ['127.0.0.1', '::1, x', 'unknown']],
  ['expect', ['100-continue']],
];

export const NO_METHOD = 'BREW';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', NO_METHOD];

export function mutateHeaders(random: Random, headers: Readonly<Record<string, string>>) {
  const names = Object.keys(headers);
  if (names.length > 0 && random() < 0.2) {
    const gone = pick(random, names);
    return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== gone));
  }
  const [name, values] = pick(random, HEADERS);
  return { ...headers, [name]: pick(random, values) };
}

export const mutateMethod = (random: Random): string => pick(random, METHODS);

export function mutatePath(random: Random, path: string): string {
  const parts = path.split('/');
  const where = 1 + below(random, Math.max(1, parts.length - 1));
  const part = percentEncoded(pick(random, HOSTILE_STRINGS).slice(0, 2_000));
  const odd = pick(random, [
    part,
    '..',
    '.',
    '',
    '%2e%2e',
    '%zz',
    '%00',
    '$validate',
    '_history',
    '1',
  ]);
  const kind = below(random, 4);
  if (kind === 0) return [...parts.slice(0, where), odd, ...parts.slice(where + 1)].join('/');
  if (kind === 1) return [...parts.slice(0, where), odd, ...parts.slice(where)].join('/');
  if (kind === 2) return parts.slice(0, -1).join('/') || '/';
  return path + pick(random, ['/', '//', '?', '?a', ';a=b', '#a', '%', '\\']);
}

type Query = readonly (readonly [string, string])[];

export function mutateQuery(random: Random, query: Query, names: readonly string[]): Query {
  const value = pick(random, [
    ...HOSTILE_STRINGS,
    '1',
    'a,b',
    'eq1',
    'gt2026',
    'a|b',
    '|',
    '\\',
    '$',
  ]);
  const kind = below(random, 4);
  const one = query.length === 0 ? undefined : pick(random, query);
  if (one === undefined || kind === 0) return [...query, [pick(random, names), value]];
  if (kind === 1) return query.filter((other) => other !== one);
  const suffix = pick(random, [
    ':exact',
    ':missing',
    ':not',
    ':x',
    '.name',
    ':Patient.name',
    '-id',
  ]);
  if (kind === 2) return query.map((other) => (other === one ? [one[0] + suffix, one[1]] : other));
  return query.map((other) => (other === one ? [one[0], value] : other));
}
