import type { HeardWord } from './hearing.js';
import type { RejectionParameters } from './parameters.js';

/** Why a stretch of sound gives no words. */
export type Rejection = 'no_words' | 'too_sparse' | 'unlike_speech' | 'repetitive' | 'unsure';

/** Beeps and drips sound like one word again and again; people stop sooner. */
const MOST_REPEATS = 6;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** How often the commonest word stands there. */
function mostRepeats(words: readonly HeardWord[]): number {
  const counts = new Map<string, number>();
  for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Math.max(...counts.values());
}

/**
 * Whether the words that a search found in a stretch of sound are to be believed at all: a search
 * finds words in anything.
 *
 * @param confidences one for each word
 * @param seconds length of the stretch
 */
export function rejectionOf(
  words: readonly HeardWord[],
  confidences: readonly number[],
  seconds: number,
  least: RejectionParameters,
): Rejection | undefined {
  if (words.length === 0) return 'no_words';
  const tokens = words.reduce((sum, { evidence }) => sum + evidence.tokens, 0);
  if (tokens < least.least_tokens_per_second * seconds) return 'too_sparse';
  const behind = words.reduce((sum, { evidence: e }) => sum + e.sound * e.tokens, 0);
  if (behind / tokens < least.least_sound) return 'unlike_speech';
  const repeats = mostRepeats(words);
  if (repeats > MOST_REPEATS && repeats > words.length / 2) return 'repetitive';
  return mean(confidences) < least.least_confidence ? 'unsure' : undefined;
}
