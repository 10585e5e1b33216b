import type { WrittenSegment } from '../written/spoken.js';
import { partVoices, type TwoVoices } from './two-voices.js';
import { voiceFeatures } from './voices.js';

/** A segment of the recogniser, with its voice print where there is one. */
export interface VoicedSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  readonly voice?: readonly number[];
}

/** A written segment with its speaker, if clear. `A` is the clinician where the words show it. */
export interface TurnSegment extends WrittenSegment {
  readonly speaker?: 'A' | 'B';
}

export type Turns = { readonly segments: readonly TurnSegment[] } | { readonly reason: string };

/** Minimum sound of a voice print, seconds. */
const SHORTEST = 0.8;
/** Minimum number of prints for two clusters. */
const FEWEST = 8;
/**
 * Minimum separation of two voices. Of 24 readers who were not used to choose these, each with a
 * microphone of their own, 3 of 1,200 single voices were split in two and 72 % of 1,152 pairs were
 * separated; in one common recording fewer will be.
 */
const APART = 5.5;
const SEPARATE = 4.5;
/** Each voice has to have this many stretches, and this share of them. */
const FEWEST_OF_ONE = 3;
const SMALLEST_SHARE = 0.1;
/** Minimum distance to the middle of a segment with a speaker, in deviations. */
const UNDECIDED = 0.7;
const NO_VOICES = 'the recording has too few clear stretches of speech to distinguish voices';
const ONE_VOICE = 'the voices could not be distinguished with certainty';

/** Questions of clinicians in consultations. */
const ASKS =
  /\?|\b(do you|have you|any (pain|history|fever|allerg|change|other|problem|chest|shortness)|let me|i'm going to|we'll|your (blood|chest|heart|lungs|results)|tell me|take a (deep )?breath|prescri|refer you|follow up)\b/i;
const ANSWERS =
  /^(yes|no|yeah|nope|not really|i (have|had|feel|think|don't|was|am|get|take|can't)|my|it (hurts|started|feels)|about|just)\b/i;

const cue = (text: string): number =>
  (ASKS.test(text) ? 1 : 0) - (ANSWERS.test(text.trim()) ? 1 : 0);

/** Returns the voice that asks more questions; the first to speak where the words do not show it. */
function clinician(parted: TwoVoices, texts: readonly string[]): 0 | 1 {
  const scores = [0, 0];
  for (const [n, text] of texts.entries()) {
    const voice = parted.voice[n] ?? 0;
    scores[voice] = (scores[voice] ?? 0) + cue(text);
  }
  const [first = 0, second = 0] = scores;
  if (first !== second) return first > second ? 0 : 1;
  return parted.voice[0] ?? 0;
}

const isSeparate = ({ voice, fewer, distance, separation }: TwoVoices): boolean =>
  distance >= APART &&
  separation >= SEPARATE &&
  fewer >= FEWEST_OF_ONE &&
  fewer >= SMALLEST_SHARE * voice.length;

/**
 * Assigns segments to at most two voices, only where these are clearly distinct; an ambiguous
 * segment has no speaker.
 * @param heard segments of the recogniser; paired with the written ones by their beginning
 */
export function findTurns(
  heard: readonly VoicedSegment[],
  written: readonly WrittenSegment[],
): Turns {
  const textAt = new Map(written.map(({ start, text }) => [start, text]));
  const prints = heard.flatMap(({ start, end, voice }) => {
    const features = voice && end - start >= SHORTEST ? voiceFeatures(voice) : undefined;
    return features ? [{ start, features }] : [];
  });
  if (prints.length < FEWEST) return { reason: NO_VOICES };
  const parted = partVoices(prints.map(({ features }) => features));
  if (!parted || !isSeparate(parted)) return { reason: ONE_VOICE };
  const asks = clinician(
    parted,
    prints.map(({ start }) => textAt.get(start) ?? ''),
  );
  const speakers = new Map(
    prints.flatMap(({ start }, n) => {
      if ((parted.margin[n] ?? 0) < UNDECIDED) return [];
      return [[start, parted.voice[n] === asks ? 'A' : 'B'] as const];
    }),
  );
  return {
    segments: written.map((segment) => {
      const speaker = speakers.get(segment.start);
      return speaker ? { ...segment, speaker } : segment;
    }),
  };
}
