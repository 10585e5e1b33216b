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

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Only Linux has it.
    return undefined;
  }
}

/** Figures of this process, by the names that Prometheus and its tools know them by. */
export function createProcessFigures(): ProcessFigures {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  /** The clock that measures runs at its own pace, which is no delay. */
  const beyond = (nanoseconds: number) =>
    Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000);
  const startedAt = Date.now() / 1_000 - process.uptime();
  const families = [
    gauge('process_resident_memory_bytes', 'Resident memory of the daemon alone.', () =>
      process.memoryUsage.rss(),
    ),
    counter('process_cpu_seconds_total', 'CPU time of the daemon alone.', () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / MICROSECONDS;
    }),
    gauge('process_start_time_seconds', 'When the daemon started.', () => startedAt),
    gauge('process_open_fds', 'Open files and sockets.', openFiles),
    gauge(
      'nodejs_eventloop_lag_p99_seconds',
      'How late the event loop was, 99th percentile since the figures were last asked for.',
      () => beyond(delay.percentile(99)),
    ),
    gauge('nodejs_eventloop_lag_max_seconds', 'The same, at most.', () => {
      const most = beyond(delay.max);
      delay.reset();
      return most;
    }),
  ];
  return { families, stop: () => void delay.disable() };
}
