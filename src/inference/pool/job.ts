import { givenUp, overloaded } from '../../core/refusals.js';
import type { WorkKind } from './lane-queue.js';
import type { TaskCall } from './remote-worker.js';

/** One call of a task, from its arrival to its outcome. */
export class Job {
  readonly kind: WorkKind;
  readonly outcome: Promise<unknown>;
  readonly call: TaskCall;
  #resolve: (output: unknown) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #patience: NodeJS.Timeout | undefined;
  #unwatch: () => void = () => undefined;

  constructor(call: TaskCall, kind: WorkKind) {
    this.kind = kind;
    this.call = call;
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /**
   * Watches the job while it waits: it is refused when it has waited too long, unless it is background
   * work, and given up when the client has gone, also while it runs.
   *
   * @param leave takes it out of the queue
   */
  watch(patienceMs: number, leave: () => void): void {
    const { signal } = this.call;
    const giveUp = () => {
      leave();
      this.reject(givenUp());
    };
    const losePatience = () => {
      leave();
      this.reject(overloaded());
    };
    if (!this.kind.background) this.#patience = setTimeout(losePatience, patienceMs).unref();
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#unwatch = () => signal?.removeEventListener('abort', giveUp);
  }

  /** A worker has taken it: it does not wait any more. */
  begin(): void {
    clearTimeout(this.#patience);
  }

  resolve(output: unknown): void {
    this.#end();
    this.#resolve(output);
  }

  reject(error: unknown): void {
    this.#end();
    this.#reject(error);
  }

  /** A listener that is not removed would keep the input in memory. */
  #end(): void {
    clearTimeout(this.#patience);
    this.#unwatch();
  }
}
