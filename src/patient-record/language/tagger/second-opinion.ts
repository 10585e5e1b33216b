import { plainWords } from '../dictionary/lexicon.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import { anyMay, CLASS, may } from '../text/word-classes.js';
import type { Form, Word } from '../text/words.js';
import { joinTagged } from './join.js';
import { literatureScore } from './style.js';
import { createTagger } from './tag.js';
import { readWeights } from './weights.js';

/** Shorter words are abbreviations, of which abstracts and notes have different ones. */
const MIN_LETTERS = 5;
/** Fewer words cannot be classified as an abstract or a note. */
const FEWEST_WORDS = 12;

/** Folded words that are common in clinical texts, or that are never part of a name. */
export function commonWords(tables: LanguageTables): ReadonlySet<string> {
  const ordinary = ['no drug alone', 'no medicine', 'no disease', 'no procedure'];
  return new Set([
    ...tables.tagger.clusters.flatMap(({ words }) => words),
    ...ordinary.flatMap((kind) => [...plainWords(tables, kind)].map(foldWord)),
  ]);
}

/** Whether a word can be a name that no list has. */
export const createUnlistedTest =
  (common: ReadonlySet<string>) =>
  ({ folded, number }: Form): boolean =>
    !number && folded.length >= MIN_LETTERS && !common.has(folded);

/**
 * Revises the names of the dictionary by the tagger. It was trained on abstracts: in a text that
 * does not read like one it only adds names with a word that is neither common nor in any list.
 */
export function createSecondOpinion(tables: LanguageTables, common: ReadonlySet<string>) {
  const tag = createTagger(readWeights(tables.tagger));
  const { limits, style } = tables.tagger;
  const styleWeights = new Map(style.words);
  const isUnlisted = createUnlistedTest(common);

  /** Marks words that can form names and are in no list. */
  function unlisted(words: readonly Word[], spans: readonly Span[]): Uint8Array {
    const marks = new Uint8Array(words.length);
    let next = 0;
    for (let at = 0; at < words.length; at += 1) {
      while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
      const word = words[at];
      if (word === undefined || (spans[next]?.from ?? Number.POSITIVE_INFINITY) <= at) continue;
      if (may(word, CLASS.unlisted) && isUnlisted(word)) marks[at] = 1;
    }
    return marks;
  }

  return (words: readonly Word[], spans: readonly Span[]): readonly Span[] => {
    const long = words.length >= FEWEST_WORDS;
    if (long && literatureScore(words, spans, styleWeights) > style.above) {
      return joinTagged(words, spans, tag(words, spans), limits.literature);
    }
    if (!anyMay(words, CLASS.unlisted)) return spans;
    const marks = unlisted(words, spans);
    if (!marks.includes(1)) return spans;
    const { names, outside } = tag(words, spans, marks);
    const own = names.filter(({ from, to }) => marks.subarray(from, to).includes(1));
    return own.length === 0
      ? spans
      : joinTagged(words, spans, { names: own, outside }, limits.note);
  };
}
