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
  /** Seconds in which words were recognised. */
  readonly transcribed: number;
  /** Seconds without enough sound for speech. */
  readonly silence: number;
  /** Seconds with sound in which no words were recognised: noise, music, hum. */
  readonly rejected: number;
}

/** Kind of a stretch of the recording, before recognition. */
export type ActivityKind = 'speech' | 'silence' | 'noise';

/** A stretch of one kind; all of them together are the recording, without gap or overlap. */
export interface ActivityInterval {
  readonly kind: ActivityKind;
  /** Number of the first sample at 16 kHz, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}
