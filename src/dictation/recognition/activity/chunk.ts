/** A stretch of the recording that may hold speech, short enough for one run of the model. */
export interface SpeechChunk {
  /** Seconds from the beginning of the recording. */
  readonly start: number;
  readonly end: number;
  /** Mono, 16 kHz, in -1..1; `(end - start) * 16000` samples. */
  readonly samples: Float32Array;
}

/** Every second of a recording is in exactly one of these; together they are its duration. */
export interface Accounting {
  /** Seconds in which words were heard. */
  readonly transcribed: number;
  /** Seconds without sound enough to be speech. */
  readonly silence: number;
  /** Seconds with sound in which no words could be made out: noise, music, hum. */
  readonly rejected: number;
}

/** What a stretch of the recording holds, before the recogniser has listened. */
export type ActivityKind = 'speech' | 'silence' | 'noise';

/** A stretch of one kind; all of them together are the recording, without gap or overlap. */
export interface ActivityInterval {
  readonly kind: ActivityKind;
  /** Number of the first sample at 16 kHz, and of the first one behind. */
  readonly start: number;
  readonly end: number;
}
