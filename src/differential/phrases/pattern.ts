import { expandedPhrase } from '../../patient-record/language/text/shorthand.js';
import { wordsOf } from '../../patient-record/language/text/words.js';
import { stemOf } from './stem.js';

/** One word of a pattern, as a stem; `open` matches every word that begins with it. */
export interface WordTest {
  readonly stem: string;
  readonly open: boolean;
}

/** Words in a row. */
export type Alternative = readonly WordTest[];

/** One slot of a pattern: any of its alternatives fills it. */
export type PatternSlot = readonly Alternative[];

/** Required distance and order of the words of a pattern. */
export type WordOrder = 'row' | 'near' | 'ordered' | 'loose' | 'loose ordered';

/**
 * The words that express a finding: all slots are filled within one clause.
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

/** Sets of words that patterns refer to as `{pain}`. */
export type WordSets = ReadonlyMap<string, PatternSlot>;

const SIGNS: Readonly<Record<string, WordOrder>> = {
  '~': 'loose',
  '~>': 'loose ordered',
  '>': 'ordered',
  '=': 'row',
};
const SIGN = /^\s*(~>|[~>=])?/;
const ITEMS = /"[^"]*"|\{\w+\}|\/|[^\s"{}/]+/g;

/** Cache of parsed words: patterns use few words again and again. */
export type WordCache = Map<string, Alternative>;

function testsOf(piece: string, known: WordCache): Alternative {
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

function wordTests(written: string, known: WordCache): Alternative {
  const text = written.trim();
  if (!/\s/.test(text)) return testsOf(text, known);
  return text.split(/\s+/).flatMap((piece) => testsOf(piece, known));
}

/** Alternatives of a set of words, some of which may be phrases. */
export const slotOf = (
  alternatives: readonly string[],
  known: WordCache = new Map(),
): PatternSlot => alternatives.map((one) => wordTests(one, known)).filter((one) => one.length > 0);

/**
 * Resolves a set of words.
 *
 * @throws RangeError for an unknown set
 */
function alternativesOf(item: string, sets: WordSets, known: WordCache): PatternSlot {
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

/** Separators of a pattern that are not part of a word. */
export const wordlessIn = (text: string): string[] =>
  partsOf(text).items.filter((item) => item !== '/' && !/\w/.test(item));

/**
 * Parses a pattern: slots separated by spaces, `a/b` for alternatives, `"a b"` for adjacent words,
 * `a*` for every word with that prefix, `{set}` for a set of words.
 *
 * @param known cache of parsed words, shared by many patterns
 * @throws RangeError for an unknown set, or no word at all
 */
export function readPattern(text: string, sets: WordSets, known: WordCache = new Map()): Pattern {
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
