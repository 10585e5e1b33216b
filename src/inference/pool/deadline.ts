/**
 * How long a task may report no progress. Tasks of one worker share its thread and begin in the order
 * in which they were assigned: each may have to wait for all other tasks of the worker.
 *
 * @param inHand how many tasks the worker has at the moment of the last sign of life, this one too
 */
export const allowedSilenceMs = (timeoutMs: number, inHand: number): number =>
  timeoutMs * Math.max(1, inHand);

/** Ends the worker of a task that reports no progress for too long. */
export class Deadline {
  readonly #timeoutMs: number;
  readonly #onOverdue: () => void;
  #timer: NodeJS.Timeout | undefined;
  #pauses = 0;

  constructor(timeoutMs: number, onOverdue: () => void) {
    this.#timeoutMs = timeoutMs;
    this.#onOverdue = onOverdue;
  }

  /** The task has begun or shows that it lives. */
  renew(inHand: number): void {
    clearTimeout(this.#timer);
    if (this.#pauses > 0) return;
    const silenceMs = allowedSilenceMs(this.#timeoutMs, inHand);
    this.#timer = setTimeout(this.#onOverdue, silenceMs).unref();
  }

  /** The task waits for others, which have their own deadlines. */
  pause(): void {
    this.#pauses += 1;
    clearTimeout(this.#timer);
  }

  resume(inHand: number): void {
    this.#pauses -= 1;
    this.renew(inHand);
  }

  stop(): void {
    this.#pauses = Number.POSITIVE_INFINITY;
    clearTimeout(this.#timer);
  }
}
