import type { RejectionParameters, VoiceParameters } from './parameters.js';
import type { HeardWord } from './word-evidence.js';

/** Why a stretch of sound gives no words. */
export type Rejection =
  | 'no_words'
  | 'too_sparse'
  | 'unlike_speech'
  | 'not_one_voice'
  | 'repetitive'
  | 'unsure';

/** Measures of a stretch of sound as a whole, independent of its words. */
export interface SoundSegment {
  readonly seconds: number;
  /** See `clarityOf`. */
  readonly clarity: number;
  /** See `attackOf`; undefined where only the network's output is available. */
  readonly attack?: number | undefined;
}

interface VoiceEvidence extends SoundSegment {
  readonly confidence: number;
  readonly sound: number;
  readonly language: number;
}

/**
 * Whether one voice speaks with a probability of at least 0.5; true where the sound was not
 * measured.
 */
function isOneVoice(evidence: VoiceEvidence, weights: VoiceParameters): boolean {
  const { attack } = evidence;
  if (attack === undefined) return true;
  const logit =
    weights.intercept +
    weights.confidence * evidence.confidence +
    weights.sound * evidence.sound +
    weights.language * evidence.language +
    weights.clarity * evidence.clarity +
    weights.attack * attack;
  return logit >= 0;
}

/** Beeps and drips are recognised as one word many times; speakers repeat less. */
const MAX_REPEATS = 6;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Number of occurrences of the most frequent word. */
function maxRepeats(words: readonly HeardWord[]): number {
  const counts = new Map<string, number>();
  for (const { word } of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Math.max(...counts.values());
}

/**
 * Returns why the words of a stretch of sound are rejected, if they are: a search finds words in
 * any sound.
 *
 * @param confidences one for each word
 */
export function rejectionOf(
  words: readonly HeardWord[],
  confidences: readonly number[],
  stretch: SoundSegment,
  thresholds: RejectionParameters,
): Rejection | undefined {
  if (words.length === 0) return 'no_words';
  const tokens = words.reduce((sum, { evidence }) => sum + evidence.tokens, 0);
  if (tokens < thresholds.least_tokens_per_second * stretch.seconds) return 'too_sparse';
  const sound = words.reduce((sum, { evidence: e }) => sum + e.sound * e.tokens, 0) / tokens;
  if (sound < thresholds.least_sound) return 'unlike_speech';
  const confidence = mean(confidences);
  const language = words.reduce((sum, { evidence: e }) => sum + e.language, 0) / tokens;
  const { one_voice: voice } = thresholds;
  if (voice && !isOneVoice({ ...stretch, confidence, sound, language }, voice)) {
    return 'not_one_voice';
  }
  const repeats = maxRepeats(words);
  if (repeats > MAX_REPEATS && repeats > words.length / 2) return 'repetitive';
  return confidence < thresholds.least_confidence ? 'unsure' : undefined;
}
