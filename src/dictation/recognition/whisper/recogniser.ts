import type { SpeechChunk } from '../activity/chunk.js';
import type { RecognisedSegment, Recogniser, RecognitionOptions } from '../recogniser.js';
import { type ChunkGroup, stretchesOf } from './chunk-groups.js';
import {
  createWindowTranscriber,
  type WhisperParts,
  type WindowContext,
  type WindowTranscriber,
} from './listener.js';
import { maxPromptTokens, vocabularyTokens } from './prompt.js';

const RATE = 16_000;
/** Minimum duration of a window with words, seconds. */
const SHORTEST = 0.1;
/** Seconds by which a window advances at least, for any output of the decoder. */
const MIN_ADVANCE = 0.5;

/** Languages whose code in Whisper's vocabulary differs from that of locales. */
const OTHER_CODES: Readonly<Record<string, string>> = { nb: 'no', fil: 'tl', jv: 'jw' };

/** The same segment, later. */
function shifted(segment: RecognisedSegment, by: number): RecognisedSegment {
  const later = <S extends { start: number; end: number }>(span: S): S => ({
    ...span,
    start: by + span.start,
    end: by + span.end,
  });
  return { ...later(segment), words: segment.words.map(later) };
}

/** Returns the start of the next window; pauses are skipped. */
function nextSpeech(stretch: ChunkGroup, from: number): number | undefined {
  const at = stretch.start + from;
  const chunk = stretch.speech.find(({ end }) => end - at > SHORTEST);
  return chunk === undefined ? undefined : Math.max(from, chunk.start - stretch.start);
}

/** Recognises window after window; each begins where the one before ended. */
async function* listenTo(
  stretch: ChunkGroup,
  window: number,
  listen: WindowTranscriber,
  talk: WindowContext,
): AsyncIterable<RecognisedSegment> {
  for (let seek = nextSpeech(stretch, 0); seek !== undefined; ) {
    const from = Math.round(seek * RATE);
    const samples = stretch.samples.subarray(from, from + window * RATE);
    const more = from + samples.length < stretch.samples.length;
    const { segments, advance } = await listen(samples, more, talk);
    for (const segment of segments) yield shifted(segment, stretch.start + seek);
    seek = nextSpeech(stretch, seek + Math.max(MIN_ADVANCE, advance));
  }
}

/**
 * Speech recognition with a network of Whisper's kind: windows that follow the times in the
 * decoder's output (github.com/openai/whisper, transcribe.py), the previous text as a prompt,
 * higher temperatures where a text fails, and no words where there is no speech. It is
 * deterministic.
 */
export function createWhisperRecogniser(parts: WhisperParts): Recogniser {
  const { settings, tokenizer } = parts;
  const listen = createWindowTranscriber(parts);
  return {
    form: 'written',
    listen: (options: RecognitionOptions) => ({
      // Its tokens can spell any phrase.
      unsayable: [],
      async *recognise(chunks: AsyncIterable<SpeechChunk>) {
        const [code = ''] = options.language.toLowerCase().split('-');
        const talk: WindowContext = {
          language: OTHER_CODES[code] ?? code,
          vocabulary: vocabularyTokens(
            options.vocabulary,
            tokenizer.encode,
            maxPromptTokens(settings),
          ),
          previous: [],
          windows: 0,
        };
        for await (const stretch of stretchesOf(chunks, settings.window)) {
          yield* listenTo(stretch, settings.window, listen, talk);
        }
      },
    }),
  };
}
