import type { ErrorCode } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Lane } from '../../core/task.js';
import type { WorkerLimits } from './remote-worker.js';
import type { Transport } from './transport.js';

/** How many items may wait in a lane, and for how long. */
export interface LaneLimits {
  readonly limit: number;
  readonly patienceMs: number;
}

/** How workers run, with any packages. */
export interface WorkerOptions {
  readonly transport: Transport;
  /** The name of a worker in the log. */
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

/** The open packages of a group's workers. */
export interface GroupSetup<Report> {
  /** The setup of a worker, by its index. */
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
  /** Workers that have ended or failed to start, and are not yet restarted. */
  readonly lost: number;
}
