import type { SealedFile } from '../../core/sealed-file.js';
import type { AudioLimits } from '../../media/audio/open-audio.js';
import type { Accounting } from '../recognition/activity/chunk.js';
import type { RecognisedSegment, RecognitionOptions } from '../recognition/recogniser.js';

/** A recording to transcribe with one model. */
export interface TranscribeInput extends RecognitionOptions {
  readonly modelId: string;
  readonly audio: SealedFile;
  /** The field of the recording, for errors. */
  readonly field: string;
  readonly limits: AudioLimits;
}

/** Facts of a recording that do not depend on its words. */
export interface AudioFacts {
  /** `wav`, `flac`, `mp3`, `ogg`, `webm`. */
  readonly format: string;
  readonly codec: string;
  readonly sampleRate: number;
  readonly channels: number;
}

/** A segment, with its voice features on request. */
export interface TranscribedSegment extends RecognisedSegment {
  /** Means over the segment; see `voicePrint`. */
  readonly voice?: readonly number[];
}

export interface TranscribeOutput {
  readonly model: { readonly id: string; readonly backend: string };
  readonly form: 'spoken' | 'written';
  readonly audio: AudioFacts;
  /** Seconds. */
  readonly duration: number;
  readonly segments: readonly TranscribedSegment[];
  readonly accounting: Accounting;
  /** Faults of the file, as sentences: truncated, clipped, … */
  readonly notes: readonly string[];
}

declare module '../../inference/model-tasks.js' {
  interface ModelTasks {
    readonly transcribe: ModelTask<TranscribeInput, TranscribeOutput>;
  }
}
