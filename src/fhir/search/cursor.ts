import { refuseFor } from '../outcome.js';

/** The end of a page, as encoded in a `next` link. */
export type Cursor = readonly (string | number | null)[];

/** The parameter of a `next` link that contains it. */
export const PAGE = '_page';

const LONGEST = 4_096;
const MAX = 8;

const isPart = (value: unknown): value is Cursor[number] =>
  value === null || typeof value === 'string' || Number.isFinite(value);

/** Opaque to clients, and without characters that a URL would escape. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor), 'utf8').toString('base64url');
}

/**
 * Reads the output of `writeCursor`.
 *
 * @param fits whether it is valid for this list
 * @throws AppError `validation_error` for anything else
 */
export function readCursor(text: string, fits: (cursor: Cursor) => boolean): Cursor {
  let value: unknown;
  try {
    if (text.length <= LONGEST) value = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  if (Array.isArray(value) && value.length <= MAX && value.every(isPart) && fits(value)) {
    return value;
  }
  const problem = 'This is not a page of this list; take it from a next link.';
  throw refuseFor('validation_error', 'value', problem, `http.${PAGE}`);
}
