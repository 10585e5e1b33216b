import { GAP, SENTENCE_END, type Word } from '../text/words.js';

export interface Time {
  readonly onset?: string;
  readonly duration?: string;
}

const UNIT =
  /^(?:second|sec|minute|min|hour|hr|h|day|d|night|week|wk|w|month|mo|mth|year|yr|y|decade|weekend)$/;
const COUNT = new Set(
  'a an one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty several few couple many half last past'.split(
    ' ',
  ),
);
const WITHIN = 14;
const SINCE = new Set(['since']);
const DURING = new Set(['for', 'over', 'during', 'lasting', 'lasted', 'x', 'within', 'about']);
const FILLER = new Set(
  'the past last about around approximately almost nearly over more than at least a of to or'.split(
    ' ',
  ),
);

/** `x3`. */
const isMultiple = ({ folded }: Word): boolean => folded.startsWith('x') && /^x\d+$/.test(folded);
const isCount = (word: Word | undefined): boolean =>
  word !== undefined && (word.number || COUNT.has(word.folded) || isMultiple(word));

/** `2h`, `three days`, `a couple of weeks`: the words `from` to `to` of a length of time at a word. */
function lengthAt(words: readonly Word[], from: number): number | undefined {
  let at = from;
  if (!isCount(words[at])) return undefined;
  at += 1;
  for (let steps = 0; steps < 4; steps += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & (SENTENCE_END | GAP.comma)) !== 0) return undefined;
    if (UNIT.test(word.folded)) return at + 1;
    if (!isCount(word) && !FILLER.has(word.folded)) return undefined;
    at += 1;
  }
  return undefined;
}

const between = (text: string, words: readonly Word[], from: number, to: number) => {
  const first = words[from];
  const last = words[to - 1];
  return first === undefined || last === undefined ? '' : text.slice(first.start, last.end);
};

function durationAt(text: string, words: readonly Word[], at: number): Time | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  if (SINCE.has(word.folded)) {
    let to = at + 1;
    while (
      to < at + 5 &&
      to < words.length &&
      ((words[to]?.gap ?? SENTENCE_END) & (SENTENCE_END | GAP.comma)) === 0
    )
      to += 1;
    return to > at + 1 ? { onset: between(text, words, at, to) } : undefined;
  }
  const multiplied = isMultiple(word);
  if (!DURING.has(word.folded) && !multiplied && !isCount(word)) return undefined;
  let start = multiplied || isCount(word) ? at : at + 1;
  while (start < at + 4 && FILLER.has(words[start]?.folded ?? '') && !isCount(words[start]))
    start += 1;
  const to = lengthAt(words, start);
  if (to === undefined) return undefined;
  const said = between(text, words, start, to);
  if (words[to]?.folded === 'ago') return { onset: `${said} ago` };
  return DURING.has(word.folded) || multiplied
    ? { duration: said.replace(/^x\s?/i, '') }
    : undefined;
}

/** When or for how long, as stated within the sentence after a name. */
export function timeAfter(
  text: string,
  words: readonly Word[],
  to: number,
  max: number,
): Time | undefined {
  for (let at = to; at < Math.min(max, to + WITHIN); at += 1) {
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    const time = durationAt(text, words, at);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** `3-day history of` before a name. */
export function timeBefore(
  text: string,
  words: readonly Word[],
  from: number,
  min: number,
): Time | undefined {
  for (let at = from; at > Math.max(min, from - 8); at -= 1) {
    if (((words[at]?.gap ?? 0) & SENTENCE_END) !== 0) return undefined;
    if (words[at - 1]?.folded !== 'of' || !/^(?:history|hx)$/.test(words[at - 2]?.folded ?? ''))
      continue;
    for (let start = at - 5; start < at - 2; start += 1) {
      const to = start < 0 ? undefined : lengthAt(words, start);
      if (to !== undefined && to <= at - 2) return { duration: between(text, words, start, to) };
    }
  }
  return undefined;
}
