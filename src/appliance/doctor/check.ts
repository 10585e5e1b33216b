import type { Readiness } from '../../http/schema.js';
import type { Inspection } from '../../store/inspect.js';
import type { LoadedConfig } from '../config/load.js';
import type { EncryptionState } from './encryption-state.js';

export type State = 'ok' | 'warning' | 'failed';

/** The result of one check as a sentence, and what an administrator does about it. */
export interface CheckResult {
  readonly state: State;
  readonly message: string;
  readonly remedy?: string;
}

/** The state of the daemon at the configured address. */
export type DaemonAnswer =
  | {
      readonly state: 'up';
      readonly version: string;
      readonly readiness: Readiness;
      /** Since its start, where it says so itself. */
      readonly uptimeMs?: number;
    }
  | { readonly state: 'down' }
  /** Something answers there, but not correctly. */
  | { readonly state: 'strange'; readonly reason: string }
  /** The configuration leaves the choice of the port to the system. */
  | { readonly state: 'unknown' };

/** What the checks examine. */
export interface CheckContext {
  readonly config: LoadedConfig;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** How the database is stored on the disk. */
  readonly encryption: EncryptionState;
  /** The database, or the reason why it cannot be read. */
  readonly database: Inspection | { readonly reason: string };
  readonly daemon: DaemonAnswer;
}

export type Check = (situation: CheckContext) => CheckResult | Promise<CheckResult>;

/** What a running daemon knows without reading its data. */
export type QuickContext = Pick<CheckContext, 'config' | 'now' | 'daemon'>;

/** A check that takes milliseconds: the daemon does it whenever its state is read. */
export type QuickCheck = (situation: QuickContext) => CheckResult;

export const ok = (message: string): CheckResult => ({ state: 'ok', message });

export const warning = (message: string, remedy: string): CheckResult => ({
  state: 'warning',
  message,
  remedy,
});

export const failed = (message: string, remedy: string): CheckResult => ({
  state: 'failed',
  message,
  remedy,
});

const RANK: Readonly<Record<State, number>> = { ok: 0, warning: 1, failed: 2 };

export const isWorse = (a: State, b: State): boolean => RANK[a] > RANK[b];

/** Returns the worst of several results with the count of the others; `fine` where there is none. */
export function worstOf(faults: readonly CheckResult[], fine: string): CheckResult {
  const [first, ...rest] = faults;
  if (first === undefined) return ok(fine);
  const worst = rest.reduce((held, one) => (isWorse(one.state, held.state) ? one : held), first);
  const more = faults.length - 1;
  return more === 0 ? worst : { ...worst, message: `${worst.message} (and ${more} more)` };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A duration in words: `3 days`, `2 hours`, `40 seconds`. */
export function length(ms: number): string {
  const units = [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
    [1_000, 'second'],
  ] as const;
  const [unit, name] = units.find(([size]) => ms >= 2 * size) ?? [1_000, 'second'];
  const count = Math.round(ms / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
