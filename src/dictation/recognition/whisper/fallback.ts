import { compressionRatio } from './repetition.js';
import type { Writing } from './write-window.js';

/** Limits of github.com/openai/whisper (transcribe.py). */
export const THRESHOLDS = {
  /** Compression ratio above which a text is repetitive. */
  compressionRatio: 2.4,
  /** A lower mean log-probability means that the decoder is guessing. */
  meanLogProb: -1,
  /** Above this, and with a low log-probability, there was no speech. */
  noSpeech: 0.6,
  /** Maximum speed of speech: 14 characters a second are usual, 30 very fast. */
  charactersPerSecond: 40,
} as const;

export const TEMPERATURES: readonly number[] = [0, 0.2, 0.4, 0.6, 0.8, 1];

/** Above this temperature the text is too uncertain to be a prompt. */
export const UNCERTAIN_TEMPERATURE = 0.5;

/** A decoded text and its assessment. */
export interface DecodingCheck {
  readonly writing: Writing;
  readonly temperature: number;
  /** Text without times and special tokens. */
  readonly text: string;
  readonly compression: number;
  readonly silent: boolean;
  /** The text is repetitive. */
  readonly loops: boolean;
  /** Its mean log-probability is low. */
  readonly guessed: boolean;
  /** More words than can be spoken in the time. */
  readonly hurried: boolean;
  readonly good: boolean;
}

export interface FallbackContext {
  /** Text of tokens without special ones and times. */
  readonly textOf: (tokens: readonly number[]) => string;
  /** Number of bytes after compression with zlib. */
  readonly deflatedSize: (bytes: Uint8Array) => number;
}

/** Applies the four limits to a decoded text of so many seconds of sound. */
export function checkDecoding(
  writing: Writing,
  temperature: number,
  seconds: number,
  tools: FallbackContext,
): DecodingCheck {
  const text = tools.textOf(writing.tokens).trim();
  const compression = compressionRatio(text, tools.deflatedSize);
  const loops = writing.runaway || compression > THRESHOLDS.compressionRatio;
  const guessed = writing.meanLogProb < THRESHOLDS.meanLogProb;
  const silent = guessed && writing.noSpeech > THRESHOLDS.noSpeech;
  const hurried = text.length > 20 + seconds * THRESHOLDS.charactersPerSecond;
  const good = silent || (!loops && !guessed && !hurried);
  return { writing, temperature, text, compression, silent, loops, guessed, hurried, good };
}

/** Chooses among failed texts: one without loops if any, then the likeliest. */
function bestFailed(verdicts: readonly DecodingCheck[]): DecodingCheck | undefined {
  const rank = ({ loops, writing }: DecodingCheck) => (loops ? -1_000 : 0) + writing.meanLogProb;
  return [...verdicts].sort((a, b) => rank(b) - rank(a))[0];
}

/**
 * Tries one temperature after the other until a text passes.
 *
 * @param write decodes the window at a temperature
 */
export async function writeWithFallback(
  write: (temperature: number) => Promise<Writing>,
  seconds: number,
  tools: FallbackContext,
): Promise<DecodingCheck> {
  const verdicts: DecodingCheck[] = [];
  for (const temperature of TEMPERATURES) {
    const verdict = checkDecoding(await write(temperature), temperature, seconds, tools);
    if (verdict.good) return verdict;
    verdicts.push(verdict);
  }
  const best = bestFailed(verdicts);
  if (best === undefined) throw new RangeError('there is no temperature to try');
  return best;
}
