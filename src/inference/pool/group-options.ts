import type { ErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Lane } from '../../core/task.js';
import type { WorkerLimits } from './remote-worker.js';
import type { Transport } from './transport.js';

/** How much may wait in a lane, and for how long. */
export interface LaneLimits {
  readonly limit: number;
  readonly patienceMs: number;
}

/** How workers run, with any packages. */
export interface WorkerOptions {
  readonly transport: Transport;
  /** What one is called in the log. */
  readonly label: string;
  readonly workers: number;
  /** How many are started at first; the others follow when these are up or have failed. */
  readonly startedFirst: number;
  /** How many tasks one has in hand at most. */
  readonly capacity: number;
  readonly limits: WorkerLimits;
  readonly lanes: Readonly<Record<Lane, LaneLimits>>;
  /** Of requests whose worker has ended. */
  readonly lostCode: ErrorCode;
  readonly logger: Logger;
}

/** What the workers of a group have open. */
export interface GroupSetup<Report> {
  /** What a worker is started with, by its index. */
  readonly setupOf: (index: number) => unknown;
  /**
   * Checks the packages that a worker has opened.
   *
   * @returns why it is not used; undefined if it is
   */
  readonly refuse: (report: Report) => Promise<string | undefined> | string | undefined;
}

export interface GroupLoad {
  readonly workers: number;
  readonly up: number;
  readonly busy: number;
  readonly queued: number;
  /** Those that have ended, or were refused, and are not back yet. */
  readonly lost: number;
}
