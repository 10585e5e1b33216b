import type { Seal } from '../packages/seal.js';
import type { BackendReport } from './parity.js';
import type { ModelManifest } from './schema.js';
import type { ReadImageInput, ReadImageOutput } from './tasks/read-image-contract.js';
import type { ReadTableInput, ReadTableOutput } from './tasks/read-table-contract.js';
import type { TranscribeInput, TranscribeOutput } from './tasks/transcribe-contract.js';

/** Every kind of work that a worker process can be given. */
export interface Tasks {
  'read-image': { input: ReadImageInput; output: ReadImageOutput };
  'read-table': { input: ReadTableInput; output: ReadTableOutput };
  transcribe: { input: TranscribeInput; output: TranscribeOutput };
}
export type TaskName = keyof Tasks;

/** A package that serves, of all kinds or of some. */
export interface ReadyModel<M extends ModelManifest = ModelManifest> {
  readonly state: 'ready';
  readonly id: string;
  readonly manifest: M;
  readonly seal: Seal;
  readonly backend: string;
  readonly reports: readonly BackendReport[];
}

/** A model package as the workers found it. */
export type ModelStatus =
  | ReadyModel
  | {
      readonly state: 'quarantined' | 'unavailable';
      readonly id: string;
      readonly reason: string;
      readonly reports: readonly BackendReport[];
    };

export interface RunOptions {
  /** Aborted when the client has gone: queued work is dropped, a long task stops at its next step. */
  readonly signal?: AbortSignal;
  /** Told now and then how much of a long task is done, 0..1. */
  readonly onProgress?: (fraction: number) => void;
  /** Nobody holds the line for it: whatever somebody waits for goes first. */
  readonly background?: boolean;
}

/** All that a service sees of inference. */
export interface Engine {
  /**
   * @throws AppError `overloaded` when the queue is full, `model_unavailable` when the worker died
   * or ran past its time or memory, `validation_error` when the input is at fault,
   * `client_closed_request` when the signal was aborted.
   */
  run<K extends TaskName>(
    task: K,
    input: Tasks[K]['input'],
    options?: RunOptions,
  ): Promise<Tasks[K]['output']>;
  models(): readonly ModelStatus[];
}
