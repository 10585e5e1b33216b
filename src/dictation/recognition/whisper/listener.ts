import { createRandom } from '../../../core/random.js';
import type { RecognisedSegment } from '../recogniser.js';
import {
  type DecodingCheck,
  type FallbackContext,
  UNCERTAIN_TEMPERATURE,
  writeWithFallback,
} from './fallback.js';
import { createWhisperFeatures } from './log-mel.js';
import { createLogitRules } from './logit-rules.js';
import type { WhisperNetworks } from './networks.js';
import { buildPrompt } from './prompt.js';
import { readWindow } from './read-window.js';
import { cutAtTimes } from './segments.js';
import type { WhisperSettings } from './settings.js';
import { writeWindow } from './write-window.js';

/** The tokenizer of the model. */
export interface WhisperTokenizer {
  /** Without special tokens. */
  encode(text: string): readonly number[];
  /** Without special tokens and times. */
  decode(tokens: readonly number[]): string;
}

export interface WhisperParts {
  readonly settings: WhisperSettings;
  readonly networks: WhisperNetworks;
  readonly tokenizer: WhisperTokenizer;
  /** Number of bytes after compression with zlib, which is small for loops. */
  readonly deflatedSize: (bytes: Uint8Array) => number;
  /** Maps exp(mean log-probability of a word's tokens) to the probability that it is right. */
  readonly calibrate: (raw: number) => number;
}

/** State that is passed from window to window. */
export interface WindowContext {
  /** ISO 639-1, as in Whisper's vocabulary. */
  readonly language: string;
  readonly vocabulary: readonly number[];
  /** Tokens so far; cleared when they are too uncertain. */
  previous: readonly number[];
  windows: number;
}

/** The recognised text of a window; times in seconds from its beginning. */
export interface WindowSegments {
  readonly segments: readonly RecognisedSegment[];
  /** Seconds after which the next window begins. */
  readonly advance: number;
}

/** Recognises at most one window of sound; `more`: the recording continues after it. */
export type WindowTranscriber = (
  samples: Float32Array,
  more: boolean,
  talk: WindowContext,
) => Promise<WindowSegments>;

const RATE = 16_000;

/**
 * Returns why the words of a window are rejected, if they are. Loops can be cut; guesses cannot.
 */
function refusalOf({ silent, good, hurried, guessed }: DecodingCheck): string | undefined {
  if (silent) return 'no speech';
  if (good) return undefined;
  if (hurried) return 'more words than can be spoken in the time';
  return guessed ? 'not understood' : undefined;
}

function nothing(rejected: string, end: number): WindowSegments {
  return { segments: [{ start: 0, end, words: [], rejected }], advance: end };
}

/** Decodes a window, at higher temperatures where necessary. */
function createWriter(parts: WhisperParts) {
  const { settings, networks, tokenizer, deflatedSize } = parts;
  const features = createWhisperFeatures(settings);
  const rules = createLogitRules(settings);
  const tools: FallbackContext = {
    textOf: (tokens) => tokenizer.decode(tokens.filter((token) => token < settings.endToken)),
    deflatedSize,
  };
  return async (samples: Float32Array, talk: WindowContext): Promise<DecodingCheck> => {
    const heard = await networks.encode(features(samples));
    const prompt = buildPrompt(settings, talk.language, talk);
    const dice = createRandom(talk.windows);
    talk.windows += 1;
    return writeWithFallback(
      (temperature) => writeWindow(heard, settings, rules, { prompt, temperature, dice }),
      samples.length / RATE,
      tools,
    );
  };
}

/** Creates the recogniser of one window after the other, which updates the state in `talk`. */
export function createWindowTranscriber(parts: WhisperParts): WindowTranscriber {
  const { settings, tokenizer, calibrate } = parts;
  const { firstTime, window, places, textPlaces } = settings;
  const write = createWriter(parts);
  return async (samples, more, talk) => {
    const seconds = samples.length / RATE;
    const verdict = await write(samples, talk);
    const rejected = refusalOf(verdict);
    if (rejected !== undefined) {
      if (!verdict.silent) talk.previous = [];
      return nothing(rejected, seconds);
    }
    const { tokens, ended } = verdict.writing;
    const step = window / places;
    const cut = cutAtTimes(tokens, { firstTime, step, seconds, more, ended });
    const { language } = talk;
    const options = { settings, decode: tokenizer.decode, language, calibrate, seconds };
    const segments = readWindow(verdict, cut.segments, options);
    if (segments.length === 0) return nothing('no speech', cut.advance);
    const isSure = verdict.good && verdict.temperature <= UNCERTAIN_TEMPERATURE;
    const written = tokens.slice(0, cut.segments.at(-1)?.to ?? 0);
    talk.previous = isSure ? [...talk.previous, ...written].slice(-textPlaces) : [];
    return { segments, advance: cut.advance };
  };
}
