import type { AppError } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import type { StoredReading } from '../core/stored-reading.js';
import type { CommitWait } from './commit-queue.js';
import type { StoreQuery } from './fhir/filter.js';
import type { FhirReader, NewVersion, SearchPage, StoredResource } from './fhir/store.js';
import type { StoredAnswer } from './idempotency-repository.js';
import type { Move, NewJob, WaitingJob } from './job.js';

/*
 * Changes to be stored, as data. Independent of SQLite and of synchronous
 * transactions: an engine carries a unit of work out in its own way, and reports when it is committed.
 */

/** What an analysis of an image keeps for later comparisons. */
interface InsertReading {
  readonly kind: 'imaging-reading.insert';
  readonly reading: StoredReading;
}

/** The answer that a repetition of the request gets; takes the place of an older one. */
interface CompleteIdempotency {
  readonly kind: 'idempotency.complete';
  readonly answer: StoredAnswer;
}

/** A job that is to wait, if its owner and the appliance may have one more. */
interface InsertJob {
  readonly kind: 'job.insert';
  readonly job: NewJob;
  readonly limits: JobLimits;
}

export interface JobLimits {
  /** Maximum unfinished jobs of one owner. */
  readonly perOwner: { readonly max: number; readonly refusal: AppError };
  /** What the files of all jobs that have not ended may take. */
  readonly fileBytes: { readonly max: number; readonly refusal: AppError };
}

/** Another status of a job. */
export interface MoveJob {
  readonly kind: 'job.move';
  readonly jobId: string;
  readonly move: Move;
  /** Thrown where the job has none of the statuses to move from; without it nothing happens. */
  readonly refusal?: AppError;
}

/** The next job that waits begins to run. */
interface TakeJob {
  readonly kind: 'job.take';
  /** Operations that are left out. */
  readonly without: readonly string[];
  readonly at: number;
}

interface AdvanceJob {
  readonly kind: 'job.advance';
  readonly jobId: string;
  readonly progress: number;
  readonly at: number;
}

/** Results whose time is over, and the jobs for which it has been over for `keptMs`. */
interface ForgetJobs {
  readonly kind: 'job.forget';
  readonly now: number;
  readonly keptMs: number;
}

/** The next version of a resource. */
interface PutResource {
  readonly kind: 'fhir.put';
  readonly resource: NewVersion;
}

/** The last version of a resource; one that was deleted before stays as it is. */
interface RemoveResource {
  readonly kind: 'fhir.remove';
  readonly type: string;
  readonly id: string;
}

/** A resource has to be there and not deleted: it is what is written with it refers to. */
interface RequireResource {
  readonly kind: 'fhir.require';
  readonly type: string;
  readonly id: string;
  readonly refusal: AppError;
}

/** A change of what is stored. */
export type Write =
  | InsertReading
  | CompleteIdempotency
  | InsertJob
  | MoveJob
  | TakeJob
  | AdvanceJob
  | ForgetJobs
  | PutResource
  | RemoveResource
  | RequireResource;

/** The current version of a resource; one that was deleted comes too. */
interface ReadResource {
  readonly kind: 'fhir.read';
  readonly type: string;
  readonly id: string;
}

interface SearchResources {
  readonly kind: 'fhir.search';
  readonly query: StoreQuery;
}

/** A read with the reader of the transaction, which sees what it has written so far. */
interface ReadStep {
  readonly kind: 'fhir.look-up';
  readonly lookUp: (reader: FhirReader) => unknown;
}

/** The time of all writes of the transaction: never before the last write. */
interface ReadTime {
  readonly kind: 'time';
}

/** A part that can fail alone: when it throws, its own writes are rolled back. */
interface AttemptStep {
  readonly kind: 'attempt';
  readonly part: () => Decision<unknown>;
}

/** One step of a decision. */
export type Step = Write | ReadResource | SearchResources | ReadStep | ReadTime | AttemptStep;

/** What each kind of step results in. */
interface Outcomes {
  /** The name of the job's file once it has come to its end; false where it was not moved. */
  readonly 'job.move': { readonly file: string | null } | false;
  readonly 'job.take': WaitingJob | undefined;
  readonly 'job.forget': { readonly expired: number; readonly removed: number };
  readonly 'fhir.put': StoredResource;
  readonly 'fhir.remove': StoredResource | undefined;
  readonly 'fhir.read': StoredResource | undefined;
  readonly 'fhir.search': SearchPage;
  readonly time: number;
}

export type OutcomeOf<S extends Step> = S['kind'] extends keyof Outcomes
  ? Outcomes[S['kind']]
  : unknown;

/**
 * A part of a unit of work that depends on what is stored: a version, a conditional create. It is
 * what an asynchronous function of a transaction would be, but yields its requests to the
 * transaction instead of waiting for it. So an engine that answers at once (SQLite, on one connection)
 * carries it through without letting anybody else in between, and one that has to wait can.
 *
 * Its generator function is one of the module, called with what it needs, and never a function inside
 * another: V8 gives each of those a hidden class of its own, among the old objects, which keeps all that
 * the function has closed over until the next full collection.
 */
export type Decision<T> = Generator<Step, T, unknown>;

/** What a unit of work comes to. */
export interface Conclusion<T, R> {
  readonly value: T;
  readonly writes?: readonly Write[];
  /** Of the audit log. */
  readonly records: readonly R[];
}

/** All that one call leaves behind: committed together or not at all. */
export interface UnitOfWork<T, R> {
  /** Whose resources are read and written. */
  readonly mode?: KeyMode;
  /** Known beforehand, or decided inside the transaction. */
  readonly work: Conclusion<T, R> | (() => Decision<Conclusion<T, R>>);
  /**
   * Committed instead where the work throws, after all its writes were rolled back; without it
   * nothing.
   */
  readonly refused?: (thrown: unknown) => Omit<Conclusion<unknown, R>, 'value'>;
  readonly wait: CommitWait;
}

/**
 * Commits a unit of work and resolves with its value when it is committed, and synced if that is to
 * be waited for. Rejects with what the work threw, or with `overloaded` when it could not be
 * committed: then nothing of it is there.
 *
 * `R` is what the audit log takes as a record.
 */
export type Commit<R> = <T>(unit: UnitOfWork<T, R>) => Promise<T>;
