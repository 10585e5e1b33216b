import type { Token } from './tokens.js';
import type { Vocabulary } from './vocabulary.js';

export type NameKind = 'ingredient' | 'product' | 'weak' | 'group';

/** Recognises names of several words, such as `vitamin e` and `night nurse`. */
export interface NameIndex {
  /**
   * The kind of a folded name; `weak` for short ones and ordinary words, `group` for words for
   * several drugs.
   */
  kindOf(folded: string): NameKind | undefined;
}

export interface NameAt {
  readonly words: string;
  /** Tokens. */
  readonly length: number;
  readonly product: boolean;
}

const LONGEST = 14;
/** Characters of a name; the longest of RxNorm's ingredients has 80. */
const LONGEST_NAME = 160;
const INSIDE = /^[-/+&#,()]$/;

/** Ends of names that could start here, longest first, with their words. */
function spansAt(tokens: readonly Token[], at: number): Array<{ words: string; length: number }> {
  const spans: Array<{ words: string; length: number }> = [];
  let words = '';
  for (let n = 0; n < LONGEST; n += 1) {
    const token = tokens[at + n];
    if (token === undefined) break;
    if (token.kind === 'mark') {
      if (n === 0 || !INSIDE.test(token.text)) break;
      continue;
    }
    const text = token.text.replace(/[.,']/g, ' ');
    const apart = token.glued && tokens[at + n - 1]?.kind !== 'mark' ? '' : ' ';
    words = words === '' ? text : `${words}${apart}${text}`;
    if (words.length > LONGEST_NAME) break;
    spans.push({ words, length: n + 1 });
  }
  return spans.reverse();
}

/**
 * Whether a name counts where none is expected: `5-FU`, `Pen G` and `sleeping tablet` are no words
 * of directions.
 */
const isClear = (kind: NameKind, words: string): boolean =>
  kind === 'ingredient' ||
  kind === 'product' ||
  (kind === 'weak' ? CODED.test(words) : words.includes(' '));
const CODED = /^\d+ ?[a-z]|^[a-z]+ [a-z]{1,2}$|^[a-z]{1,2} \d/;

/**
 * Returns the longest known name that starts at this position.
 *
 * @param expected a name is expected here: short names and ordinary words count
 */
export function nameAt(
  vocabulary: Vocabulary,
  names: NameIndex,
  tokens: readonly Token[],
  at: number,
  expected: boolean,
): NameAt | undefined {
  if (tokens[at]?.kind === 'mark') return undefined;
  for (const { words, length } of spansAt(tokens, at)) {
    const kind = names.kindOf(words);
    if (kind === undefined || (!expected && !isClear(kind, words))) continue;
    const saying = vocabulary.sayings.match(tokens, at);
    if (saying !== undefined && saying.length >= length) continue;
    // The 30 of `NovoMix 30` belongs to the name, that of `Zocor 30 mg` does not.
    const strength = tokens[at + length - 1]?.kind === 'number';
    if (strength && vocabulary.units.match(tokens, at + length) !== undefined) continue;
    return { words, length, product: kind === 'product' };
  }
  return undefined;
}
