const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;
/** A worker that ran this long is restarted without delay again. */
const STEADY_MS = 60_000;

/**
 * Returns the pause before a worker that has ended is restarted: doubled each time, up to half a
 * minute.
 *
 * @param pauseMs before the last start; undefined for the first
 * @param livedMs how long it had been up
 */
export function restartPauseMs(pauseMs: number | undefined, livedMs: number): number {
  if (pauseMs === undefined || livedMs > STEADY_MS) return FIRST_PAUSE_MS;
  return Math.min(pauseMs * 2, MAX_PAUSE_MS);
}
