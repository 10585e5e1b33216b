import { expandedPhrase } from '../../language/text/shorthand.js';
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
export type PatternSlot = readonly Alternative[];

/** How near together and in which order the words of a pattern must stand. */
export type WordOrder = 'row' | 'near' | 'ordered' | 'loose' | 'loose ordered';

/**
 * What words say a finding: all slots are filled within one clause.
 *
 * - `near`: in any order, with at most three other words between;
 * - `ordered` (`>`): the same in the written order;
 * - `loose` (`~`): in any order, over commas, with at most ten words between;
 * - `loose ordered` (`~>`): the same in the written order;
 * - `row` (`=`): one after the other.
 */
export interface Pattern {
  readonly slots: readonly PatternSlot[];
  readonly looseness: WordOrder;
}

/** Sets of words that patterns name as `{pain}`. */
export type WordSets = ReadonlyMap<string, PatternSlot>;

const SIGNS: Readonly<Record<string, WordOrder>> = {
  '~': 'loose',
  '~>': 'loose ordered',
  '>': 'ordered',
  '=': 'row',
};
const SIGN = /^\s*(~>|[~>=])?/;
const ITEMS = /"[^"]*"|\{\w+\}|\/|[^\s"{}/]+/g;

/** Words as they are written, and as what they were read: patterns use few again and again. */
export type KnownWords = Map<string, Alternative>;

function testsOf(piece: string, known: KnownWords): Alternative {
  const before = known.get(piece);
  if (before !== undefined) return before;
  const open = piece.endsWith('*');
  const words = open ? wordsOf(piece.slice(0, -1)) : (expandedPhrase(piece) ?? wordsOf(piece));
  const tests = words.map(({ folded }, n) =>
    open && n === words.length - 1
      ? { stem: folded, open: true }
      : { stem: stemOf(folded), open: false },
  );
  known.set(piece, tests);
  return tests;
}

function wordTests(written: string, known: KnownWords): Alternative {
  const text = written.trim();
  if (!/\s/.test(text)) return testsOf(text, known);
  return text.split(/\s+/).flatMap((piece) => testsOf(piece, known));
}

/** Alternatives of a set of words, of which phrases may be some. */
export const slotOf = (
  alternatives: readonly string[],
  known: KnownWords = new Map(),
): PatternSlot => alternatives.map((one) => wordTests(one, known)).filter((one) => one.length > 0);

/** @throws RangeError for a set that is not known */
function alternativesOf(item: string, sets: WordSets, known: KnownWords): PatternSlot {
  if (item.startsWith('{')) {
    const named = sets.get(item.slice(1, -1));
    if (named === undefined) throw new RangeError(`${item} is no set of words`);
    return named;
  }
  const tests = wordTests(item.startsWith('"') ? item.slice(1, -1) : item, known);
  return tests.length > 0 ? [tests] : [];
}

function partsOf(text: string) {
  const [whole, sign = ''] = SIGN.exec(text) ?? [''];
  return { sign, items: text.slice(whole.length).match(ITEMS) ?? [] };
}

/** Parts of a pattern that stand for no word: signs that are not where signs stand. */
export const wordlessIn = (text: string): string[] =>
  partsOf(text).items.filter((item) => item !== '/' && !/\w/.test(item));

/**
 * A pattern as it is written: slots with spaces between, `a/b` for alternatives, `"a b"` for words
 * in a row, `a*` for every word that begins so, `{set}` for a set of words.
 *
 * @param known words that were read before: to be kept for many patterns
 * @throws RangeError for a set that is not known, or no word at all
 */
export function readPattern(text: string, sets: WordSets, known: KnownWords = new Map()): Pattern {
  const { sign, items } = partsOf(text);
  const slots: PatternSlot[] = [];
  let joins = false;
  for (const item of items) {
    if (item === '/') {
      joins = true;
      continue;
    }
    const alternatives = alternativesOf(item, sets, known);
    const last = slots.at(-1);
    if (joins && last !== undefined) slots[slots.length - 1] = [...last, ...alternatives];
    else if (alternatives.length > 0) slots.push(alternatives);
    joins = false;
  }
  if (slots.length === 0) throw new RangeError('has no words');
  return { slots, looseness: SIGNS[sign] ?? 'near' };
}
