import { foldWord } from './fold.js';
import { SHORT_BEFORE, SHORT_CAPITALS, SHORT_STROKES, SHORT_WORDS } from './shorthand-table.js';
import { createForm, type Form, makeWord, type Word } from './words.js';

/** An expansion: how many words it replaces, and what is read instead. */
export interface ShorthandExpansion {
  readonly taken: number;
  readonly words: readonly Word[];
}

/** The words of a phrase that replaces the written words. */
export const formsOf = (phrase: string): readonly Form[] => phrase.split(' ').map(createForm);

const formMap = (rows: Readonly<Record<string, string>>, key: (name: string) => string) =>
  new Map(Object.entries(rows).map(([name, phrase]) => [key(name), formsOf(phrase)]));

export const SINGLE = formMap(SHORT_WORDS, foldWord);
export const CAPITALS = formMap(SHORT_CAPITALS, (name) => name);
export const STROKES = formMap(SHORT_STROKES, (name) => name);
export const BEFORE = new Map(
  Object.entries(SHORT_BEFORE).map(([name, { words, before }]) => [
    name,
    { forms: formsOf(words), before: new Set(before.map(foldWord)) },
  ]),
);

/** Words that replace words `from` to `to` (not included): all have the offsets of those. */
export function spread(
  words: readonly Word[],
  from: number,
  to: number,
  forms: readonly Form[],
  sure?: number,
): ShorthandExpansion {
  const first = words[from];
  const last = words[to - 1];
  if (first === undefined || last === undefined) return { taken: 0, words: [] };
  const { start, gap } = first;
  const { end } = last;
  return {
    taken: to - from,
    words: forms.map((form, n) => makeWord(start, end, form, n === 0 ? gap : 0, sure)),
  };
}

/** A phrase that replaces one word, and how certain that is. */
export const readAs = (words: readonly Word[], at: number, phrase: string, sure: number) =>
  spread(words, at, at + 1, formsOf(phrase), sure);

/** Words that are shorthand by themselves, folded. */
export const SHORT_FORMS: ReadonlySet<string> = new Set([
  ...SINGLE.keys(),
  ...BEFORE.keys(),
  ...[...CAPITALS.keys()].map(foldWord),
]);
