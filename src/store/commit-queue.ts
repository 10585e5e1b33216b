import { AppError } from '../core/errors.js';
import { createDelayedSync } from './delayed-sync.js';
import type { Database } from './open.js';

/** What a piece of work gives, and the records that are committed with it. */
export interface CommittedWork<T, R> {
  readonly value: T;
  readonly records: readonly R[];
}

/**
 * `synced`: resolves when the disk has it. `written`: resolves when it is committed, so that a crash
 * of the process cannot lose it; the disk has it about 20 ms later, or with the next `synced`.
 */
export type CommitWait = 'synced' | 'written';

export interface CommitOptions<R> {
  /** The records of a work that threw; without it a throw leaves none. */
  readonly refused?: (error: unknown) => readonly R[];
  readonly wait: CommitWait;
}

export interface CommitQueue<R> {
  /**
   * Runs `work` in the next transaction, in a savepoint of its own. Rejects with what it throws, or
   * with `overloaded` when the transaction could not be committed: then nothing of it is there.
   */
  run<T>(work: () => CommittedWork<T, R>, options: CommitOptions<R>): Promise<T>;
  /** Commits records that belong to no work. */
  record(records: readonly R[], wait: CommitWait): Promise<void>;
  /** Commits and syncs what still waits. */
  flush(): void;
  /**
   * Syncs all that was committed, by this process or another, to the disk.
   *
   * @throws the SQLite error where it fails
   */
  sync(): void;
  /** Registers a callback for caches: a transaction, or a part of it, was rolled back. */
  onUndone(listener: () => void): void;
  /** False once a sync has failed: nothing can be promised any more until a restart. */
  sound(): boolean;
}

/** A group ends after so many jobs or so much work; what is left comes in the next turn. */
const MAX_JOBS = 64;
const MAX_MS = 50;

interface Job<R> {
  readonly wait: CommitWait;
  /** Does the work in the open transaction and gives its records; throws when all is lost. */
  perform(): readonly R[];
  /** Reports the result of the work after the commit. */
  settle(): void;
  reject(error: unknown): void;
}

function lost(cause: unknown): AppError {
  const message = 'The audit record could not be written, so no answer can be given.';
  return new AppError('overloaded', message, { cause, retryAfterSeconds: 30 });
}

const failedToSync = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_IOERR_FSYNC';

function createBrackets(database: Database) {
  const statement = (sql: string) => {
    const prepared = database.prepare(sql);
    return () => void prepared.run();
  };
  return {
    begin: statement('BEGIN IMMEDIATE'),
    commit: statement('COMMIT'),
    rollback: statement('ROLLBACK'),
    save: statement('SAVEPOINT job'),
    undo: statement('ROLLBACK TO job'),
    release: statement('RELEASE job'),
  };
}

/**
 * Group commit: all work that arrives in one turn of the event loop shares one transaction, and so one
 * sync of the disk.
 *
 * @param append writes records; called in the transaction, once a group, after all its work
 */
export function createCommitQueue<R>(
  database: Database,
  append: (records: readonly R[]) => void,
): CommitQueue<R> {
  let waiting: Job<R>[] = [];
  let scheduled = false;
  let broken = false;
  const listeners: (() => void)[] = [];
  const brackets = createBrackets(database);
  const delayed = createDelayedSync(database, (error) => {
    broken ||= failedToSync(error);
    return { canRetry: !broken };
  });

  const undone = () => {
    for (const listener of listeners) listener();
  };

  function inSavepoint(work: () => readonly R[], refused: (error: unknown) => readonly R[]) {
    brackets.save();
    try {
      const records = work();
      brackets.release();
      return records;
    } catch (error) {
      // A full disk ends the transaction itself, and with it the work of the whole group.
      if (!database.inTransaction) throw error;
      brackets.undo();
      brackets.release();
      undone();
      return refused(error);
    }
  }

  /** The jobs of one transaction, from the front of the queue. */
  function transact(jobs: readonly Job<R>[], synced: boolean): readonly Job<R>[] {
    if (broken) throw new Error('syncing to the disk failed');
    delayed.prepare(synced);
    brackets.begin();
    const until = performance.now() + MAX_MS;
    const records: R[] = [];
    let count = 0;
    for (const job of jobs) {
      records.push(...job.perform());
      count += 1;
      if (performance.now() > until) break;
    }
    if (records.length > 0) append(records);
    brackets.commit();
    // A group that wrote no record may have written nothing: then nothing was synced either.
    delayed.committed(synced && records.length > 0);
    return jobs.slice(0, count);
  }

  function commitGroup(sync: boolean): void {
    const jobs = waiting.slice(0, MAX_JOBS);
    try {
      const synced = sync || jobs.some(({ wait }) => wait === 'synced');
      const done = transact(jobs, synced);
      waiting = waiting.slice(done.length);
      for (const job of done) job.settle();
    } catch (cause) {
      if (failedToSync(cause)) broken = true;
      if (database.inTransaction) brackets.rollback();
      undone();
      // Those behind would meet the same disk or lock, each after as long a wait.
      const all = waiting;
      waiting = [];
      for (const { reject } of all) reject(lost(cause));
    }
  }

  function turn(): void {
    scheduled = false;
    if (waiting.length > 0) commitGroup(false);
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    if (!scheduled) setImmediate(turn);
    scheduled = true;
  }

  function enqueue(job: Job<R>): void {
    waiting.push(job);
    schedule();
  }

  return {
    run(work, { refused = () => [], wait }) {
      return new Promise((resolve, reject) => {
        let settle = () => {};
        const perform = () =>
          inSavepoint(
            () => {
              const { value, records } = work();
              settle = () => resolve(value);
              return records;
            },
            (error) => {
              settle = () => reject(error);
              return refused(error);
            },
          );
        enqueue({ wait, perform, settle: () => settle(), reject });
      });
    },
    record(records, wait) {
      return new Promise((resolve, reject) => {
        enqueue({ wait, perform: () => records, settle: resolve, reject });
      });
    },
    flush() {
      while (waiting.length > 0) commitGroup(true);
      delayed.finish();
    },
    sync: delayed.sync,
    onUndone: (listener) => void listeners.push(listener),
    sound: () => !broken,
  };
}
