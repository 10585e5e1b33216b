import type { TaskTypes } from '../core/task.js';
import type { WORKER_TASKS } from '../operations/model-worker/worker-tasks.js';
import type { ModelStatus } from './model-status.js';
import type { RunOptions } from './pool/worker-pool.js';

export type { ModelStatus, ReadyModel } from './model-status.js';
export type { RunOptions } from './pool/worker-pool.js';

/** Every kind of work that a worker process can be given. */
export type Tasks = TaskTypes<typeof WORKER_TASKS>;
export type TaskName = keyof Tasks;

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
