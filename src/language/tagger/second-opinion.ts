import { plainWords } from '../dictionary/lexicon.js';
import type { Span } from '../span.js';
import type { LanguageTables } from '../tables/schema.js';
import { foldWord } from '../text/fold.js';
import type { Word } from '../text/words.js';
import { joinTagged } from './join.js';
import { literatureScore } from './style.js';
import { createTagger } from './tag.js';
import { readWeights } from './weights.js';

/** Shorter words are abbreviations, of which abstracts and notes have different ones. */
const LEAST_LETTERS = 4;

/**
 * What the tagger makes of the names of the dictionary. It was trained on abstracts: in a text that
 * does not read like one it only adds names, and none of ordinary words or of few letters.
 */
export function createSecondOpinion(tables: LanguageTables) {
  const tag = createTagger(readWeights(tables.tagger));
  const { limits, style } = tables.tagger;
  const styleWeights = new Map(style.words);
  const ordinary = new Set(
    ['no drug alone', 'no medicine', 'no disease', 'no procedure'].flatMap((kind) =>
      [...plainWords(tables, kind)].map(foldWord),
    ),
  );
  const says = ({ folded, number }: Word) =>
    !number && folded.length >= LEAST_LETTERS && !ordinary.has(folded);
  return (words: readonly Word[], spans: readonly Span[]): readonly Span[] => {
    const literature = literatureScore(words, spans, styleWeights) > style.above;
    const tagging = tag(words, spans);
    if (literature) return joinTagged(words, spans, tagging, limits.literature);
    const names = tagging.names.filter(({ from, to }) => words.slice(from, to).some(says));
    return joinTagged(words, spans, { ...tagging, names }, limits.note);
  };
}
