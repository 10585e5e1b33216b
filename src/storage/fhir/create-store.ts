import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { CommitQueue } from '../commit-queue.js';
import type { KeyMode } from '../key-repository.js';
import type { Database } from '../open.js';
import { createHistory } from './history.js';
import { createSingleReader } from './read.js';
import { createSearch } from './search.js';
import type { FhirPartition, FhirReader, FhirStore, FhirTransaction } from './store.js';
import { createTerms, type Terms } from './terms.js';
import { createWriter } from './write.js';

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
    // A full disk has ended the transaction: what came now would be kept without the rest.
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

/** Finding too little is worse than finding nothing for a while, above all before a write. */
function onlyWhen(complete: () => boolean, search: FhirReader['search']): FhirReader['search'] {
  return (query) => {
    if (complete()) return search(query);
    const message = 'The search index is being rebuilt; reading and writing by id goes on.';
    throw new AppError('overloaded', message, { retryAfterSeconds: 30 });
  };
}

/**
 * Resources in SQLite. Writes share the transactions of the queue with their audit records; reads
 * see what is committed, and inside a write what that has written so far.
 *
 * @param complete whether the search index is
 */
export function createFhirStore<R>(
  database: Database,
  queue: CommitQueue<R>,
  clock: Clock,
  complete: () => boolean,
): FhirStore<R> {
  const terms = createTerms(database);
  queue.onUndone(terms.forget);
  const singles = createSingleReader(database, terms);
  const history = createHistory(database, terms);
  const search = createSearch(database, terms);
  const writer = createWriter(database, terms);
  const attempt = createAttempt(database, terms);
  const writeTime = createWriteTime(database, clock);

  function partition(mode: KeyMode): FhirPartition<R> {
    const reader: FhirReader = {
      ...singles(mode),
      history: history(mode),
      search: onlyWhen(complete, search(mode)),
    };
    return {
      ...reader,
      write(work, refused) {
        const perform = () => {
          const now = writeTime();
          return work({ ...reader, ...writer(mode, now), attempt, now });
        };
        return queue.run(perform, { refused, wait: 'synced' });
      },
    };
  }

  const partitions: Readonly<Record<KeyMode, FhirPartition<R>>> = {
    test: partition('test'),
    live: partition('live'),
  };
  return { in: (mode) => partitions[mode] };
}
