import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import {
  createProcessTransport,
  type Environment,
} from '../../inference/pool/process-transport.js';
import { lost, RemoteWorker } from '../../inference/pool/remote-worker.js';
import { restartPauseMs } from '../../inference/pool/restart-policy.js';
import { entryBeside } from '../../inference/pool/transport.js';
import type { ListenerCaller } from '../../pacs/listener/listener-task.js';
import type { ListenerSettings } from '../../pacs/listener/settings.js';

export interface PacsProcessParts {
  /** Read at each start: a certificate may have been renewed. Absent: it does not listen. */
  readonly settings?: (() => Promise<ListenerSettings>) | undefined;
  readonly caller: Omit<ListenerCaller, 'listening'>;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Without a sign of life for this long the process is replaced. */
const SILENCE_MS = 60_000;
const MEMORY_BYTES = 1024 ** 3;

/** One call of a task. */
export interface PacsTask {
  readonly name: string;
  readonly input: unknown;
  readonly caller?: object;
  readonly signal: AbortSignal;
}

/** The process that speaks with other DICOM nodes: started, watched, started again. */
export class PacsProcess {
  readonly #parts: PacsProcessParts;
  readonly #stopping = new AbortController();
  #worker: RemoteWorker | undefined;
  #run: Promise<void> | undefined;
  #port: number | undefined;

  constructor(parts: PacsProcessParts) {
    this.#parts = parts;
  }

  /** The port that it listens on now. */
  get port(): number | undefined {
    return this.#port;
  }

  /**
   * Resolves when it listens, or can be given tasks.
   *
   * @throws the reason why it cannot listen the first time
   */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#run = this.#keepRunning(resolve, reject);
    });
  }

  /** Ends associations; what was not acknowledged is sent again by its sender. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#run;
  }

  /** Starts it again with the settings as they are now. */
  restart(): void {
    this.#worker?.end('its settings have changed');
  }

  /**
   * Runs a task beside the listener.
   *
   * @throws AppError `overloaded` where the process is not running, or ends meanwhile
   */
  async run<T>({ signal, ...task }: PacsTask): Promise<T> {
    const worker = this.#worker;
    if (worker === undefined) throw lost('overloaded', 'its process is being started');
    await worker.ready;
    const output = await worker.run({
      ...task,
      now: this.#parts.clock(),
      signal: AbortSignal.any([signal, this.#stopping.signal]),
    });
    // The task is one of those of the entry, which its caller knows.
    return output as T;
  }

  async #keepRunning(onStart: () => void, onFailure: (error: unknown) => void): Promise<void> {
    const { logger } = this.#parts;
    const { signal } = this.#stopping;
    let pauseMs: number | undefined;
    let isFirst = true;
    while (!signal.aborted) {
      const begin = performance.now();
      try {
        await this.#serve(() => {
          isFirst = false;
          onStart();
        });
      } catch (error) {
        if (isFirst) {
          onFailure(error);
          return;
        }
        logger.error({ reason: messageOf(error) }, 'the process of the DICOM nodes has ended');
      }
      pauseMs = restartPauseMs(pauseMs, performance.now() - begin);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one process until it ends. */
  async #serve(onStart: () => void): Promise<void> {
    const { environment, settings } = this.#parts;
    const worker = new RemoteWorker({
      transport: createProcessTransport(entryBeside(import.meta.url, 'worker'), environment),
      setup: {},
      limits: { timeoutMs: SILENCE_MS, memoryBytes: MEMORY_BYTES },
      lostCode: 'overloaded',
    });
    const { signal } = this.#stopping;
    this.#worker = worker;
    try {
      await worker.ready;
      if (settings !== undefined) await this.#listen(worker, await settings(), onStart);
      else {
        onStart();
        await Promise.race([worker.ended, aborted(signal)]);
      }
    } finally {
      this.#port = undefined;
      this.#worker = undefined;
      worker.end('the appliance is stopping');
    }
  }

  async #listen(worker: RemoteWorker, input: ListenerSettings, onStart: () => void) {
    const { caller, clock, logger } = this.#parts;
    const listening = async ({ port }: { readonly port: number }) => {
      this.#port = port;
      logger.info({ port }, 'listening for DICOM');
      onStart();
    };
    const { signal } = this.#stopping;
    const own = { ...caller, listening };
    await worker.run({ name: 'pacs.listen', input, now: clock(), signal, caller: own });
  }
}
