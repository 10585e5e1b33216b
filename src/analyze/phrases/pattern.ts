import { wordsOf } from '../../language/text/words.js';
import { stemOf } from './stem.js';

/** One word of a pattern, as a stem; `open` takes every word that begins with it. */
export interface WordTest {
  readonly stem: string;
  readonly open: boolean;
}

/** Words in a row. */
export type Alternative = readonly WordTest[];

/** One place of a pattern: any of its alternatives fills it. */
export type Slot = readonly Alternative[];

/** How near together and in which order the words of a pattern must stand. */
export type Looseness = 'row' | 'near' | 'ordered' | 'loose';

/**
 * What words say a finding: all slots are filled within one clause.
 *
 * - `near`: in any order, with at most three other words between;
 * - `ordered` (`>`): the same in the written order;
 * - `loose` (`~`): in any order, over commas, with at most ten words between;
 * - `row` (`=`): one after the other.
 */
export interface Pattern {
  readonly slots: readonly Slot[];
  readonly looseness: Looseness;
}

/** Sets of words that patterns name as `{pain}`. */
export type WordSets = ReadonlyMap<string, Slot>;

const SIGNS: Readonly<Record<string, Looseness>> = { '~': 'loose', '>': 'ordered', '=': 'row' };
const ITEM = /"([^"]*)"|\{(\w+)\}|(\/)|([^\s"{}/]+)/g;

/** Patterns use few words again and again. */
export type FoldedWords = Map<string, readonly string[]>;

function foldedIn(piece: string, known: FoldedWords): readonly string[] {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const folded = wordsOf(piece).map((word) => word.folded);
  known.set(piece, folded);
  return folded;
}

function wordTests(text: string, known: FoldedWords): Alternative {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((piece): WordTest[] => {
      const open = piece.endsWith('*');
      const words = foldedIn(open ? piece.slice(0, -1) : piece, known);
      return words.map((folded, n) =>
        open && n === words.length - 1
          ? { stem: folded, open: true }
          : { stem: stemOf(folded), open: false },
      );
    });
}

/** Alternatives of a set of words, of which phrases may be some. */
export const slotOf = (alternatives: readonly string[], known: FoldedWords = new Map()): Slot =>
  alternatives.map((one) => wordTests(one, known)).filter((one) => one.length > 0);

/**
 * A pattern as it is written: slots with spaces between, `a/b` for alternatives, `"a b"` for words
 * in a row, `a*` for every word that begins so, `{set}` for a set of words.
 *
 * @param known words that were folded before: to be kept for many patterns
 * @throws RangeError for a set that is not known, or no word at all
 */
export function readPattern(text: string, sets: WordSets, known: FoldedWords = new Map()): Pattern {
  const trimmed = text.trim();
  const looseness = SIGNS[trimmed.charAt(0)];
  const body = looseness === undefined ? trimmed : trimmed.slice(1);
  const slots: Slot[] = [];
  let joins = false;
  for (const [, quoted, set, slash, bare] of body.matchAll(ITEM)) {
    if (slash !== undefined) {
      joins = true;
      continue;
    }
    const named = set === undefined ? undefined : sets.get(set);
    if (set !== undefined && named === undefined)
      throw new RangeError(`{${set}} is no set of words`);
    const alternatives =
      named ?? [wordTests(quoted ?? bare ?? '', known)].filter((one) => one.length > 0);
    const last = slots.at(-1);
    if (joins && last !== undefined) slots[slots.length - 1] = [...last, ...alternatives];
    else if (alternatives.length > 0) slots.push(alternatives);
    joins = false;
  }
  if (slots.length === 0 || slots.some((slot) => slot.length === 0)) {
    throw new RangeError('has no words');
  }
  return { slots, looseness: looseness ?? 'near' };
}
