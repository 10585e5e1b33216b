import type { KeyMode } from '../core/key-mode.js';
import { AccountWriter } from './account-writer.js';
import { type AuditRepository, createAuditRepository } from './audit-repository.js';
import { carryOutAuditRead, carryOutRead, carryOutSteps } from './carry-out-steps.js';
import type { CardRepository } from './cds-card.js';
import { createCardRepository } from './cds-card-repository.js';
import type { CommitQueue } from './commit-queue.js';
import type { CommitmentRepository } from './dicom-commitment.js';
import { createCommitmentRepository } from './dicom-commitment-repository.js';
import type { DicomObjectRepository } from './dicom-object.js';
import { createDicomObjectRepository } from './dicom-object-repository.js';
import type { SendRepository } from './dicom-send.js';
import { createDicomSendRepository } from './dicom-send-repository.js';
import type { VerificationRepository } from './dicom-verification.js';
import { createVerificationRepository } from './dicom-verification-repository.js';
import type { WorklistRepository } from './dicom-worklist.js';
import { createWorklistRepository } from './dicom-worklist-repository.js';
import type { FhirTables, FhirTransaction } from './fhir/create-store.js';
import { createIdempotencyRepository, type IdempotencyTable } from './idempotency-repository.js';
import { createImportProgressWriter } from './import-progress.js';
import type { JobRepository, WaitingJob } from './job.js';
import { createJobRepository } from './job-repository.js';
import { createKeyRepository, type KeyRepository } from './key-repository.js';
import { writeKey } from './key-writer.js';
import type { Database } from './open.js';
import { createReadingRepository, type ReadingTable } from './reading-repository.js';
import type { Commit, Conclusion, Decision, Step, UnitOfWork, Write } from './unit-of-work.js';
import type { DeliveryRepository } from './webhook-delivery.js';
import { createDeliveryRepository } from './webhook-delivery-repository.js';

export interface CommitParts<R> {
  readonly database: Database;
  readonly queue: CommitQueue<R>;
  /** If absent, FHIR resources cannot be read or written. */
  readonly fhir?: FhirTables;
  /** Called when something is committed that has to be delivered. */
  readonly onDeliveries?: () => void;
}

type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

/** The writes that concern jobs. */
class JobWriter {
  readonly #jobs: JobRepository;

  constructor(jobs: JobRepository) {
    this.#jobs = jobs;
  }

  insert({ job, limits }: WriteOf<'job.insert'>): void {
    if (limits !== undefined) {
      const { perOwner, fileBytes } = limits;
      if (this.#jobs.openOf(job) >= perOwner.max) throw perOwner.refusal;
      if (this.#jobs.open().fileBytes + job.fileBytes > fileBytes.max) throw fileBytes.refusal;
    }
    this.#jobs.insert(job);
  }

  move({ jobId, move, refusal }: WriteOf<'job.move'>) {
    const moved = this.#jobs.move(jobId, move);
    if (moved === false && refusal !== undefined) throw refusal;
    return moved;
  }

  take({ without, at }: WriteOf<'job.take'>): WaitingJob | undefined {
    const job = this.#jobs.next(without);
    if (job === undefined) return undefined;
    this.#jobs.move(job.jobId, { from: ['queued'], to: 'running', at, attempts: 1 });
    return { ...job, attempts: job.attempts + 1 };
  }

  advance({ jobId, progress, at }: WriteOf<'job.advance'>): void {
    this.#jobs.advance(jobId, progress, at);
  }

  forget({ now, keptMs }: WriteOf<'job.forget'>) {
    return this.#jobs.forget(now, keptMs);
  }
}

function requireResource(
  { type, id, refusal }: WriteOf<'fhir.require'>,
  transaction: FhirTransaction,
): void {
  const row = transaction.read(type, id);
  if (row === undefined || row.deleted) throw refusal;
}

/** The context in which steps are carried out. */
interface StepTargets {
  readonly readings: Pick<ReadingTable, 'save'>;
  readonly idempotency: Pick<IdempotencyTable, 'save'>;
  readonly jobs: JobWriter;
  readonly accounts: AccountWriter;
  readonly keys: KeyRepository;
  readonly audit: AuditRepository;
  readonly writeImportProgress: ReturnType<typeof createImportProgressWriter>;
  readonly dicomObjects: DicomObjectRepository;
  readonly dicomSends: SendRepository;
  readonly commitments: CommitmentRepository;
  readonly verifications: VerificationRepository;
  readonly worklist: WorklistRepository;
  readonly deliveries: Pick<DeliveryRepository, 'insert' | 'move' | 'replay' | 'forget'>;
  readonly cards: Pick<CardRepository, 'insert' | 'conclude' | 'forget'>;
  readonly fhir: FhirTables | undefined;
}

/** Carries out the steps of one unit of work, one after the other in the open transaction. */
class StepCarrier {
  readonly #targets: StepTargets;
  readonly #mode: KeyMode | undefined;
  #fhirTransaction: FhirTransaction | undefined;
  /** Whether there is something to be delivered now. */
  hasDeliveries = false;

  constructor(targets: StepTargets, mode: KeyMode | undefined) {
    this.#targets = targets;
    this.#mode = mode;
  }

  carryOut(step: Step): unknown {
    const { readings, idempotency, jobs, keys, accounts, audit } = this.#targets;
    const { dicomObjects, dicomSends, commitments, verifications } = this.#targets;
    const { worklist, deliveries, cards } = this.#targets;
    switch (step.kind) {
      case 'imaging-reading.insert':
        return readings.save(step.reading);
      case 'idempotency.complete':
        return idempotency.save(step.answer);
      case 'job.insert':
        return jobs.insert(step);
      case 'job.move':
        return jobs.move(step);
      case 'job.take':
        return jobs.take(step);
      case 'job.advance':
        return jobs.advance(step);
      case 'job.forget':
        return jobs.forget(step);
      case 'api-key.insert':
      case 'api-key.replace':
      case 'api-key.revoke':
        return writeKey(keys, step);
      case 'dicom-object.insert':
        return dicomObjects.insert(step.object);
      case 'dicom-object.forget':
        return dicomObjects.forgetBefore(step.before);
      case 'dicom-object.drop':
        return dicomObjects.drop(step.files);
      case 'dicom-object.routed':
        return dicomObjects.noteRouted(step.mode, step.instanceUid);
      case 'dicom-send.insert':
        return dicomSends.insert(step.sends);
      case 'dicom-send.move':
        return dicomSends.move(step.move);
      case 'dicom-send.forget':
        return dicomSends.forget(step.before);
      case 'dicom-commitment.put':
        return commitments.put(step.commitment);
      case 'dicom-verification.insert':
        return verifications.insert(step);
      case 'dicom-worklist.find':
        return worklist.find(step.key);
      case 'dicom-worklist.put':
        return worklist.put(step.item);
      case 'dicom-worklist.conclude':
        return worklist.conclude(step);
      case 'dicom-worklist.forget':
        return worklist.forget();
      case 'webhook-delivery.insert':
        this.hasDeliveries ||= step.deliveries.length > 0;
        return deliveries.insert(step.deliveries);
      case 'webhook-delivery.replay':
        return deliveries.replay(step);
      case 'webhook-delivery.move':
        return deliveries.move(step);
      case 'webhook-delivery.forget':
        return deliveries.forget(step.before);
      case 'cds-card.insert':
        return cards.insert(step.cards);
      case 'cds-card.conclude':
        return cards.conclude(step);
      case 'cds-card.forget':
        return cards.forget(step.before);
      case 'dicom-result.insert':
        return worklist.insertResult(step);
      case 'dicom-result.find':
        return worklist.isResult(step.mode, step.instanceUid);
      case 'fhir.put':
        return this.#resources().put(step.resource);
      case 'fhir.remove':
        return this.#resources().remove(step.type, step.id);
      case 'fhir.require':
        return requireResource(step, this.#resources());
      case 'time':
        return this.#resources().now;
      case 'fhir.read':
      case 'fhir.read-version':
      case 'fhir.read-many':
      case 'fhir.references':
      case 'fhir.history':
      case 'fhir.search':
        return carryOutRead(step, this.#resources());
      case 'import-progress.put':
        return this.#targets.writeImportProgress(step.importId, step.progress);
      case 'audit.lock':
        // Each transaction begins with the only write lock of the database.
        return undefined;
      case 'audit.release':
        return audit.release(step.segment);
      case 'audit.record':
      case 'audit.newest':
      case 'audit.highest-number':
      case 'audit.records':
      case 'audit.first-since':
      case 'audit.segments':
        return carryOutAuditRead(step, audit);
      case 'attempt':
        return this.#resources().attempt(() => this.decide(step.part()));
      default:
        return accounts.carryOut(step);
    }
  }

  decide<T>(decision: Decision<T>): T {
    return carryOutSteps(decision, (step) => this.carryOut(step));
  }

  /** The FHIR part of the transaction begins when the first step needs it. */
  #resources(): FhirTransaction {
    const { fhir } = this.#targets;
    if (fhir === undefined || this.#mode === undefined) {
      throw new Error('A unit of work without a mode has no resources.');
    }
    this.#fhirTransaction ??= fhir.transactionIn(this.#mode);
    return this.#fhirTransaction;
  }
}

/** Carries units of work out in SQLite, each in the next group commit. */
class SqliteEngine<R> {
  readonly #queue: CommitQueue<R>;
  readonly #targets: StepTargets;
  readonly #onDeliveries: () => void;

  constructor({ database, queue, fhir, onDeliveries = () => undefined }: CommitParts<R>) {
    this.#queue = queue;
    this.#onDeliveries = onDeliveries;
    this.#targets = {
      readings: createReadingRepository(database),
      idempotency: createIdempotencyRepository(database),
      jobs: new JobWriter(createJobRepository(database)),
      accounts: new AccountWriter(database),
      keys: createKeyRepository(database),
      audit: createAuditRepository(database),
      writeImportProgress: createImportProgressWriter(database),
      dicomObjects: createDicomObjectRepository(database),
      dicomSends: createDicomSendRepository(database),
      commitments: createCommitmentRepository(database),
      verifications: createVerificationRepository(database),
      worklist: createWorklistRepository(database),
      deliveries: createDeliveryRepository(database),
      cards: createCardRepository(database),
      fhir,
    };
  }

  commit<T>(unit: UnitOfWork<T, R>): Promise<T> {
    const { mode, work, refused, wait } = unit;
    if (typeof work !== 'function' && (work.writes ?? []).length === 0) {
      return this.#queue.record(work.records, wait).then(() => work.value);
    }
    const carrier = () => new StepCarrier(this.#targets, mode);
    let last = carrier();
    const committed = this.#queue.run(
      () => {
        last = carrier();
        return this.#carryOutWork(unit, last);
      },
      {
        wait,
        ...(refused !== undefined && {
          refused: (thrown) => {
            last = carrier();
            return this.#carryOutRefusal(refused(thrown), last);
          },
        }),
      },
    );
    return committed.finally(() => {
      if (last.hasDeliveries) this.#onDeliveries();
    });
  }

  #carryOutWork<T>({ work }: UnitOfWork<T, R>, carrier: StepCarrier): Conclusion<T, R> {
    const conclusion = typeof work === 'function' ? carrier.decide(work()) : work;
    for (const write of conclusion.writes ?? []) carrier.carryOut(write);
    return conclusion;
  }

  #carryOutRefusal(
    { records, writes = [] }: Omit<Conclusion<unknown, R>, 'value'>,
    carrier: StepCarrier,
  ): readonly R[] {
    for (const write of writes) carrier.carryOut(write);
    return records;
  }
}

/** @returns the function that commits units of work to a database */
export function createCommit<R>(parts: CommitParts<R>): Commit<R> {
  const engine = new SqliteEngine(parts);
  return (unit) => engine.commit(unit);
}
