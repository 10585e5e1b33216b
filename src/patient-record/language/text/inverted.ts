import { BODY_WORDS, COMPLAINT_WORDS, KIND_WORDS, SIDE_WORDS } from './body-words.js';
import { formsOf } from './shorthand-forms.js';
import { anyMay, CLASS, may, UNCLASSIFIED } from './word-classes.js';
import { type Form, GAP, goesOn, makeWord, PHRASE_END, type Word } from './words.js';

const MAX_WORDS = 4;
/** Words that begin another statement after an inverted name. */
const GOES_ON_WITH = new Set(
  'x for since after post status with and due from on following without ?'.split(' '),
);
const SIDED_OR_BODY = new Set([...BODY_WORDS, ...SIDE_WORDS]);
const SIDE_AT_END = new Set(['left', 'right', 'bilateral']);
const ADJECTIVES: ReadonlyMap<string, string> = new Map([['abdomen', 'abdominal']]);

/** Words in the place of words `from` to `to` (not included), with the offsets of all of them. */
interface InvertedTerm {
  readonly from: number;
  readonly to: number;
  readonly words: readonly Word[];
}

const isComma = (word: Word | undefined) =>
  word !== undefined && (word.gap & PHRASE_END) === GAP.comma;

/** The end of the part of the body that begins at a word after a comma, or undefined. */
function partEnd(words: readonly Word[], at: number): number | undefined {
  let to = at;
  let named = false;
  while (to < words.length && to - at < MAX_WORDS) {
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

/** Words that begin something else, so that the name of a part of the body before them is whole. */
const ENDS_BEFORE_WORD = new Set([...GOES_ON_WITH, ...'or in at when while p s'.split(' ')]);

const HOW = new Set(
  'severe acute sharp bad new worsening intermittent constant chronic sudden ongoing possible with and old mild'.split(
    ' ',
  ),
);

/**
 * `pain abdomen RLQ`, `weakness lt arm/leg`, `fx R ankle`: a complaint with its part right behind it, as
 * it is typed in a hurry; in a line of a few words alone.
 */
function typedAt(words: readonly Word[], head: number): InvertedTerm | undefined {
  const first = words[head];
  if (first === undefined || !COMPLAINT_WORDS.has(first.folded)) return undefined;
  const before = words[head - 1];
  // `stab wound abdomen`, `chest pain back`: the word before belongs to the name.
  if (head > 0 && goesOn(first) && !HOW.has(before?.folded ?? '')) return undefined;
  if (!goesOn(words[head + 1])) return undefined;
  const part = partEnd(words, head + 1);
  if (part === undefined || !SIDED_OR_BODY.has(words[head + 1]?.folded ?? '')) return undefined;
  const next = words[part];
  if (goesOn(next) && !ENDS_BEFORE_WORD.has(next?.folded ?? '')) return undefined;
  return turned(words, head, part, words.slice(head + 1, part));
}

const INJURES: ReadonlyMap<string, Form> = new Map(
  (
    [
      [
        'injury',
        'twisted injured hurt hit banged bumped knocked jarred rolled wrenched punched kicked inverted',
      ],
      ['laceration', 'cut sliced gashed lacerated slashed'],
    ] as const
  ).flatMap(([name, verbs]) => {
    const [form] = formsOf(name);
    return form === undefined ? [] : verbs.split(' ').map((verb) => [verb, form] as const);
  }),
);
const OWN = new Set('his her my their the in on to'.split(' '));

/** `twisted knee`, `cut L thumb w/ knife`, `punched in jaw`: an injury or a cut of the part that is named. */
function injuredAt(words: readonly Word[], at: number): InvertedTerm | undefined {
  const verb = words[at];
  const form = INJURES.get(verb?.folded ?? '');
  if (verb === undefined || form === undefined) return undefined;
  let part = at + 1;
  while (part < at + 3 && goesOn(words[part]) && OWN.has(words[part]?.folded ?? '')) part += 1;
  let to = part;
  let named = false;
  while (to < part + MAX_WORDS && goesOn(words[to])) {
    const folded = words[to]?.folded ?? '';
    if (BODY_WORDS.has(folded)) named = true;
    else if (!SIDE_WORDS.has(folded)) break;
    to += 1;
  }
  const next = words[to];
  // `cut back on`, `hurt back pain`: no part of the body, or the complaint is named.
  if (!named || (words[to - 1]?.folded === 'back' && part === at + 1)) return undefined;
  if (goesOn(next) && COMPLAINT_WORDS.has(next?.folded ?? '')) return undefined;
  const last = words[to - 1];
  if (last === undefined) return undefined;
  return turned(words, at, to, words.slice(part, to), { ...verb, ...form });
}

/** The part of the body, then what ails it, with the offsets of both. */
function turned(
  words: readonly Word[],
  from: number,
  to: number,
  part: readonly Word[],
  ails = words[from],
): InvertedTerm | undefined {
  const first = words[from];
  const end = words[to - 1]?.end;
  if (first === undefined || end === undefined || ails === undefined) return undefined;
  const { start, gap } = first;
  return {
    from,
    to,
    words: [...part, ails].map((word, n) => {
      const folded = ADJECTIVES.get(word.folded) ?? word.folded;
      const form = folded === word.folded ? word : { ...word, folded, classes: UNCLASSIFIED };
      return makeWord(start, end, form, n === 0 ? gap : 0, word.sure);
    }),
  };
}

/** `pain, chest` from the complaint on, `fracture, left hip`, `pain, eye, left`. */
function invertedAt(words: readonly Word[], head: number): InvertedTerm | undefined {
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
  const order = [...(sided ? words.slice(part, to) : []), ...words.slice(head + 1, part)];
  return turned(words, head, to, order);
}

/** Maximum number of words of a complaint typed in a hurry. */
const MAX_TYPED = 10;

/** Whether this word may invert a name in a text of the given number of words. */
export const isTurnable = (word: Word, count: number): boolean =>
  count <= MAX_TYPED || (may(word, CLASS.complaint) && INJURES.has(word.folded));

/** Whether a name that is turned round may begin with a word. */
export const mayBeTurned = ({ folded }: Form): boolean =>
  COMPLAINT_WORDS.has(folded) || INJURES.has(folded);

/** Names that an index turns round, in the usual order: `pain, chest` is read as `chest pain`; linear. */
export function withUsualOrder(words: readonly Word[]): readonly Word[] {
  if (!anyMay(words, CLASS.complaint)) return words;
  let read: Word[] | undefined;
  const typed = words.length <= MAX_TYPED;
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const one = may(word, CLASS.complaint)
      ? (invertedAt(words, at) ?? injuredAt(words, at) ?? (typed ? typedAt(words, at) : undefined))
      : undefined;
    if (one !== undefined) {
      read ??= words.slice(0, at);
      read.push(...one.words);
      at = one.to;
    } else {
      if (word !== undefined) read?.push(word);
      at += 1;
    }
  }
  return read ?? words;
}
