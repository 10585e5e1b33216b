import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { residentBytes } from '../../bench/processes.js';

/** The computing time and memory of a process. */
export interface Meter {
  /** Milliseconds on processors, all threads together. */
  cpuMs(): number;
  residentBytes(): number;
  /** The longest turn of the main thread since the last query. */
  longestTurnMs(): Promise<number>;
}

/** Where the probe writes. */
export const STALL_FILE = 'WARDBOX_FUZZ_STALL_FILE';
export const PROBE = join(import.meta.dirname, 'cpu-probe.mjs');

/** Only Linux says how long a thread has run. */
export const canMeasure = (): boolean => existsSync('/proc/self/schedstat');

const POLL_MS = 5;
const PATIENCE_MS = 60_000;

function runMs(path: string): number {
  try {
    return Number(readFileSync(path, 'latin1').split(' ')[0]) / 1e6;
  } catch {
    // The thread has ended meanwhile.
    return 0;
  }
}

/** @param file where the probe in the process writes */
export function createMeter(pid: number, file: string): Meter {
  const tasks = `/proc/${pid}/task`;
  return {
    cpuMs: () =>
      readdirSync(tasks).reduce((sum, task) => sum + runMs(join(tasks, task, 'schedstat')), 0),
    residentBytes: () => residentBytes(pid) ?? 0,
    async longestTurnMs() {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      const until = performance.now() + PATIENCE_MS;
      while (!existsSync(file)) {
        if (performance.now() > until) throw new Error('the probe does not answer');
        await pause(POLL_MS);
      }
      return (JSON.parse(readFileSync(file, 'utf8')) as { longestMs: number }).longestMs;
    },
  };
}
