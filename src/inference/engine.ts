import type { ModelStatus } from './model-status.js';
import type { ModelTasks } from './model-tasks.js';
import type { RunOptions } from './pool/worker-pool.js';

export type { ModelStatus, ReadyModel } from './model-status.js';
export type { RunOptions } from './pool/worker-pool.js';

export type TaskName = keyof ModelTasks;

/** All that a service sees of inference. */
export interface Engine {
  /**
   * @throws AppError `overloaded` when the queue is full, `model_unavailable` when the worker died
   * or ran past its time or memory, `validation_error` when the input is at fault,
   * `client_closed_request` when the signal was aborted.
   */
  run<K extends TaskName>(
    task: K,
    input: ModelTasks[K]['input'],
    options?: RunOptions,
  ): Promise<ModelTasks[K]['output']>;
  models(): readonly ModelStatus[];
}
