import type { Query } from '../../calls/exchange.js';
import { refuseFor } from '../outcome.js';

const DIGITS = /^\d{1,9}$/;

/**
 * The length of a page: `_count`, up to the maximum.
 *
 * @param offered default and maximum page length
 * @throws AppError `validation_error`
 */
export function pageLength(
  query: Query,
  offered: { readonly usual: number; readonly max: number },
): number {
  const written = query.find(([name]) => name === '_count')?.[1];
  if (written === undefined) return offered.usual;
  if (DIGITS.test(written)) return Math.min(Number(written), offered.max);
  throw refuseFor('validation_error', 'value', 'Must be a whole number from 0 on.', 'http._count');
}

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The point in time of a parameter: an instant, or the beginning of a day in UTC.
 *
 * @returns milliseconds since 1970
 * @throws AppError `validation_error`
 */
export function pointInTime(name: string, written: string): number {
  // A plus sign that was not escaped arrives as a blank.
  const text = written.replace(' ', '+');
  const at = INSTANT.test(text) || DAY.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(at)) return at;
  const problem = 'Must be an instant, such as 2026-01-31T08:00:00Z.';
  throw refuseFor('validation_error', 'value', problem, `http.${name}`);
}

/**
 * The known parameters, in their order.
 *
 * @param silent parameters of the answer's format, accepted without a warning
 * @throws AppError `validation_error` for another one, in strict handling
 */
export function knownParameters(
  query: Query,
  parameters: readonly string[],
  strict: boolean,
  silent: readonly string[] = ['_format', '_pretty'],
): { readonly used: Query; readonly ignored: readonly string[] } {
  const used = query.filter(([name]) => parameters.includes(name));
  const ignored = query
    .map(([name]) => name)
    .filter((name) => !parameters.includes(name) && !silent.includes(name));
  if (strict && ignored.length > 0) {
    throw refuseFor(
      'validation_error',
      'not-supported',
      'This parameter is not known here.',
      'http',
    );
  }
  return { used, ignored };
}
