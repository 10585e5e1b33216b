import { useEffect } from 'preact/hooks';

/** Calls `again` at intervals while something runs. */
export function usePolling(isRunning: boolean, again: () => void, everyMs: number): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(again, everyMs);
    return () => clearTimeout(timer);
  });
}
