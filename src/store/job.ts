import type { KeyMode } from '../core/key-mode.js';

export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'expired';

/** A job without its request and result. Times are milliseconds since 1970. */
export interface JobSummary {
  readonly jobId: string;
  readonly mode: KeyMode;
  readonly keyId: string;
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
  /** When its result is forgotten. */
  readonly expiresAt: number | null;
}

export interface NewJob
  extends Pick<JobSummary, 'jobId' | 'mode' | 'keyId' | 'operation' | 'requestId' | 'createdAt'> {
  /** JSON */
  readonly request: string;
  /** The name of the file that contains the rest of it. */
  readonly file: string | null;
  readonly fileBytes: number;
}

/** A job that is to be worked on. */
export interface WaitingJob extends JobSummary, Pick<NewJob, 'request' | 'file'> {}

/** Whose jobs: a key's, and those of the keys that it took the place of. */
export interface Owner {
  readonly mode: KeyMode;
  readonly keyId: string;
}

/** What comes of a job when its status changes. */
export interface Move {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
  readonly at: number;
  readonly progress?: number;
  /** Added to the number of attempts. */
  readonly attempts?: number;
  /** Only this attempt, where several may have been made. */
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

/** All that writes is to be called in a transaction. */
export interface JobRepository {
  insert(job: NewJob): void;
  find(jobId: string): JobSummary | undefined;
  /** The same of an owner's jobs alone. */
  findOwned(jobId: string, owner: Owner): JobSummary | undefined;
  /** JSON, each of the two where there is one. */
  outcome(jobId: string): { result: string | null; error: string | null };
  /** Newest first. */
  list(owner: Owner, page: JobPage): JobSummary[];
  /** Of all keys, newest first. */
  listAll(page: Omit<JobPage, 'before'>): JobSummary[];
  /** How many of an owner's have not ended. */
  openOf(owner: Owner): number;
  /** How many of all have not ended, and what their files take. */
  open(): { queued: number; running: number; fileBytes: number };
  running(): string[];
  /** Names of the files that are still needed. */
  files(): string[];
  /** Of the keys with the fewest jobs under way the oldest, but for operations that are left out. */
  next(without: readonly string[]): WaitingJob | undefined;
  /** False when the job had none of the statuses; the name of its file when it has come to its end. */
  move(jobId: string, move: Move): { file: string | null } | false;
  /** How far a running job has come. */
  advance(jobId: string, progress: number, at: number): void;
  eventsAfter(jobId: string, seq: number): JobEvent[];
  /** Whether its result can still be read: its key, or a replacement of it, is valid. */
  ownerInForce(keyId: string, now: number): boolean;
  /** Forgets the results whose time is over, and the jobs for which it has been so for `keptMs`. */
  forget(now: number, keptMs: number): { expired: number; removed: number };
}
