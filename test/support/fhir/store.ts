import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/core/clock.js';
import { createCommit } from '../../../src/store/create-commit.js';
import { createFhirStore, type FhirTransaction } from '../../../src/store/fhir/create-store.js';
import type { IndexRows } from '../../../src/store/fhir/rows.js';
import type { FhirReader, NewVersion } from '../../../src/store/fhir/store.js';
import { openDatabase } from '../../../src/store/open.js';
import { auditQueue } from '../audit-queue.js';
import { EVENT } from '../audit-records.js';
import { scratchFolder } from '../scratch-folder.js';
import { stoppedClock } from '../stopped-clock.js';

export const NO_ROWS: IndexRows = {
  tokens: [],
  strings: [],
  references: [],
  dates: [],
  numbers: [],
};

/** A new version whose text says which one it is. */
export function versionOf(
  type: string,
  id: string,
  rows: Partial<IndexRows> = {},
  method: NewVersion['method'] = 'PUT',
): NewVersion {
  const text = [`${type}/${id} v`, ' @', ''] as const;
  return { type, id, method, rows: { ...NO_ROWS, ...rows }, text };
}

type Writer = (work: (transaction: FhirTransaction) => unknown) => Promise<unknown>;
const writers = new WeakMap<FhirReader, Writer>();

/** A store in a folder of its own (or one that is given), and everything around it. */
export function openStore(folder = scratchFolder(), clock: Clock = stoppedClock()) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  const queue = auditQueue(database, clock);
  const store = createFhirStore(database, queue, clock, () => true);
  const commit = createCommit({ database, queue, fhir: store });

  for (const mode of ['test', 'live'] as const) {
    writers.set(store.in(mode), (work) =>
      queue.run(() => ({ value: work(store.transactionIn(mode)), records: [EVENT] }), {
        wait: 'synced',
        refused: () => [{ ...EVENT, outcome: 'refused' }],
      }),
    );
  }
  return { folder, database, queue, store, commit };
}

/** Does work that is not refused in the transaction of what a reader reads, with one record. */
export function write<T>(
  reader: FhirReader,
  work: (transaction: FhirTransaction) => T,
): Promise<T> {
  const writer = writers.get(reader);
  if (writer === undefined) throw new Error('The reader is of no store that was opened here.');
  return writer(work) as Promise<T>;
}
