import { readCardinal } from './cardinal.js';
import { type ListItem, type Rule, wordAt } from './draft.js';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const BEFORE_FIRST = set(
  'colon period stop paragraph line comma plan assessment impression impressions diagnosis diagnoses ' +
    'problems following follows medications recommendations include includes including',
);
const NOT_BEFORE = set('the a his her my your this that is was of in');
/** Maximum distance of items of one list. */
const REACH = 400;

/** "number three", "next number", "number next": the item it may begin. */
function itemAt(words: readonly string[], i: number, next: number): ListItem | undefined {
  const word = wordAt(words, i);
  const after = wordAt(words, i + 1);
  if ((word === 'next' && after === 'number') || (word === 'number' && after === 'next')) {
    return next > 1 ? { to: i + 2, value: next } : undefined;
  }
  if (word !== 'number') return undefined;
  const read = readCardinal(words, i + 1);
  return read && read.value === next ? { to: read.next, value: next } : undefined;
}

/**
 * Spoken numbers of lists: "number one" at the beginning of a clause with a "number two" to come,
 * then each next number. Elsewhere "number one" is text.
 * @param starts places at which a line begins after a pause
 */
export function findItems(
  words: readonly string[],
  starts: ReadonlySet<number>,
): ReadonlyMap<number, ListItem> {
  const items = new Map<number, ListItem>();
  let first: { readonly at: number; readonly item: ListItem } | undefined;
  let next = 1;
  let last = 0;
  for (let i = 0; i < words.length; i += 1) {
    if (!/^(number|next)$/.test(wordAt(words, i)) || NOT_BEFORE.has(wordAt(words, i - 1))) continue;
    const begin = itemAt(words, i, 1);
    if (begin && (starts.has(i) || BEFORE_FIRST.has(wordAt(words, i - 1)))) {
      first = { at: i, item: begin };
      next = 2;
      last = i;
      continue;
    }
    const item = next > 1 && i - last <= REACH ? itemAt(words, i, next) : undefined;
    if (!item) continue;
    if (first) items.set(first.at, first.item);
    first = undefined;
    items.set(i, item);
    next += 1;
    last = i;
  }
  return items;
}

/** The item's number on a line of its own. */
export const readItem: Rule = ({ items, base, words }, i) => {
  const item = items.get(base + i);
  if (!item) return undefined;
  const to = Math.min(item.to - base, words.length);
  return {
    next: to,
    drafts: [
      { from: i, to: i, text: '\n', kind: 'layout', glue: 'both', opens: true },
      { from: i, to, text: `${item.value}.`, kind: 'number', opens: true },
    ],
  };
};

/** "bullet point" a line of its own. */
export const readBullet: Rule = ({ words, dictation }, i) => {
  if (!dictation || !/^(bullet|next)$/.test(wordAt(words, i))) return undefined;
  const next = wordAt(words, i) === 'next';
  const isNamed = next ? wordAt(words, i + 1) === 'bullet' : wordAt(words, i + 1) === 'point';
  if (!isNamed) return undefined;
  const to = next && wordAt(words, i + 2) === 'point' ? i + 3 : i + 2;
  return {
    next: to,
    drafts: [
      { from: i, to: i, text: '\n', kind: 'layout', glue: 'both', opens: true },
      { from: i, to, text: '-', kind: 'punctuation', opens: true },
    ],
  };
};
