import type { Engine, ModelStatus, TaskName } from '../inference/engine.js';

/** Inference as a thread has it: whatever is to be done is done elsewhere. */
export interface AskedEngine extends Engine {
  /** The models that serve from now on. */
  take(models: readonly ModelStatus[]): void;
  /** Ends the task of this number; nothing happens where it has ended. */
  settle(task: number, act: (waiting: Waiting) => void): void;
}

export interface Waiting {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/** A task as it is handed on; the signal says whose it is. */
export interface AskedTask {
  readonly task: number;
  readonly name: TaskName;
  readonly input: unknown;
  readonly signal: AbortSignal | undefined;
}

/** @param hand gives a task to whoever does it; `settle` tells what came of it */
export function createAskedEngine(hand: (asked: AskedTask) => void): AskedEngine {
  const waiting = new Map<number, Waiting>();
  let models: readonly ModelStatus[] = [];
  let last = 0;
  return {
    models: () => models,
    take(now) {
      models = now;
    },
    run(name, input, { signal } = {}) {
      last += 1;
      const task = last;
      return new Promise((resolve, reject) => {
        // The name says what comes back; the compiler cannot see that across the threads.
        waiting.set(task, { resolve: (output) => resolve(output as never), reject });
        hand({ task, name, input, signal });
      });
    },
    settle(task, act) {
      const found = waiting.get(task);
      waiting.delete(task);
      if (found !== undefined) act(found);
    },
  };
}
