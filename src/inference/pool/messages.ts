import type { Fault } from '../../core/fault.js';
import type { Lane } from '../../core/task.js';

/** Messages to a worker, process or thread. */
export type ToWorker =
  /** The first message: the packages to open. */
  | { readonly type: 'setup'; readonly setup: unknown }
  | {
      readonly type: 'task';
      readonly id: number;
      readonly name: string;
      readonly input: unknown;
      readonly now: number;
    }
  /** The output is no longer needed: a long task may stop. */
  | { readonly type: 'cancel'; readonly id: number }
  /** The caller's answer to a request of the task. */
  | { readonly type: 'response'; readonly request: number; readonly output: unknown }
  | { readonly type: 'refusal'; readonly request: number; readonly fault: Fault }
  | { readonly type: 'ping'; readonly id: number };

/** Messages of a worker. */
export type FromWorker =
  /** The worker is ready, with the names of its tasks and the opened packages. */
  | {
      readonly type: 'ready';
      readonly lanes: ReadonlyMap<string, Lane>;
      readonly report: unknown;
    }
  | { readonly type: 'done'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failed'; readonly id: number; readonly fault: Fault }
  /** A long task is running, with its progress (0..1). */
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number }
  /** A request of a task to its caller. */
  | {
      readonly type: 'request';
      readonly id: number;
      readonly request: number;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: 'pong'; readonly id: number };
