import type { Span } from '../span.js';
import type { Word } from '../text/words.js';

/** By folded word: how much it speaks for an abstract and against a note or talk, log of odds. */
export type StyleWeights = ReadonlyMap<string, number>;

/**
 * How much a text resembles the abstract of a paper, 0 without evidence: the sum of the log
 * odds of its words, each counted once a text. What the text is about says nothing: names of the
 * dictionary and numbers are left out.
 */
export function literatureScore(
  words: readonly Word[],
  spans: readonly Span[],
  weights: StyleWeights,
): number {
  const seen = new Set<string>();
  let score = 0;
  for (const { folded } of stylisticWords(words, spans)) {
    if (seen.has(folded)) continue;
    seen.add(folded);
    score += weights.get(folded) ?? 0;
  }
  return score;
}

/** Words that are neither numbers nor part of a name. */
export function stylisticWords(words: readonly Word[], spans: readonly Span[]): readonly Word[] {
  const inName = new Uint8Array(words.length);
  for (const { from, to } of spans) inName.fill(1, from, to);
  return words.filter(({ number }, at) => !number && inName[at] === 0);
}
