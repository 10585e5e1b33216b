import type { ActiveHypotheses } from './active-hypotheses.js';
import type { TokenSpan } from './alignment.js';
import type { Frames } from './frames.js';
import type { WordHistory } from './word-history.js';

/** Evidence for a word, which `probabilityOf` in `confidence.ts` weights. */
export interface Evidence {
  /** Share of the hypotheses, weighed by their probability, that have the word here, 0..1. */
  readonly agreement: number;
  /** Distance of its frames to the likeliest tokens, ln per token, <= 0. */
  readonly sound: number;
  /** ln P(word | words before). */
  readonly language: number;
  readonly tokens: number;
}

/** Two hypotheses rarely end the same word in the same frame. */
const NEAR = 6;
/** Number of frames with sound in which later evidence can contradict a word. */
const LATER = [8, 24] as const;
/** No hypothesis is certain. */
const NEVER_CERTAIN = 1e-4;

interface AgreementContext {
  readonly pasts: WordHistory;
  /** Identifies the words of an entry of the tree. */
  readonly labelOf: (entry: number) => string | undefined;
  readonly temperature: number;
}

function shareOf(
  survivors: ActiveHypotheses,
  word: number,
  { pasts, labelOf, temperature }: AgreementContext,
) {
  const label = labelOf(pasts.entry(word));
  const frame = pasts.frame(word);
  const says = (past: number) => {
    for (let at = past; at >= 0 && pasts.frame(at) >= frame - NEAR; at = pasts.before(at)) {
      if (at === word) return true;
      if (pasts.frame(at) <= frame + NEAR && labelOf(pasts.entry(at)) === label) return true;
    }
    return false;
  };
  const best = survivors.scores.reduce((high, score) => Math.max(high, score), -Infinity);
  let [agreeing, all] = [0, 0];
  for (const [i, past] of survivors.pasts.entries()) {
    const weight = Math.exp(((survivors.scores[i] ?? 0) - best) / temperature);
    all += weight;
    if (says(past)) agreeing += weight;
  }
  return all > 0 ? agreeing / all : 0;
}

/**
 * The share of the hypotheses that have a word, soon after it was recognised and somewhat later.
 *
 * @param word its number among the pasts
 * @param survivors in the order of their frames
 * @returns 0.0001..0.9999
 */
export function agreementOn(
  word: number,
  survivors: readonly ActiveHypotheses[],
  agreeing: AgreementContext,
): number {
  const heard = firstFrom(survivors, agreeing.pasts.frame(word));
  const shares = LATER.map((later) => {
    const seen = survivors[heard + later] ?? survivors.at(-1);
    return seen ? shareOf(seen, word, agreeing) : 0;
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return Math.min(1 - NEVER_CERTAIN, Math.max(NEVER_CERTAIN, mean));
}

/** Index of the first whose frame is not before the given one. */
function firstFrom(survivors: readonly ActiveHypotheses[], frame: number): number {
  let [low, high] = [0, survivors.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((survivors[middle]?.frame ?? 0) < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Distance of frames with these tokens to the likeliest tokens, ln per token. */
export function soundOf(
  { logProbs, tokens: columns, blank }: Frames,
  spans: readonly TokenSpan[],
  tokens: readonly number[],
): number {
  const last = spans.at(-1)?.last ?? 0;
  let behind = 0;
  let place = 0;
  for (let frame = spans[0]?.first ?? 0; frame < last; frame += 1) {
    while (frame >= (spans[place]?.last ?? Infinity)) place += 1;
    const emitted = frame >= (spans[place]?.first ?? 0) ? (tokens[place] ?? blank) : blank;
    const row = logProbs.subarray(frame * columns, (frame + 1) * columns);
    let top = -Infinity;
    for (let token = 0; token < columns; token += 1) top = Math.max(top, row[token] ?? -Infinity);
    behind += (row[emitted] ?? -Infinity) - top;
  }
  return tokens.length === 0 ? 0 : behind / tokens.length;
}
