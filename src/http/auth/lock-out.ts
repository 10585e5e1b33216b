import type { Clock } from '../../core/clock.js';
import { sha256Hex } from '../../core/digest.js';
import { AppError } from '../../core/errors.js';
import { type AccountWrite, drained, type FailureCount } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';

/** How failed sign-ins are answered. */
export interface LockOutRule {
  /** So many failures have no consequence. */
  readonly freeFailures: number;
  readonly longestPauseMs: number;
  /** One failure is forgotten each time this has passed without another. */
  readonly drainMs: number;
  /** From this many on, nothing is accepted any more. */
  readonly max: number;
}

export interface LockOutRules {
  readonly account: LockOutRule;
  readonly address: LockOutRule;
}

/** A sign-in in progress. */
export interface Attempt {
  /** To be committed when it has failed. */
  readonly failed: readonly AccountWrite[];
  /** To be committed when it has succeeded. An address is not forgiven: it may be an attacker's too. */
  readonly succeeded: readonly AccountWrite[];
  /** To be called once that is committed. */
  end(): void;
}

const FIRST_PAUSE_MS = 2_000;

/** The pause after so many failures: none, then 2 s, doubled with each further failure. */
export function pauseAfter(failures: number, rule: LockOutRule): number {
  if (failures >= rule.max) return Number.POSITIVE_INFINITY;
  if (failures < rule.freeFailures) return 0;
  return Math.min(rule.longestPauseMs, FIRST_PAUSE_MS * 2 ** (failures - rule.freeFailures));
}

/** How long to wait yet; sign-ins in progress count as failures of this moment. */
export function remainingPause(
  stored: FailureCount | undefined,
  inProgress: number,
  rule: LockOutRule,
  now: number,
): number {
  const { lastAt = now } = stored ?? {};
  const left = stored === undefined ? 0 : drained(stored, { ...rule, at: now });
  const since = inProgress > 0 ? 0 : Math.max(0, now - lastAt);
  return Math.max(0, pauseAfter(left + inProgress, rule) - since);
}

/**
 * Failures are counted by 20 bits of the hash of the name: people who type a password in the wrong
 * field leave nothing from which it could be found, and invented names do not fill the disk.
 */
const DIGITS = 5;
export const accountCounter = (userName: string): string =>
  `account:${sha256Hex(userName.normalize('NFKC').toLowerCase()).slice(0, DIGITS)}`;

function tooMany(pauseMs: number, longestMs: number): AppError {
  const message = 'Too many failed sign-ins: wait before the next one.';
  const retryAfterSeconds = Math.ceil(Math.min(pauseMs, longestMs) / 1_000);
  return new AppError('rate_limited', message, { retryAfterSeconds });
}

/** Growing pauses after failed sign-ins, of an account and of an address; kept over restarts. */
export class LockOut {
  readonly #users: Pick<UserRepository, 'failuresOf'>;
  readonly #rules: LockOutRules;
  readonly #clock: Clock;
  readonly #inProgress = new Map<string, number>();

  constructor(users: Pick<UserRepository, 'failuresOf'>, rules: LockOutRules, clock: Clock) {
    this.#users = users;
    this.#rules = rules;
    this.#clock = clock;
  }

  /**
   * To be called before anything is verified: sign-ins that are sent at the same time do not get more
   * tries than those sent one after the other.
   *
   * @throws AppError `rate_limited`
   */
  begin(userName: string, address: string | undefined): Attempt {
    const { account, address: byAddress } = this.#rules;
    const now = this.#clock();
    const counted = [
      { name: accountCounter(userName), rule: account },
      { name: `address:${address ?? 'unknown'}`, rule: byAddress },
    ];
    for (const { name, rule } of counted) {
      const pause = remainingPause(this.#users.failuresOf(name), this.#of(name), rule, now);
      if (pause > 0) throw tooMany(pause, rule.longestPauseMs);
    }
    const names = counted.map(({ name }) => name);
    for (const name of names) this.#inProgress.set(name, this.#of(name) + 1);
    return {
      failed: counted.map(({ name, rule: { drainMs, max } }) => ({
        kind: 'sign-in.fail',
        name,
        failure: { at: now, drainMs, max },
      })),
      succeeded: names.slice(0, 1).map((name) => ({ kind: 'sign-in.forgive', name })),
      end: () => {
        for (const name of names.splice(0)) this.#release(name);
      },
    };
  }

  #of(name: string): number {
    return this.#inProgress.get(name) ?? 0;
  }

  #release(name: string): void {
    const left = this.#of(name) - 1;
    if (left > 0) this.#inProgress.set(name, left);
    else this.#inProgress.delete(name);
  }
}
