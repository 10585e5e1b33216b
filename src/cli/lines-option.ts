import { invalidField } from '../core/errors.js';

/** The value of `--lines`: how many lines are shown. */
export function linesOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw invalidField('lines', 'must be a positive number');
}
