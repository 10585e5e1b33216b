import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { CLASS } from '../text/word-classes.js';
import { GAP, type Word } from '../text/words.js';

/** The kinds of a phrase or a construction, and their sides; `after` follows its `before`. */
const CUE_KINDS = [
  'absent before',
  'absent after',
  'possible before',
  'possible after',
  'historical before',
  'historical after',
  'family before',
  'family after',
  'hypothetical before',
  'hypothetical after',
  'present before',
  'affirmed before',
  /** What was denied or past of what precedes it is there after all. */
  'affirmed after',
  'done before',
  /** A time that is past: of all that its clause names. */
  'dated',
  'pseudo',
  'stop',
] as const;

export type CueKind = (typeof CUE_KINDS)[number];

const BITS = Object.fromEntries(CUE_KINDS.map((kind, n) => [kind, 1 << n])) as Readonly<
  Record<CueKind, number>
>;

/** Several kinds as bits. */
export function kindBits(...kinds: readonly CueKind[]): number {
  let bits = 0;
  for (const kind of kinds) bits |= BITS[kind];
  return bits;
}

const onSide = (side: ' before' | ' after'): number =>
  kindBits(...CUE_KINDS.filter((kind) => kind.endsWith(side)));
/** The kinds that refer to what follows the cue. */
export const BEFORE = onSide(' before');
/** The kinds that refer to what precedes it. */
export const AFTER = onSide(' after');

/** The kinds that say of what follows what others say of what precedes. */
export const turnedOnward = (kinds: number): number => (kinds & AFTER) >> 1;
/** The kinds that refer to what follows, where they also refer to what precedes. */
export const ofBothSides = (kinds: number): number => kinds & turnedOnward(kinds);

/** A cue: words `from` to `to` (not included); one phrase can be of several kinds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  /** Bits, see {@link kindBits}. */
  readonly kinds: number;
  /** Its scope was found with it and does not depend on the words around it. */
  readonly complete?: true | undefined;
}

export const hasKind = ({ kinds }: Cue, kind: CueKind): boolean => (kinds & BITS[kind]) !== 0;

/**
 * Creates a cue; all are made here, so that all have one shape. Its kinds come first: V8 keeps the numbers of
 * objects that begin with `from` as fractions, since scores have some.
 */
export const makeCue = (from: number, to: number, kinds: number, complete?: true): Cue => ({
  kinds,
  from,
  to,
  complete,
});

/** The same words as a cue of other kinds. */
export const withKinds = ({ from, to, complete }: Cue, kinds: number): Cue =>
  makeCue(from, to, kinds, complete);

/** Phrases of the tables with their kinds, each as its bit. */
export type CueTree = PhraseTree<number>;

const isCueKind = (kind: string): kind is CueKind => Object.hasOwn(BITS, kind);

export function createCueTree(tables: LanguageTables): CueTree {
  const tree = createPhraseTree<number>(CLASS.cue);
  for (const { kind, words } of tables.cues) {
    if (isCueKind(kind)) for (const word of words) tree.add(word, BITS[kind]);
  }
  return tree;
}

/** `(-) fever`, `(+) rash`: only a sign in brackets precedes. */
function isBracketed(text: string, start: number): boolean {
  if (text.charAt(start - 1) !== ')' && text.charAt(start - 2) !== ')') return false;
  return /^\s*\([-–−+]\)\s?$/.test(text.slice(Math.max(0, start - 8), start));
}

/** `- fever, + rash` in a list of symptoms, and `(-) fever`. */
function signed(text: string, word: Word): CueKind | undefined {
  if (word.gap === 0) return undefined;
  if ((word.gap & (GAP.dash | GAP.sign)) === 0 && !isBracketed(text, word.start)) return undefined;
  const before = text.slice(Math.max(0, word.start - 5), word.start);
  if (/[,;(]\s*[-–−]\)?\s?$/.test(before)) return 'absent before';
  return /\+\)?\s?$/.test(before) ? 'present before' : undefined;
}

/** Returns all cues of a text outside names, the longest at each position, in order. */
export function findCues(
  text: string,
  words: readonly Word[],
  tree: CueTree,
  inName: Uint8Array,
): readonly Cue[] {
  const cues: Cue[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    const mark = word === undefined ? undefined : signed(text, word);
    if (mark !== undefined) cues.push(makeCue(at, at, BITS[mark]));
    // Of `no change in vision` the name begins with the change.
    const hit = inName[at] === 1 ? undefined : tree.longestOutside(words, at, inName);
    if (hit === undefined) {
      at += 1;
      continue;
    }
    let kinds = 0;
    for (const bit of hit.values) kinds |= bit;
    cues.push(makeCue(hit.from, hit.to, kinds));
    at = hit.to;
  }
  return cues;
}
