import { formsOf, type ShorthandExpansion, spread } from './shorthand-forms.js';
import type { Word } from './words.js';

const LENGTHS = new Map([
  ['7', 'day'],
  ['52', 'week'],
  ['12', 'month'],
]);
const BORN = new Set(['born', 'delivered', 'birth', 'delivery', 'preterm', 'premature']);
const FOR = new Set(['x', 'for', 'past', 'last', 'of', 'since', 'over']);
const WEEKS_OF_PREGNANCY = 45;
/** More weeks than these are written as months; `45/52` is two results. */
const MAX_WEEKS = 26;

/** `x3/7`, `2/52` and `11/40`: how long, in parts of a week, a year or a pregnancy. */
export function fractionAt(
  text: string,
  words: readonly Word[],
  at: number,
): ShorthandExpansion | undefined {
  const word = words[at];
  const below = words[at + 1];
  if (word === undefined || below?.number !== true || text.charAt(below.start - 1) !== '/') {
    return undefined;
  }
  // `3/7/2020` is a date.
  if (text.charAt(below.end) === '/' || text.charAt(word.start - 1) === '/') return undefined;
  const count = word.folded.replace(/^x/, '');
  if (!/^\d{1,2}$/.test(count)) return undefined;
  if (below.folded === '40' && Number(count) <= WEEKS_OF_PREGNANCY && Number(count) > 3) {
    const born = words.slice(Math.max(0, at - 4), at).some(({ folded }) => BORN.has(folded));
    return spread(words, at, at + 2, formsOf(`${count} weeks ${born ? 'gestation' : 'pregnant'}`));
  }
  const unit = LENGTHS.get(below.folded);
  if (unit === undefined) return undefined;
  const crossed = word.folded.startsWith('x');
  const before = words[at - 1]?.folded ?? '';
  const after = words[at + 2]?.folded ?? '';
  const sure =
    crossed ||
    (below.folded === '52' && Number(count) <= MAX_WEEKS) ||
    FOR.has(before) ||
    /^(?:hx|history|ago)$/.test(after);
  if (!sure) return undefined;
  const length = `${count} ${unit}${count === '1' ? '' : 's'}`;
  return spread(words, at, at + 2, formsOf(crossed ? `for ${length}` : length));
}

const GRAVIDA = /^g(\d{1,2})p(\d{1,4})$/;

/** `G2P1`. */
export function gravidaAt(words: readonly Word[], at: number): ShorthandExpansion | undefined {
  const [whole, pregnancies, births] = GRAVIDA.exec(words[at]?.folded ?? '') ?? [];
  if (whole === undefined) return undefined;
  return spread(words, at, at + 1, formsOf(`gravida ${pregnancies} para ${births}`));
}
