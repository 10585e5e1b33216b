import { GAP } from '../text/words.js';
import { type Amount, amountAt, endsBefore } from './amounts.js';
import type { MeasuredText } from './measured-text.js';

const MAX_LISTED = 8;
const AND = /^(?:and|then)$/;

/** The amount that follows another in a list. */
function nextListed({ text, words, units }: MeasuredText, before: Amount): Amount | undefined {
  let at = before.to;
  if (endsBefore(words[at])) return undefined;
  const comma = ((words[at]?.gap ?? 0) & GAP.comma) !== 0;
  if (AND.test(words[at]?.folded ?? '')) at += 1;
  else if (!comma) return undefined;
  const next = words[at]?.number ? amountAt(text, words, at, units) : undefined;
  return ((words[at]?.gap ?? 0) & GAP.open) === 0 ? next : undefined;
}

/** The amounts of a list: `28, 96 and 88 %`. */
export function listedAmounts(source: MeasuredText, start: Amount): readonly Amount[] {
  const all = [start];
  let next = nextListed(source, start);
  while (next !== undefined && all.length <= MAX_LISTED) {
    all.push(next);
    next = nextListed(source, next);
  }
  return all;
}

/** The pair of numbers of one fraction, for two names: `AST/ALT 45/52`. */
export function fractionHalves({ value, ...rest }: Amount): readonly Amount[] {
  if (typeof value !== 'string') return [];
  return value.split('/').map((part) => ({ ...rest, value: Number(part.replace(',', '.')) }));
}
