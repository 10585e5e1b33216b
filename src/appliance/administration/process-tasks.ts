import type { Clock } from '../../core/clock.js';
import type { TaskTypes } from '../../core/task.js';
import { createProcessTransport } from '../../inference/pool/process-transport.js';
import { RemoteWorker } from '../../inference/pool/remote-worker.js';
import { entryBeside } from '../../inference/pool/transport.js';
import type { ADMINISTRATION_TASKS, AdministrationSetup } from './tasks.js';

type Tasks = TaskTypes<typeof ADMINISTRATION_TASKS>;

export interface TaskOptions<Caller> {
  readonly caller: Caller;
  /** Ends the process. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number) => void;
}

/** Runs tasks in processes of their own. */
export interface ProcessTasks {
  /** @throws AppError of the task; `overloaded` when its process ends before its output */
  run<Name extends keyof Tasks>(
    name: Name,
    input: Tasks[Name]['input'],
    options: TaskOptions<Tasks[Name]['caller']>,
  ): Promise<Tasks[Name]['output']>;
  /** Ends all processes. */
  stop(): void;
}

/** The integrity of a large database is checked without a sign of life. */
const TIMEOUT_MS = 6 * 3_600_000;
const MEMORY_BYTES = 4 * 1024 ** 3;

export function createProcessTasks(setup: AdministrationSetup, clock: Clock): ProcessTasks {
  const running = new Set<RemoteWorker>();
  const transport = createProcessTransport(
    entryBeside(import.meta.url, 'worker'),
    setup.environment,
  );
  const limits = { timeoutMs: TIMEOUT_MS, memoryBytes: MEMORY_BYTES };
  return {
    async run(name, input, { caller, signal, onProgress }) {
      const worker = new RemoteWorker({ transport, setup, limits, lostCode: 'overloaded' });
      const abort = () => worker.end('it was cancelled');
      running.add(worker);
      signal?.addEventListener('abort', abort, { once: true });
      try {
        await worker.ready;
        const call = { name, input, now: clock(), onProgress };
        // The names pair tasks with their outputs.
        return (await worker.run({ ...call, caller: caller as object })) as never;
      } finally {
        signal?.removeEventListener('abort', abort);
        running.delete(worker);
        worker.end('its work is done');
      }
    },
    stop() {
      for (const worker of running) worker.end('the appliance is stopping');
    },
  };
}
