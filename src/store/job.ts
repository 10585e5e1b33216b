import type { KeyMode } from '../core/key-mode.js';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** A job without its request and result. Times are milliseconds since 1970. */
export interface JobSummary {
  readonly jobId: string;
  readonly mode: KeyMode;
  readonly ownerId: string;
  readonly operation: string;
  /** Of the request that made it. */
  readonly requestId: string;
  readonly status: JobStatus;
  /** 0..1 */
  readonly progress: number;
  readonly attempts: number;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** When its result expires. */
  readonly expiresAt: number | null;
}

export interface NewJob
  extends Pick<JobSummary, 'jobId' | 'mode' | 'ownerId' | 'operation' | 'requestId' | 'createdAt'> {
  /** JSON */
  readonly request: string;
  /** The name of the file that contains the rest of the request. */
  readonly file: string | null;
  readonly fileBytes: number;
  /** Taken before all that are not. */
  readonly urgent?: boolean;
}

/** A job to be run. */
export interface WaitingJob extends JobSummary, Pick<NewJob, 'request' | 'file'> {}

/** The owner of jobs: a person, a key with the keys that it replaces, or the appliance itself. */
export interface Owner {
  readonly mode: KeyMode;
  readonly ownerId: string;
}

/** The changes to a job when its status changes. */
export interface Move {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
  readonly at: number;
  readonly progress?: number;
  /** Added to the number of attempts. */
  readonly attempts?: number;
  /** Only if this is the current attempt. */
  readonly attempt?: number;
  /** JSON */
  readonly result?: string;
  /** JSON */
  readonly error?: string;
  readonly expiresAt?: number;
}

export interface JobEvent {
  readonly seq: number;
  /** null where only the progress has changed. */
  readonly status: JobStatus | null;
  readonly progress: number;
  readonly at: number;
}

export interface JobPage {
  readonly statuses: readonly JobStatus[];
  /** Older than this one. */
  readonly before?: { readonly createdAt: number; readonly jobId: string } | undefined;
  readonly limit: number;
}

/** Methods that write must be called in a transaction. */
export interface JobRepository {
  insert(job: NewJob): void;
  find(jobId: string): JobSummary | undefined;
  /** The same of an owner's jobs alone. */
  findOwned(jobId: string, owner: Owner): JobSummary | undefined;
  /** Each as JSON, where present. */
  outcome(jobId: string): { result: string | null; error: string | null };
  /** Newest first. */
  list(owner: Owner, page: JobPage): JobSummary[];
  /** Of all owners, in one mode or in both, newest first. */
  listAll(page: JobPage, mode?: KeyMode): JobSummary[];
  /** The number of an owner's unfinished jobs. */
  openOf(owner: Owner): number;
  /** The number of all unfinished jobs, and the bytes of their files. */
  open(): { queued: number; running: number; fileBytes: number };
  running(): string[];
  /** Names of the files that are still needed. */
  files(): string[];
  /**
   * The oldest job of the owners with the fewest running jobs, urgent ones first, without the excluded
   * operations.
   */
  next(without: readonly string[]): WaitingJob | undefined;
  /** False when the job had none of the statuses; the name of its file when it has ended. */
  move(jobId: string, move: Move): { file: string | null } | false;
  /** Records the progress of a running job. */
  advance(jobId: string, progress: number, at: number): void;
  eventsAfter(jobId: string, seq: number): JobEvent[];
  /**
   * Whether its result can still be read: its key, or a replacement of it, is valid, or its person's
   * account is not disabled. The appliance always is.
   */
  ownerInForce(ownerId: string, now: number): boolean;
  /** Deletes expired results, and jobs whose result expired at least `keptMs` ago. */
  forget(now: number, keptMs: number): { expired: number; removed: number };
}
