import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { LanguageTables } from '../tables/schema.js';
import { CLASS } from '../text/word-classes.js';
import { GAP, type Word } from '../text/words.js';

export type CueKind =
  | 'absent before'
  | 'absent after'
  | 'pseudo'
  | 'possible before'
  | 'possible after'
  | 'historical before'
  | 'historical after'
  /** A time that is past: of all that its clause names. */
  | 'dated'
  | 'family before'
  | 'family after'
  | 'hypothetical before'
  | 'hypothetical after'
  | 'present before'
  | 'affirmed before'
  | 'done before'
  | 'stop';

/** A cue: words `from` to `to` (not included); one phrase can be of several kinds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly kinds: ReadonlySet<CueKind>;
  /** What it speaks of was found with it: nothing around it changes that. */
  readonly complete?: true | undefined;
}

/**
 * Creates a cue; all are made here, so that all have one shape. Its kinds come first: V8 keeps the numbers of
 * objects that begin with `from` as fractions, since scores have some.
 */
export const makeCue = (
  from: number,
  to: number,
  kinds: ReadonlySet<CueKind>,
  complete?: true,
): Cue => ({ kinds, from, to, complete });

/** The same words as a cue of other kinds. */
export const withKinds = ({ from, to, complete }: Cue, kinds: ReadonlySet<CueKind>): Cue =>
  makeCue(from, to, kinds, complete);

export type CueTree = PhraseTree<CueKind>;

const KINDS: ReadonlySet<string> = new Set<CueKind>([
  'absent before',
  'absent after',
  'pseudo',
  'possible before',
  'possible after',
  'historical before',
  'historical after',
  'dated',
  'family before',
  'family after',
  'hypothetical before',
  'hypothetical after',
  'present before',
  'affirmed before',
  'done before',
  'stop',
]);
const isCueKind = (kind: string): kind is CueKind => KINDS.has(kind);

export function createCueTree(tables: LanguageTables): CueTree {
  const tree = createPhraseTree<CueKind>(CLASS.cue);
  for (const { kind, words } of tables.cues) {
    if (isCueKind(kind)) for (const word of words) tree.add(word, kind);
  }
  return tree;
}

/** `- fever, + rash` in a list of symptoms, and `(-) fever`. */
function signed(text: string, word: Word): CueKind | undefined {
  if (word.gap === 0) return undefined;
  if (
    (word.gap & (GAP.dash | GAP.sign)) === 0 &&
    !/^\s*\([-–−+]\)\s?$/.test(text.slice(0, word.start).slice(-8))
  ) {
    return undefined;
  }
  const before = text.slice(Math.max(0, word.start - 5), word.start);
  if (/[,;(]\s*[-–−]\)?\s?$/.test(before)) return 'absent before';
  return /\+\)?\s?$/.test(before) ? 'present before' : undefined;
}

const SIGNED: Readonly<Partial<Record<CueKind, ReadonlySet<CueKind>>>> = {
  'absent before': new Set(['absent before']),
  'present before': new Set(['present before']),
};
const NO_KINDS: ReadonlySet<CueKind> = new Set();

/** By the kinds of a phrase as its tree holds them. */
const kindSets = new WeakMap<readonly CueKind[], ReadonlySet<CueKind>>();

function kindSetOf(values: readonly CueKind[]): ReadonlySet<CueKind> {
  const known = kindSets.get(values);
  if (known !== undefined) return known;
  const made = new Set(values);
  kindSets.set(values, made);
  return made;
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
    if (mark !== undefined) cues.push(makeCue(at, at, SIGNED[mark] ?? NO_KINDS));
    // Of `no change in vision` the name begins with the change.
    const hit =
      inName[at] === 1 ? undefined : tree.at(words, at).findLast(({ to }) => inName[to - 1] === 0);
    if (hit === undefined) {
      at += 1;
      continue;
    }
    cues.push(makeCue(hit.from, hit.to, kindSetOf(hit.values)));
    at = hit.to;
  }
  return cues;
}
