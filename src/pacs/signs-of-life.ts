import type { TaskContext } from '../core/task.js';

const EVERY_MS = 5_000;

/** Does work that may wait long for another machine, and renews the deadline of its task meanwhile. */
export async function withSignsOfLife<T>(
  { onProgress }: Pick<TaskContext, 'onProgress'>,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => onProgress(0), EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
