import type { SpeechChunk } from './activity/chunk.js';
import type { RecognisedWord } from './ctc/recognised-word.js';

/** What was recognised in one stretch of speech. */
export interface RecognisedSegment {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  readonly words: readonly RecognisedWord[];
  /** Why nothing was understood, where nothing was. */
  readonly rejected?: string;
  /** How its words came by their times, where the engine knows better and worse ways. */
  readonly timing?: 'attention' | 'interpolated';
}

/** What is spoken: a dictation of any kind, one of a clinical specialty, or a conversation. */
export type SpeechStyle = 'dictation' | 'specialty' | 'conversation';

export interface RecognitionOptions {
  /** Phrases to be favoured. */
  readonly vocabulary: readonly string[];
  readonly style: SpeechStyle;
  readonly language: string;
}

/** One recording being listened to. */
export interface RecognitionSession {
  /** Phrases of the vocabulary that cannot be favoured: no word of this model's is like them. */
  readonly unsayable: readonly string[];
  recognise(chunks: AsyncIterable<SpeechChunk>): AsyncIterable<RecognisedSegment>;
}

/** A speech engine: chunks of sound in, the words of each out, in order of time. */
export interface Recogniser {
  /**
   * `spoken`: lower-case words as they were said, to be written as clinicians write; `written`:
   * already with capitals, figures and punctuation.
   */
  readonly form: 'spoken' | 'written';
  /** Gets ready for one recording. */
  listen(options: RecognitionOptions): RecognitionSession;
}
