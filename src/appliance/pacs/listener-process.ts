import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import {
  createProcessTransport,
  type Environment,
} from '../../inference/pool/process-transport.js';
import { RemoteWorker } from '../../inference/pool/remote-worker.js';
import { restartPauseMs } from '../../inference/pool/restart-policy.js';
import { entryBeside } from '../../inference/pool/transport.js';
import type { ListenerCaller } from '../../pacs/listener/listener-task.js';
import type { ListenerSettings } from '../../pacs/listener/settings.js';

export interface ListenerProcessParts {
  /** Read at each start: a certificate may have been renewed. */
  readonly settings: () => Promise<ListenerSettings>;
  readonly caller: Omit<ListenerCaller, 'listening'>;
  readonly environment: Environment;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Without a sign of life for this long the process is replaced. */
const SILENCE_MS = 60_000;
const MEMORY_BYTES = 1024 ** 3;

/** The process with the DICOM listener: started, watched, started again. */
export class ListenerProcess {
  readonly #parts: ListenerProcessParts;
  readonly #stopping = new AbortController();
  #worker: RemoteWorker | undefined;
  #run: Promise<void> | undefined;
  #port: number | undefined;

  constructor(parts: ListenerProcessParts) {
    this.#parts = parts;
  }

  /** The port that it listens on now. */
  get port(): number | undefined {
    return this.#port;
  }

  /**
   * Resolves when it listens.
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

  /** Starts the listener again with the settings as they are now. */
  restart(): void {
    this.#worker?.end('its settings have changed');
  }

  async #keepRunning(onListening: () => void, onFailure: (error: unknown) => void): Promise<void> {
    const { logger } = this.#parts;
    const { signal } = this.#stopping;
    let pauseMs: number | undefined;
    let isFirst = true;
    while (!signal.aborted) {
      const begin = performance.now();
      try {
        await this.#listen(() => {
          isFirst = false;
          onListening();
        });
      } catch (error) {
        if (isFirst) {
          onFailure(error);
          return;
        }
        logger.error({ reason: messageOf(error) }, 'the DICOM listener has ended');
      }
      pauseMs = restartPauseMs(pauseMs, performance.now() - begin);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs one process until it ends. */
  async #listen(onListening: () => void): Promise<void> {
    const { environment, settings, caller, clock, logger } = this.#parts;
    const worker = new RemoteWorker({
      transport: createProcessTransport(entryBeside(import.meta.url, 'worker'), environment),
      setup: {},
      limits: { timeoutMs: SILENCE_MS, memoryBytes: MEMORY_BYTES },
      lostCode: 'overloaded',
    });
    this.#worker = worker;
    const listening = async ({ port }: { readonly port: number }) => {
      this.#port = port;
      logger.info({ port }, 'listening for DICOM');
      onListening();
    };
    try {
      await worker.ready;
      await worker.run({
        name: 'pacs.listen',
        input: await settings(),
        now: clock(),
        signal: this.#stopping.signal,
        caller: { ...caller, listening },
      });
    } finally {
      this.#port = undefined;
      this.#worker = undefined;
      worker.end('the appliance is stopping');
    }
  }
}
