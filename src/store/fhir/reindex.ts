import type { KeyMode } from '../../core/key-mode.js';
import type { CommitQueue } from '../commit-queue.js';
import type { Database } from '../open.js';
import { createIndexTables } from './index-tables.js';
import { createMeta } from './meta.js';
import type { IndexRows } from './rows.js';
import { createTerms } from './terms.js';

/** Resources per transaction: enough to be fast, few enough to let other writers in between. */
const BATCH = 200;

export interface Reindexer {
  /** Whether all resources are indexed by the present definitions. */
  complete(): boolean;
  /**
   * Works through all resources of both partitions that were not yet worked through, also by an
   * earlier process; others read and write meanwhile. Returns how many it indexed, and for how many of them
   * `index` threw: those are found by nothing but their id.
   */
  run(how?: ReindexOptions): Promise<{ readonly resources: number; readonly failed: number }>;
}

export interface ReindexOptions {
  /** Works through all of them even if the index is as it should be. */
  readonly anew?: boolean;
  /** Called after each batch with the number done; may delay the next one. */
  readonly told?: (resources: number) => Promise<void> | void;
}

export interface ReindexParts<R> {
  readonly database: Database;
  readonly queue: CommitQueue<R>;
  /** What a resource is found by, from its text. */
  readonly index: (body: string) => IndexRows;
  /** Hash of everything that determines the rows; a change invalidates all of them. */
  readonly hash: string;
}

interface Row {
  readonly pk: number;
  readonly space: string;
  readonly body: string;
}

const modeOf = (space: string): KeyMode => (space.startsWith('live/') ? 'live' : 'test');

/**
 * Keeps the index in step with the definitions. `index_hash` is that of the last whole pass;
 * `reindex_hash` and `reindexed_to` record the progress of the present one.
 */
export function createReindexing<R>(parts: ReindexParts<R>): Reindexer {
  const { database, queue, hash } = parts;
  const terms = createTerms(database);
  queue.onUndone(terms.forget);
  const tables = createIndexTables(database, terms);
  const meta = createMeta(database);
  const next = database.prepare<[number, number], Row>(
    `SELECT r.pk, t.text AS space, r.body FROM fhir_resource r JOIN fhir_term t ON t.id = r.space
     WHERE r.pk > ? AND r.deleted = 0 ORDER BY r.pk LIMIT ?`,
  );
  // Whatever comes into an empty store is indexed by the present definitions.
  let complete = database.prepare('SELECT 1 FROM fhir_resource LIMIT 1').get() === undefined;

  function rowsOf(body: string): IndexRows | undefined {
    try {
      return parts.index(body);
    } catch {
      // One that was stored under other rules must not keep all others from being found.
      return undefined;
    }
  }

  function indexAnew({ pk, space, body }: Row): boolean {
    const rows = rowsOf(body);
    tables.clear(pk);
    if (rows !== undefined) tables.set(pk, modeOf(space), rows);
    return rows !== undefined;
  }

  /** In a transaction. */
  function doBatch() {
    const from = meta.get('reindex_hash') === hash ? Number(meta.get('reindexed_to') ?? 0) : 0;
    const rows = next.all(from, BATCH);
    const failed = rows.filter((row) => !indexAnew(row)).length;
    const done = rows.length < BATCH;
    meta.set('reindex_hash', done ? '' : hash);
    meta.set('reindexed_to', String(rows.at(-1)?.pk ?? from));
    if (done) meta.set('index_hash', hash);
    return { value: { resources: rows.length, failed, done }, records: [] };
  }

  /** In a transaction: the next process starts from the first resource. */
  function forget() {
    for (const name of ['index_hash', 'reindex_hash']) meta.set(name, '');
    return { value: undefined, records: [] };
  }

  return {
    complete() {
      complete ||= meta.get('index_hash') === hash;
      return complete;
    },
    async run({ anew = false, told } = {}) {
      let resources = 0;
      let failed = 0;
      if (anew && meta.get('index_hash') === hash) await queue.run(forget, { wait: 'synced' });
      for (let done = meta.get('index_hash') === hash; !done; ) {
        const batch = await queue.run(doBatch, { wait: 'synced' });
        resources += batch.resources;
        failed += batch.failed;
        done = batch.done;
        await told?.(resources);
      }
      return { resources, failed };
    },
  };
}
