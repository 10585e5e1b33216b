import type { Logger } from '../../src/core/logger.js';
import { type FakeThread, fakeThread } from './fake-thread.js';

/** Threads as they were made, and what was logged of them. */
export interface MadeThreads {
  readonly threads: readonly FakeThread[];
  make(): FakeThread;
  readonly ends: readonly string[];
  readonly logger: Logger;
}

export function madeThreads(): MadeThreads {
  const threads: FakeThread[] = [];
  const ends: string[] = [];
  const logger = {
    info: () => undefined,
    error: ({ reason }: { reason: string }) => void ends.push(reason),
  } as unknown as Logger;
  return {
    threads,
    ends,
    logger,
    make() {
      const thread = fakeThread();
      threads.push(thread);
      return thread;
    },
  };
}

/** Lets all promises that can be settled be settled, without a timer that a test has stopped. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
