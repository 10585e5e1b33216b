import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, type Family, gauge } from './exposition.js';

export interface ProcessFigures {
  readonly families: readonly Family[];
  stop(): void;
}

const RESOLUTION_MS = 20;
const MICROSECONDS = 1e6;
const NANOSECONDS = 1e9;

const readOnce = (...facts: Parameters<typeof gauge>): Family => ({
  ...gauge(...facts),
  isReadOnce: true,
});

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Only Linux has it.
    return undefined;
  }
}

/** Returns the metrics of this process under the names that Prometheus clients use. */
export function createProcessFigures(): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  /** The sampling interval of the histogram is not a delay. */
  const beyond = (nanoseconds: number) =>
    Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000);
  const startedAt = Date.now() / 1_000 - process.uptime();
  const families = [
    gauge(
      'process_resident_memory_bytes',
      'Resident memory of the daemon process, without its workers.',
      () => process.memoryUsage.rss(),
    ),
    counter(
      'process_cpu_seconds_total',
      'CPU time of the daemon process, without its workers.',
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / MICROSECONDS;
      },
    ),
    gauge(
      'process_start_time_seconds',
      'Start time of the daemon, in seconds since 1970.',
      () => startedAt,
    ),
    gauge('process_open_fds', 'Open files and sockets.', openFiles),
    readOnce(
      'nodejs_eventloop_lag_p99_seconds',
      'Event loop lag, 99th percentile since the last scrape.',
      () => beyond(delay.percentile(99)),
    ),
    readOnce(
      'nodejs_eventloop_lag_max_seconds',
      'Event loop lag, maximum since the last scrape.',
      () => {
        const max = beyond(delay.max);
        delay.reset();
        return max;
      },
    ),
  ];
  return { families, stop: () => void delay.disable() };
}
