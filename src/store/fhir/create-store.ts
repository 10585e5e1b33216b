import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import { carryOutRead } from '../carry-out-steps.js';
import type { CommitQueue } from '../commit-queue.js';
import type { Database } from '../open.js';
import { createSnapshotReads } from '../snapshot-reads.js';
import type { FhirStore } from './fhir-store.js';
import { createHistory } from './history.js';
import { createSingleReader } from './read.js';
import { createSearch } from './search.js';
import type { FhirReader } from './store.js';
import { createTerms, type Terms } from './terms.js';
import { createWriter, type Writer } from './write.js';

/** The time of what is written: the clock's, but never before what was written last. */
function createWriteTime(database: Database, clock: Clock): () => number {
  const newest = database
    .prepare<[], number | null>(
      `SELECT max((SELECT max(updated) FROM fhir_resource WHERE space = t.id))
       FROM fhir_term t WHERE t.kind = 'space'`,
    )
    .pluck();
  let last = newest.get() ?? 0;
  return () => {
    last = Math.max(last, clock());
    return last;
  };
}

function createAttempt(database: Database, terms: Terms): FhirTransaction['attempt'] {
  const save = database.prepare('SAVEPOINT part');
  const undo = database.prepare('ROLLBACK TO part');
  const release = database.prepare('RELEASE part');
  return (part) => {
    // A full disk has ended the transaction: later writes would be committed without the rest.
    if (!database.inTransaction) throw new Error('The transaction is lost.');
    save.run();
    try {
      const value = part();
      release.run();
      return value;
    } catch (error) {
      if (database.inTransaction) {
        undo.run();
        release.run();
        terms.forget();
      }
      throw error;
    }
  };
}

/** An incomplete result is worse than a temporary refusal, above all before a write. */
function onlyWhen(complete: () => boolean, search: FhirReader['search']): FhirReader['search'] {
  return (query) => {
    if (complete()) return search(query);
    const message = 'The search index is being rebuilt; reading and writing by id still works.';
    throw new AppError('overloaded', message, { retryAfterSeconds: 30 });
  };
}

/** Reads and writes inside the open transaction, and sees what it has written so far. */
export interface FhirTransaction extends FhirReader, Writer {
  /** The time of all writes of this transaction; never runs backwards. */
  readonly now: number;
  /** Runs a part of the work in its own savepoint: a throw rolls back only what that part has written. */
  attempt<T>(part: () => T): T;
}

/** The store as the commit queue uses it. */
export interface FhirTables extends FhirStore {
  in(mode: KeyMode): FhirReader;
  /** Must be called in a transaction of the commit queue. */
  transactionIn(mode: KeyMode): FhirTransaction;
}

/**
 * Resources in SQLite.
 *
 * @param queue in whose transactions they are written, together with their audit records
 * @param complete returns whether the search index is complete
 */
export function createFhirStore(
  database: Database,
  queue: Pick<CommitQueue<unknown>, 'onUndone'>,
  clock: Clock,
  complete: () => boolean,
): FhirTables {
  const terms = createTerms(database);
  queue.onUndone(terms.forget);
  const singles = createSingleReader(database, terms);
  const history = createHistory(database, terms);
  const search = createSearch(database, terms);
  const writer = createWriter(database, terms);
  const attempt = createAttempt(database, terms);
  const writeTime = createWriteTime(database, clock);

  const readerOf = (mode: KeyMode): FhirReader => ({
    ...singles(mode),
    history: history(mode),
    search: onlyWhen(complete, search(mode)),
  });

  const readSnapshot = createSnapshotReads(database);
  const readers: Readonly<Record<KeyMode, FhirReader>> = {
    test: readerOf('test'),
    live: readerOf('live'),
  };
  return {
    in: (mode) => readers[mode],
    decide: async (mode, decision) =>
      readSnapshot(decision, (step) => carryOutRead(step, readers[mode])),
    transactionIn(mode) {
      const now = writeTime();
      return { attempt, now, ...readers[mode], ...writer(mode, now) };
    },
  };
}
