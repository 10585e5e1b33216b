import { COMPLAINT_WORDS, KIND_WORDS, SIDE_WORDS } from './body-words.js';
import { GAP, goesOn, PHRASE_END, type Word } from './words.js';

const MOST_WORDS = 4;
/** Words with which something else is said after an inverted name. */
const GOES_ON_WITH = new Set(
  'x for since after post status with and due from on following without ?'.split(' '),
);
const SIDE_AT_END = new Set(['left', 'right', 'bilateral']);
const ADJECTIVES: ReadonlyMap<string, string> = new Map([['abdomen', 'abdominal']]);

/** Words in the place of words `from` to `to` (not included), with the offsets of all of them. */
interface Inverted {
  readonly from: number;
  readonly to: number;
  readonly words: readonly Word[];
}

const isComma = (word: Word | undefined) =>
  word !== undefined && (word.gap & PHRASE_END) === GAP.comma;

/** Where the part of the body ends that begins at a word behind a comma, or nothing. */
function partEnd(words: readonly Word[], at: number): number | undefined {
  let to = at;
  let named = false;
  while (to < words.length && to - at < MOST_WORDS) {
    const word = words[to];
    if (word === undefined || (to > at && !goesOn(word))) break;
    if (KIND_WORDS.has(word.folded)) named = true;
    else if (!SIDE_WORDS.has(word.folded)) break;
    to += 1;
  }
  const next = words[to];
  const ends = next === undefined || !goesOn(next) || GOES_ON_WITH.has(next.folded);
  return named && ends ? to : undefined;
}

/** `pain, chest` from the complaint on, `fracture, left hip`, `pain, eye, left`. */
function invertedAt(words: readonly Word[], head: number): Inverted | undefined {
  const first = words[head];
  if (first === undefined || !COMPLAINT_WORDS.has(first.folded)) return undefined;
  if (!isComma(words[head + 1])) return undefined;
  const before = words[head - 1];
  // `chest pain, back` begins a list.
  if (goesOn(first) && before !== undefined && KIND_WORDS.has(before.folded)) return undefined;
  const part = partEnd(words, head + 1);
  if (part === undefined) return undefined;
  const side = words[part];
  const sided = isComma(side) && SIDE_AT_END.has(side?.folded ?? '') && !goesOn(words[part + 1]);
  const to = sided ? part + 1 : part;
  const { start, gap } = first;
  const end = words[to - 1]?.end ?? first.end;
  const order = [...(sided ? words.slice(part, to) : []), ...words.slice(head + 1, part), first];
  return {
    from: head,
    to,
    words: order.map((word, n) => {
      const folded = ADJECTIVES.get(word.folded) ?? word.folded;
      return { ...word, folded, start, end, gap: n === 0 ? gap : 0 };
    }),
  };
}

/** Names that an index turns round, in the usual order: `pain, chest` is read as `chest pain`; linear. */
export function withUsualOrder(words: readonly Word[]): readonly Word[] {
  const read: Word[] = [];
  for (let at = 0; at < words.length; ) {
    const one = invertedAt(words, at);
    const word = words[at];
    if (one !== undefined) {
      read.push(...one.words);
      at = one.to;
    } else {
      if (word !== undefined) read.push(word);
      at += 1;
    }
  }
  return read;
}
