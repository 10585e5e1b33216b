import type { KeyMode } from '../core/key-mode.js';
import type { CommitQueue } from './commit-queue.js';
import type { FhirTables, FhirTransaction } from './fhir/create-store.js';
import { createIdempotencyRepository } from './idempotency-repository.js';
import { createJobRepository } from './job-repository.js';
import type { Database } from './open.js';
import { createReadingRepository } from './reading-repository.js';
import type { Commit, Conclusion, Decision, Step, UnitOfWork, Write } from './unit-of-work.js';

export interface CommitParts<R> {
  readonly database: Database;
  readonly queue: CommitQueue<R>;
  /** Without it nothing of FHIR can be read or written. */
  readonly fhir?: FhirTables;
}

type WriteOf<K extends Write['kind']> = Extract<Write, { kind: K }>;

function createJobWriter(database: Database) {
  const jobs = createJobRepository(database);
  return {
    insert({ job, limits: { perOwner, fileBytes } }: WriteOf<'job.insert'>) {
      if (jobs.openOf(job) >= perOwner.max) throw perOwner.refusal;
      if (jobs.open().fileBytes + job.fileBytes > fileBytes.max) throw fileBytes.refusal;
      jobs.insert(job);
    },
    move({ jobId, move, refusal }: WriteOf<'job.move'>) {
      const moved = jobs.move(jobId, move);
      if (moved === false && refusal !== undefined) throw refusal;
      return moved;
    },
    take({ without, at }: WriteOf<'job.take'>) {
      const job = jobs.next(without);
      if (job === undefined) return undefined;
      jobs.move(job.jobId, { from: ['queued'], to: 'running', at, attempts: 1 });
      return { ...job, attempts: job.attempts + 1 };
    },
    advance: ({ jobId, progress, at }: WriteOf<'job.advance'>) => jobs.advance(jobId, progress, at),
    forget: ({ now, keptMs }: WriteOf<'job.forget'>) => jobs.forget(now, keptMs),
  };
}

function requireResource(
  { type, id, refusal }: WriteOf<'fhir.require'>,
  transaction: FhirTransaction,
): void {
  const row = transaction.read(type, id);
  if (row === undefined || row.deleted) throw refusal;
}

/** Begins the FHIR part of a transaction when the first step needs it. */
function createFhirAccess(fhir: FhirTables | undefined, mode: KeyMode | undefined) {
  let transaction: FhirTransaction | undefined;
  return (): FhirTransaction => {
    if (fhir === undefined || mode === undefined) {
      throw new Error('A unit of work without a mode has no resources.');
    }
    transaction ??= fhir.transactionIn(mode);
    return transaction;
  };
}

/** Carries units of work out in SQLite, each in the next group commit. */
export function createCommit<R>({ database, queue, fhir }: CommitParts<R>): Commit<R> {
  const readings = createReadingRepository(database);
  const idempotency = createIdempotencyRepository(database);
  const jobs = createJobWriter(database);

  /** Carries out one step after the other in the transaction that is open. */
  function createCarrier(mode: KeyMode | undefined) {
    const resources = createFhirAccess(fhir, mode);

    function carryOut(step: Step): unknown {
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
        case 'fhir.put':
          return resources().put(step.resource);
        case 'fhir.remove':
          return resources().remove(step.type, step.id);
        case 'fhir.require':
          return requireResource(step, resources());
        case 'fhir.read':
          return resources().read(step.type, step.id);
        case 'fhir.search':
          return resources().search(step.query);
        case 'fhir.look-up':
          return step.lookUp(resources());
        case 'time':
          return resources().now;
        case 'attempt':
          return resources().attempt(() => decide(step.part()));
      }
    }

    function decide<T>(decision: Decision<T>): T {
      let next = decision.next();
      while (!next.done) {
        let outcome: unknown;
        try {
          outcome = carryOut(next.value);
        } catch (error) {
          // The decision may handle it, as `attempt` does.
          next = decision.throw(error);
          continue;
        }
        next = decision.next(outcome);
      }
      return next.value;
    }

    return { carryOut, decide };
  }

  function inTransaction<T>({ mode, work }: UnitOfWork<T, R>): Conclusion<T, R> {
    const { carryOut, decide } = createCarrier(mode);
    const conclusion = typeof work === 'function' ? decide(work()) : work;
    for (const write of conclusion.writes ?? []) carryOut(write);
    return conclusion;
  }

  return (unit) => {
    const { mode, work, refused, wait } = unit;
    if (typeof work !== 'function' && (work.writes ?? []).length === 0) {
      return queue.record(work.records, wait).then(() => work.value);
    }
    return queue.run(() => inTransaction(unit), {
      wait,
      ...(refused !== undefined && {
        refused(thrown) {
          const { records, writes = [] } = refused(thrown);
          const { carryOut } = createCarrier(mode);
          for (const write of writes) carryOut(write);
          return records;
        },
      }),
    });
  };
}
