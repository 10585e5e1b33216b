import { createPhraseTree, type PhraseTree } from '../dictionary/phrase-tree.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { CLASS } from '../text/word-classes.js';
import { GAP, goesOn, SENTENCE_END, type Word } from '../text/words.js';
import { timeAfter, timeBefore } from './time.js';

export interface Description {
  readonly kind: string;
  readonly value: string;
}

export interface EntityAttributes {
  readonly severity?: 'mild' | 'moderate' | 'severe';
  readonly laterality?: 'left' | 'right' | 'bilateral' | 'unilateral';
  readonly course?: string;
  readonly quality?: string;
  readonly onset?: string;
  readonly duration?: string;
  readonly radiation?: string;
  readonly score?: number;
}

const KINDS = new Set(['severity', 'laterality', 'course', 'quality', 'onset']);
/** Words that may come between a name and its description. */
const LINK = new Set(
  'is are was were feel felt been being has have became become get getting very really quite so a an and rather somewhat more fairly pretty described as which that the his her my associated bit little of'.split(
    ' ',
  ),
);
const WINDOW = 7;

/** The words that describe symptoms, findings and conditions. */
export function createDescriptionTree(tables: LanguageTables): PhraseTree<Description> {
  const tree = createPhraseTree<Description>(CLASS.description);
  for (const { kind, value, words } of tables.attributes) {
    if (KINDS.has(kind)) for (const word of words) tree.add(word, { kind, value });
  }
  return tree;
}

/** Reads the descriptions of symptoms, findings and conditions next to their names. */
export class Describer {
  readonly #tree: PhraseTree<Description>;

  constructor(tree: PhraseTree<Description>) {
    this.#tree = tree;
  }

  /** Returns the attributes of a name, from the words `min` to `max` (excluded) around it. */
  describe(
    text: string,
    words: readonly Word[],
    { from, to }: Span,
    min: number,
    max: number,
  ): EntityAttributes {
    const found = new Map<string, string>();
    for (let at = from; at < to; at += 1) this.#collect(words, at, found);
    this.#readBefore(words, from, min, found);
    this.#readAfter(words, to, max, found);
    const time = timeAfter(text, words, to, max) ?? timeBefore(text, words, from, min);
    const described: Described = found.size > 0 ? asDescribed(found) : {};
    if (time !== undefined) Object.assign(described, time);
    const radiation = radiationAfter(text, words, to, max);
    if (radiation !== undefined) described.radiation = radiation;
    const score = scoreAfter(words, to, max);
    if (score !== undefined) described.score = score;
    return described;
  }

  #collect(words: readonly Word[], at: number, into: Map<string, string>): number {
    const hit = this.#tree.longestAt(words, at);
    if (hit === undefined) return at;
    for (const { kind, value } of hit.values) if (!into.has(kind)) into.set(kind, value);
    return hit.to;
  }

  /** Attribute words right before a name, `and` and commas between them. */
  #readBefore(words: readonly Word[], from: number, min: number, into: Map<string, string>) {
    let at = from;
    for (let steps = 0; steps < WINDOW && at > min; steps += 1) {
      const gap = words[at]?.gap ?? 0;
      if ((gap & (SENTENCE_END | GAP.colon | GAP.open | GAP.close)) !== 0) return;
      let start = at - 1;
      while (start > min && start > at - 4 && this.#tree.longestAt(words, start)?.to !== at)
        start -= 1;
      if (this.#tree.longestAt(words, start)?.to === at) {
        this.#collect(words, start, into);
        at = start;
      } else if (words[at - 1]?.folded === 'and') at -= 1;
      else return;
    }
  }

  /** `is severe and constant` after a name. */
  #readAfter(words: readonly Word[], to: number, max: number, into: Map<string, string>) {
    let at = to;
    while (at < Math.min(max, to + WINDOW)) {
      const word = words[at];
      if (word === undefined || (word.gap & (SENTENCE_END | GAP.colon)) !== 0) return;
      const next = this.#collect(words, at, into);
      if (next > at) at = next;
      else if (LINK.has(word.folded) || (word.gap & GAP.comma) !== 0) at += 1;
      else return;
    }
  }
}

type Described = { -readonly [K in keyof EntityAttributes]: EntityAttributes[K] };

const isOneOf = <T extends string>(value: string | undefined, all: readonly T[]): value is T =>
  all.some((one) => one === value);

function asDescribed(found: ReadonlyMap<string, string>): Described {
  const severity = found.get('severity');
  const laterality = found.get('laterality');
  const course = found.get('course');
  const quality = found.get('quality');
  const onset = found.get('onset');
  return {
    ...(isOneOf(severity, ['mild', 'moderate', 'severe']) && { severity }),
    ...(isOneOf(laterality, ['left', 'right', 'bilateral', 'unilateral']) && { laterality }),
    ...(course !== undefined && { course }),
    ...(quality !== undefined && { quality }),
    ...(onset !== undefined && { onset }),
  };
}

const RADIATES = /^(?:radiat|spread|shoot|travel)/;
const TOWARDS = new Set(
  'to into down through up towards toward the his her my your their'.split(' '),
);
const ENDS_PLACE = new Set('with when which since for is wa associated'.split(' '));
const LONGEST_PLACE = 6;

/** `radiating to the left arm`: the words after `to`, `into`, `down`. */
function radiationAfter(
  text: string,
  words: readonly Word[],
  to: number,
  max: number,
): string | undefined {
  for (let at = to; at < Math.min(max, to + WINDOW); at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    if (RADIATES.test(word.folded)) return placeAt(text, words, at + 1, max);
  }
  return undefined;
}

function placeAt(
  text: string,
  words: readonly Word[],
  at: number,
  max: number,
): string | undefined {
  let start = at;
  while (TOWARDS.has(words[start]?.folded ?? '')) start += 1;
  let end = start;
  while (
    end < start + LONGEST_PLACE &&
    end < max &&
    (end === start || goesOn(words[end])) &&
    !ENDS_PLACE.has(words[end]?.folded ?? '')
  )
    end += 1;
  const first = words[start];
  const last = words[end - 1];
  return first && last && end > start ? text.slice(first.start, last.end) : undefined;
}

/** `8/10`, `9 out of 10`. */
function scoreAfter(words: readonly Word[], to: number, max: number): number | undefined {
  for (let at = to; at < Math.min(max, to + 12); at += 1) {
    const word = words[at];
    if (word === undefined || (word.gap & SENTENCE_END) !== 0) return undefined;
    const next = words[at + 1];
    const outOf =
      next?.folded === 'out' && words[at + 2]?.folded === 'of' ? words[at + 3] : undefined;
    const ten = next !== undefined && (next.gap & GAP.slash) !== 0 ? next : outOf;
    if (word.number && ten?.written === '10' && Number(word.written) <= 10) {
      return Number(word.written);
    }
  }
  return undefined;
}

/** Whether a type of entity is described. */
export const isDescribed = (type: string): boolean =>
  type === 'symptom' || type === 'finding' || type === 'condition';
