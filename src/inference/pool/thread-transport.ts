import { Worker } from 'node:worker_threads';
import type { FromWorker } from './messages.js';
import type { Transport, WorkerEntry } from './transport.js';

const MIB = 1024 * 1024;

/** TypeScript needs a loader, which a thread cannot be given by its arguments. */
const loading = ({ url }: WorkerEntry): string =>
  `import("tsx/esm/api").then(({ register }) => (register(), import("${url.href}")))`;

/** Workers in threads of this process: for computations on validated data. */
export function createThreadTransport(entry: WorkerEntry, name: string): Transport {
  return (listener, { memoryBytes }) => {
    const worker = new Worker(entry.isSource ? loading(entry) : entry.url, {
      eval: entry.isSource,
      execArgv: [],
      name,
      // It does not need the daemon's environment variables.
      env: {},
      // The heap that survives young-generation collections; V8 itself ends a thread with more.
      resourceLimits: { maxOldGenerationSizeMb: Math.floor(memoryBytes / MIB) },
    });
    let reason = 'its thread ended unexpectedly';
    worker.on('message', (message: FromWorker) => listener.onMessage(message));
    // Only the kind of the error: its message may contain patient text.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      reason = `its thread failed (${error.code ?? error.name})`;
    });
    worker.once('exit', () => listener.onEnd(reason));
    return {
      send: (message, transfer = []) => worker.postMessage(message, transfer),
      kill: () => void worker.terminate(),
    };
  };
}
