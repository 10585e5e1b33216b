const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** What has lived this long has earned a quick restart again. */
const STEADY_MS = 60_000;

/** Has what ended start again after a pause, which is longer each time. */
export interface Restarts {
  /**
   * @param index which one of those that are started again
   * @param livedMs how long it had been up
   */
  after(index: number, livedMs: number, launch: () => void): void;
  /** Nothing is started any more. */
  cancel(): void;
}

export function createRestarts(): Restarts {
  const pauses = new Map<number, number>();
  const timers = new Set<NodeJS.Timeout>();
  return {
    after(index, livedMs, launch) {
      const before = livedMs > STEADY_MS ? undefined : pauses.get(index);
      const pauseMs = before ?? FIRST_PAUSE_MS;
      const timer = setTimeout(() => {
        timers.delete(timer);
        launch();
      }, pauseMs);
      timers.add(timer);
      pauses.set(index, Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
    },
    cancel() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
