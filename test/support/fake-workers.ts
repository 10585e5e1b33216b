import type { Logger } from '../../src/core/logger.js';
import type { FromWorker, ToWorker } from '../../src/inference/pool/messages.js';
import type { Transport, WorkerListener } from '../../src/inference/pool/transport.js';

type Given = Extract<ToWorker, { type: 'task' }>;

/** A worker whose answers and end a test decides. */
export class FakeWorker {
  readonly sent: ToWorker[] = [];
  readonly transferred: (readonly ArrayBuffer[] | undefined)[] = [];
  readonly #listener: WorkerListener;
  /** Whether it answers pings. */
  answersPings = true;
  /** What it holds. */
  bytes = 0;
  ended = false;

  constructor(listener: WorkerListener) {
    this.#listener = listener;
  }

  /** Its tasks that have been neither answered nor failed, oldest first. */
  readonly inHand: Given[] = [];

  take(message: ToWorker, transfer?: readonly ArrayBuffer[]): void {
    this.sent.push(message);
    this.transferred.push(transfer);
    if (message.type === 'task') this.inHand.push(message);
    if (message.type === 'ping' && this.answersPings) this.say({ type: 'pong', id: message.id });
  }

  say(message: FromWorker): void {
    this.#listener.onMessage(message);
  }

  ready(report: unknown = 'open', lanes: Array<[string, 'quick' | 'usual' | 'long']> = []): void {
    this.say({ type: 'ready', lanes: new Map(lanes), report });
  }

  /** Answers the oldest task in its hand. */
  answer(output: unknown): void {
    const task = this.inHand.shift();
    if (task !== undefined) this.say({ type: 'done', id: task.id, output });
  }

  end(reason: string): void {
    if (this.ended) return;
    this.ended = true;
    this.#listener.onEnd(reason);
  }
}

export interface FakeWorkers {
  readonly workers: readonly FakeWorker[];
  readonly transport: Transport;
  /** Why workers ended, as it was logged. */
  readonly ends: readonly string[];
  readonly logger: Logger;
}

/** Workers of a transport that starts nothing. */
export function fakeWorkers(): FakeWorkers {
  const workers: FakeWorker[] = [];
  const ends: string[] = [];
  const logger = {
    info: () => undefined,
    error: ({ reason }: { reason: string }) => void ends.push(reason),
  } as unknown as Logger;
  return {
    workers,
    ends,
    logger,
    transport(listener) {
      const worker = new FakeWorker(listener);
      workers.push(worker);
      return {
        send: (message, transfer) => worker.take(message, transfer),
        kill: () => worker.end('killed'),
        memoryBytes: async () => worker.bytes,
      };
    },
  };
}

/** Lets all promises that can be settled be settled, without a timer that a test has stopped. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}
