import type { AppError } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import type { StoredReading } from '../core/stored-reading.js';
import type { AuditRow, SegmentRow, SequenceRange } from './audit-repository.js';
import type { CardWrite } from './cds-card.js';
import type { CommitWait } from './commit-queue.js';
import type { PutCommitment } from './dicom-commitment.js';
import type { DicomObjectWrite, ObjectInsertion } from './dicom-object.js';
import type { SendWrite } from './dicom-send.js';
import type { InsertVerification } from './dicom-verification.js';
import type { FoundWorklistItem, WorklistRead, WorklistWrite } from './dicom-worklist.js';
import type { StoreQuery } from './fhir/filter.js';
import type {
  HistoryPage,
  HistoryQuery,
  NewVersion,
  ResourceName,
  SearchPage,
  StoredResource,
} from './fhir/store.js';
import type { StoredAnswer } from './idempotency-repository.js';
import type { Move, NewJob, WaitingJob } from './job.js';
import type { KeyWrite } from './key-writer.js';
import type { AccountWrite } from './user.js';
import type { DeliveryWrite } from './webhook-delivery.js';

/*
 * Changes to be stored, as data. Independent of SQLite and of synchronous
 * transactions: an engine carries a unit of work out in its own way, and reports when it is committed.
 */

/** What an analysis of an image keeps for later comparisons. */
interface InsertReading {
  readonly kind: 'imaging-reading.insert';
  readonly reading: StoredReading;
}

/** The answer that a repetition of the request gets; replaces an older one. */
interface CompleteIdempotency {
  readonly kind: 'idempotency.complete';
  readonly answer: StoredAnswer;
}

/** A job to be queued, if its owner and the appliance may have one more. */
export interface InsertJob {
  readonly kind: 'job.insert';
  readonly job: NewJob;
  /** Without them it is queued in any case. */
  readonly limits?: JobLimits;
}

export interface JobLimits {
  /** Maximum unfinished jobs of one owner. */
  readonly perOwner: { readonly max: number; readonly refusal: AppError };
  /** Maximum bytes of the files of all unfinished jobs. */
  readonly fileBytes: { readonly max: number; readonly refusal: AppError };
}

/** Another status of a job. */
export interface MoveJob {
  readonly kind: 'job.move';
  readonly jobId: string;
  readonly move: Move;
  /** Thrown where the job has none of the statuses in `from`; without it nothing happens. */
  readonly refusal?: AppError;
}

/** Starts the next queued job. */
interface TakeJob {
  readonly kind: 'job.take';
  /** Operations whose jobs are not started. */
  readonly without: readonly string[];
  readonly at: number;
}

interface AdvanceJob {
  readonly kind: 'job.advance';
  readonly jobId: string;
  readonly progress: number;
  readonly at: number;
}

/** Expired results, and jobs whose result expired at least `keptMs` ago. */
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

/** The last version of a resource; one that is already deleted is unchanged. */
interface RemoveResource {
  readonly kind: 'fhir.remove';
  readonly type: string;
  readonly id: string;
}

/** Requires a resource to exist: what is written with it refers to it. */
interface RequireResource {
  readonly kind: 'fhir.require';
  readonly type: string;
  readonly id: string;
  readonly refusal: AppError;
}

/** How far the import of a file has come, with what was imported: each item is stored once. */
interface PutImportProgress {
  readonly kind: 'import-progress.put';
  /** The file, by the mode and its SHA-256. */
  readonly importId: string;
  /** JSON */
  readonly progress: string;
}

/**
 * Until the unit of work ends, no other one, of this process or another, changes the audit log: the
 * unit may change the files that belong to it. Comes before everything else in its unit.
 */
interface LockAudit {
  readonly kind: 'audit.lock';
}

/** Lists a segment that was made of the oldest records, which are deleted. */
interface ReleaseSegment {
  readonly kind: 'audit.release';
  readonly segment: SegmentRow;
}

/** A change of what is stored. */
export type Write =
  | LockAudit
  | ReleaseSegment
  | InsertReading
  | CompleteIdempotency
  | InsertJob
  | MoveJob
  | TakeJob
  | AdvanceJob
  | ForgetJobs
  | PutResource
  | RemoveResource
  | RequireResource
  | PutImportProgress
  | KeyWrite
  | AccountWrite
  | DicomObjectWrite
  | SendWrite
  | PutCommitment
  | InsertVerification
  | WorklistWrite
  | DeliveryWrite
  | CardWrite;

/** The current version of a resource, deleted or not. */
interface ReadResource {
  readonly kind: 'fhir.read';
  readonly type: string;
  readonly id: string;
}

interface ReadVersion {
  readonly kind: 'fhir.read-version';
  readonly type: string;
  readonly id: string;
  readonly version: number;
}

/** Those of these resources that exist and are not deleted. */
interface ReadResources {
  readonly kind: 'fhir.read-many';
  readonly names: readonly ResourceName[];
}

/** The resources that these refer to by a parameter (`Observation?subject`). */
interface ReadReferences {
  readonly kind: 'fhir.references';
  readonly type: string;
  readonly ids: readonly string[];
  readonly parameter: string;
}

interface ReadHistory {
  readonly kind: 'fhir.history';
  readonly query: HistoryQuery;
}

interface SearchResources {
  readonly kind: 'fhir.search';
  readonly query: StoreQuery;
}

/** A read of stored resources; in a transaction it sees what that has written so far. */
export type ResourceRead =
  | ReadResource
  | ReadVersion
  | ReadResources
  | ReadReferences
  | ReadHistory
  | SearchResources;

interface ReadRecord {
  readonly kind: 'audit.record';
  readonly seq: number;
}

/** The newest record that is not sealed. */
interface ReadNewestRecord {
  readonly kind: 'audit.newest';
}

/** The highest number ever given to a record: above the newest record's where records were removed. */
interface ReadHighestNumber {
  readonly kind: 'audit.highest-number';
}

/** The records of an interval that are not sealed, oldest first. */
interface ReadRecords {
  readonly kind: 'audit.records';
  readonly range: SequenceRange;
}

/** The first record that is not older than a time (ISO 8601, UTC). */
interface ReadFirstSince {
  readonly kind: 'audit.first-since';
  readonly since: string;
}

/** The segments that records were moved to, oldest first. */
interface ReadSegments {
  readonly kind: 'audit.segments';
}

/** A read of the audit log. */
export type AuditRead =
  | ReadRecord
  | ReadNewestRecord
  | ReadHighestNumber
  | ReadRecords
  | ReadFirstSince
  | ReadSegments;

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
export type Step = Write | ResourceRead | AuditRead | WorklistRead | ReadTime | AttemptStep;

/** What each kind of step results in. */
interface Outcomes {
  /** The name of the job's file once it has ended; false where its status was not changed. */
  readonly 'job.move': { readonly file: string | null } | false;
  readonly 'job.take': WaitingJob | undefined;
  readonly 'job.forget': { readonly expired: number; readonly removed: number };
  readonly 'dicom-object.insert': ObjectInsertion;
  /** The names of their files. */
  readonly 'dicom-object.forget': readonly string[];
  readonly 'dicom-send.move': boolean;
  /** False where no such card is known. */
  readonly 'cds-card.conclude': boolean;
  readonly 'dicom-worklist.find': FoundWorklistItem | undefined;
  readonly 'dicom-worklist.forget': number;
  readonly 'dicom-result.find': boolean;
  /** The readings that are verified. */
  readonly 'dicom-verification.insert': readonly string[];
  readonly 'fhir.put': StoredResource;
  readonly 'fhir.remove': StoredResource | undefined;
  readonly 'fhir.read': StoredResource | undefined;
  readonly 'fhir.read-version': StoredResource | undefined;
  readonly 'fhir.read-many': readonly StoredResource[];
  readonly 'fhir.references': readonly ResourceName[];
  readonly 'fhir.history': HistoryPage;
  readonly 'fhir.search': SearchPage;
  readonly 'audit.record': AuditRow | undefined;
  readonly 'audit.newest': AuditRow | undefined;
  readonly 'audit.highest-number': number;
  readonly 'audit.records': readonly AuditRow[];
  readonly 'audit.first-since': number | undefined;
  readonly 'audit.segments': readonly SegmentRow[];
  readonly time: number;
}

export type OutcomeOf<S extends Step> = S['kind'] extends keyof Outcomes
  ? Outcomes[S['kind']]
  : unknown;

/**
 * A part of a unit of work that depends on what is stored: a version, a conditional create. It is
 * what an asynchronous function of a transaction would be, but yields its requests to the
 * transaction instead of waiting for it. So an engine that answers synchronously (SQLite, on one connection)
 * runs it without interleaving other work, and an asynchronous engine can wait.
 *
 * Its generator function must be declared at the top level of a module and take what it needs as arguments,
 * never inside another function: V8 gives each such closure a hidden class in the old generation, which
 * retains everything the function has closed over until the next full collection.
 */
export type Decision<T> = Generator<Step, T, unknown>;

/** A decision that only reads resources: it needs no unit of work, but may be a part of one. */
export type ReadDecision<T> = Generator<ResourceRead, T, unknown>;

/** The same for the audit log. */
export type AuditDecision<T> = Generator<AuditRead, T, unknown>;

/** The outcome of a unit of work. */
export interface Conclusion<T, R> {
  readonly value: T;
  readonly writes?: readonly Write[];
  /** Records for the audit log. */
  readonly records: readonly R[];
}

/** Everything that one call stores: committed together or not at all. */
export interface UnitOfWork<T, R> {
  /** The partition whose resources are read and written. */
  readonly mode?: KeyMode;
  /** Known beforehand, or decided inside the transaction. */
  readonly work: Conclusion<T, R> | (() => Decision<Conclusion<T, R>>);
  /**
   * Committed instead where the work throws, after all its writes were rolled back; if absent,
   * nothing is.
   */
  readonly refused?: (thrown: unknown) => Omit<Conclusion<unknown, R>, 'value'>;
  readonly wait: CommitWait;
}

/**
 * Commits a unit of work and resolves with its value when it is committed, and synced if that was
 * requested. Rejects with what the work threw, or with `overloaded` when it could not be committed:
 * then nothing of it is stored.
 *
 * `R` is what the audit log takes as a record.
 */
export type Commit<R> = <T>(unit: UnitOfWork<T, R>) => Promise<T>;
