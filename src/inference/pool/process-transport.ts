import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromWorker } from './messages.js';
import type { Transport, WorkerEntry } from './transport.js';

const PAGE_BYTES = 4_096;
const WORKER_NICENESS = 5;

/** The environment of child processes. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Lower priority than the daemon, which answers health checks and other clients meanwhile. */
function lowerPriority(pid: number): void {
  try {
    // A daemon that itself has a lower priority must not raise its children above it.
    setPriority(pid, Math.max(WORKER_NICENESS, getPriority()));
  } catch {
    // Already ended, which `onEnd` reports, or forbidden by a sandbox: then it keeps its priority.
  }
}

async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Workers in child processes: for decoding untrusted files and for native sessions. */
export function createProcessTransport(entry: WorkerEntry, environment: Environment): Transport {
  return (listener) => {
    const child = fork(fileURLToPath(entry.url), [], {
      execArgv: entry.isSource ? ['--import', 'tsx'] : [],
      serialization: 'advanced',
      env: { ...environment },
    });
    const { pid } = child;
    if (pid !== undefined) lowerPriority(pid);
    child.on('message', (message) => listener.onMessage(message as FromWorker));
    child.on('error', () => listener.onEnd('its worker could not be started'));
    child.once('exit', () => listener.onEnd('its worker ended unexpectedly'));
    return {
      pid,
      send(message) {
        // A child that has just died gets no message; its end settles all that is pending.
        if (child.connected) child.send(message, () => undefined);
      },
      kill: () => void child.kill('SIGKILL'),
      memoryBytes: async () => (pid === undefined ? 0 : residentBytes(pid)),
    };
  };
}
