import type { SpeechChunk } from './activity/chunk.js';
import type { RecognisedWord } from './ctc/recognised-word.js';

/** The recognised words of one stretch of speech. */
export interface RecognisedSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly RecognisedWord[];
  /** Why there are no words, where there are none. */
  readonly rejected?: string;
  /** How the times of its words were found, where the engine has several methods. */
  readonly timing?: 'attention' | 'interpolated';
}

/** Kind of speech: a general dictation, one of a clinical specialty, or a conversation. */
export type SpeechStyle = 'dictation' | 'specialty' | 'conversation';

export interface RecognitionOptions {
  /** Phrases to be favoured. */
  readonly vocabulary: readonly string[];
  readonly style: SpeechStyle;
  readonly language: string;
}

/** The recognition of one recording. */
export interface RecognitionSession {
  /** Phrases of the vocabulary that cannot be favoured, as the model cannot produce them. */
  readonly unsayable: readonly string[];
  recognise(chunks: AsyncIterable<SpeechChunk>): AsyncIterable<RecognisedSegment>;
}

/** A speech engine: chunks of sound in, the words of each out, in order of time. */
export interface Recogniser {
  /**
   * `spoken`: lower-case words as spoken, whose written form is produced afterwards; `written`:
   * with capitals, figures and punctuation.
   */
  readonly form: 'spoken' | 'written';
  /** Prepares the recognition of one recording. */
  listen(options: RecognitionOptions): RecognitionSession;
}
