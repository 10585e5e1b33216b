import type { KeyMode } from '../../core/key-mode.js';
import type { CommitQueue } from '../commit-queue.js';
import type { Database, Statement } from '../sqlite.js';
import { createIndexTables, type IndexTables } from './index-tables.js';
import { createMeta, type Meta } from './meta.js';
import type { IndexRows } from './rows.js';
import { createTerms } from './terms.js';

/** Resources per transaction: enough to be fast, few enough not to block other writers. */
const BATCH = 200;

export interface ReindexOptions {
  /** Works through all of them even if the index is up to date. */
  readonly anew?: boolean;
  /** Called after each batch with the number done; may delay the next one. */
  readonly onProgress?: (resources: number) => Promise<void> | void;
}

/** The result of a run. */
export interface ReindexResult {
  readonly resources: number;
  /** Resources that could not be indexed: they can be found only by their id. */
  readonly failed: number;
}

export interface ReindexParts {
  readonly database: Database;
  readonly queue: Pick<CommitQueue<never>, 'run' | 'onUndone'>;
  /** Returns the index rows of a resource from its text. */
  readonly index: (body: string) => IndexRows;
  /** Hash of everything that determines the rows; a change invalidates all of them. */
  readonly hash: string;
}

interface Row {
  readonly pk: number;
  readonly space: string;
  readonly body: string;
}

interface Batch extends ReindexResult {
  readonly done: boolean;
}

const modeOf = (space: string): KeyMode => (space.startsWith('live/') ? 'live' : 'test');

/**
 * How far the index is up to date with the definitions, as stored in the database: `index_hash` is that
 * of the last complete pass; `reindex_hash` and `reindexed_to` record the progress of the current one.
 */
class ReindexProgress {
  readonly #meta: Meta;
  readonly #hash: string;

  constructor(meta: Meta, hash: string) {
    this.#meta = meta;
    this.#hash = hash;
  }

  get complete(): boolean {
    return this.#meta.get('index_hash') === this.#hash;
  }

  /** The last resource of the current pass; 0 before the first, and where the definitions changed. */
  get last(): number {
    const begun = this.#meta.get('reindex_hash') === this.#hash;
    return begun ? Number(this.#meta.get('reindexed_to') ?? 0) : 0;
  }

  /** To be called in a transaction. */
  advance(last: number, done: boolean): void {
    this.#meta.set('reindex_hash', done ? '' : this.#hash);
    this.#meta.set('reindexed_to', String(last));
    if (done) this.#meta.set('index_hash', this.#hash);
  }

  /** To be called in a transaction: the next pass starts from the first resource. */
  forget(): void {
    for (const name of ['index_hash', 'reindex_hash']) this.#meta.set(name, '');
  }
}

/** Keeps the index up to date with the definitions. */
export class Reindexer {
  readonly #queue: ReindexParts['queue'];
  readonly #index: ReindexParts['index'];
  readonly #tables: IndexTables;
  readonly #progress: ReindexProgress;
  readonly #next: Statement<[number, number], Row>;
  #complete: boolean;

  constructor({ database, queue, index, hash }: ReindexParts) {
    const terms = createTerms(database);
    queue.onUndone(terms.forget);
    this.#queue = queue;
    this.#index = index;
    this.#tables = createIndexTables(database, terms);
    this.#progress = new ReindexProgress(createMeta(database), hash);
    this.#next = database.prepare<[number, number], Row>(
      `SELECT r.pk, t.text AS space, r.body FROM fhir_resource r JOIN fhir_term t ON t.id = r.space
       WHERE r.pk > ? AND r.deleted = 0 ORDER BY r.pk LIMIT ?`,
    );
    // All resources of a store that is still empty will be indexed by the current definitions.
    this.#complete = database.prepare('SELECT 1 FROM fhir_resource LIMIT 1').get() === undefined;
  }

  /** Whether all resources are indexed by the current definitions. */
  complete(): boolean {
    this.#complete ||= this.#progress.complete;
    return this.#complete;
  }

  /**
   * Works through all resources of both partitions that were not yet worked through, also by an
   * earlier process; others read and write meanwhile.
   */
  async run({ anew = false, onProgress }: ReindexOptions = {}): Promise<ReindexResult> {
    let resources = 0;
    let failed = 0;
    if (anew && this.#progress.complete) await this.#commit(() => this.#progress.forget());
    for (let done = this.#progress.complete; !done; ) {
      const batch = await this.#commit(() => this.#indexBatch());
      resources += batch.resources;
      failed += batch.failed;
      done = batch.done;
      await onProgress?.(resources);
    }
    return { resources, failed };
  }

  #commit<T>(work: () => T): Promise<T> {
    return this.#queue.run(() => ({ value: work(), records: [] }), { wait: 'synced' });
  }

  #indexBatch(): Batch {
    const { last } = this.#progress;
    const rows = this.#next.all(last, BATCH);
    const failed = rows.filter((row) => !this.#indexAnew(row)).length;
    const done = rows.length < BATCH;
    this.#progress.advance(rows.at(-1)?.pk ?? last, done);
    return { resources: rows.length, failed, done };
  }

  #indexAnew({ pk, space, body }: Row): boolean {
    const rows = this.#rowsOf(body);
    this.#tables.clear(pk);
    if (rows !== undefined) this.#tables.set(pk, modeOf(space), rows);
    return rows !== undefined;
  }

  #rowsOf(body: string): IndexRows | undefined {
    try {
      return this.#index(body);
    } catch {
      // A resource stored under other rules must not prevent the others from being found.
      return undefined;
    }
  }
}
