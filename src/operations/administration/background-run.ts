import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';

/** The state of work that no request waits for. */
export type RunState<T> =
  | { readonly state: 'never' }
  | { readonly state: 'running'; readonly startedAt: number }
  | {
      readonly state: 'done';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly result: T;
    }
  | {
      readonly state: 'failed';
      readonly startedAt: number;
      readonly endedAt: number;
      readonly reason: string;
    };

/** Work that takes minutes, done at most once at a time; its last result is kept in memory. */
export class BackgroundRun<T> {
  readonly #work: () => Promise<T>;
  readonly #clock: Clock;
  #state: RunState<T> = { state: 'never' };

  constructor(work: () => Promise<T>, clock: Clock) {
    this.#work = work;
    this.#clock = clock;
  }

  get state(): RunState<T> {
    return this.#state;
  }

  /** Does nothing while it runs. */
  start(): RunState<T> {
    if (this.#state.state !== 'running') {
      this.#state = { state: 'running', startedAt: this.#clock() };
      void this.#run(this.#state.startedAt);
    }
    return this.#state;
  }

  async #run(startedAt: number): Promise<void> {
    try {
      const result = await this.#work();
      this.#state = { state: 'done', startedAt, endedAt: this.#clock(), result };
    } catch (error) {
      const reason = messageOf(error);
      this.#state = { state: 'failed', startedAt, endedAt: this.#clock(), reason };
    }
  }
}
