import { AppError } from '../core/errors.js';
import { DelayedSync } from './delayed-sync.js';
import { GroupTransaction, type SavepointWork } from './group-transaction.js';
import type { Database } from './open.js';

/** The result of a piece of work, and the records that are committed with it. */
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
  /** The records of work that threw; if absent, none are written. */
  readonly refused?: (error: unknown) => readonly R[];
  readonly wait: CommitWait;
}

export interface CommitQueue<R> {
  /**
   * Runs `work` in the next transaction, in a savepoint of its own. Rejects with what it throws, or
   * with `overloaded` when the transaction could not be committed: then nothing of it is stored.
   */
  run<T>(work: () => CommittedWork<T, R>, options: CommitOptions<R>): Promise<T>;
  /** Commits records that belong to no work. */
  record(records: readonly R[], wait: CommitWait): Promise<void>;
  /** Commits and syncs everything pending. */
  flush(): void;
  /**
   * Syncs all that was committed, by this process or another, to the disk.
   *
   * @throws the SQLite error where it fails
   */
  sync(): void;
  /** Registers a callback for caches: a transaction, or a part of it, was rolled back. */
  onUndone(listener: () => void): void;
  /** False once a sync has failed: nothing is durable any more until a restart. */
  sound(): boolean;
}

/** A group ends after this many pieces of work or this much time; the rest follows in the next turn. */
const MAX_WORKS = 64;
const MAX_MS = 50;

/** Work queued for the next transaction, with the caller who awaits its result. */
interface QueuedWork<R> {
  readonly wait: CommitWait;
  /** Does the work in the open transaction and returns its records; throws when the whole group is lost. */
  perform(transaction: GroupTransaction): readonly R[];
  /** Reports the result of the work after the commit. */
  settle(): void;
  /** Reports that nothing of it was committed. */
  reject(error: unknown): void;
}

/** The functions that settle a promise. */
interface Settlement<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** Work that may throw: it is rolled back alone, and its refusal recorded. */
class RefusableWork<T, R> implements QueuedWork<R>, SavepointWork<R> {
  readonly wait: CommitWait;
  readonly #work: () => CommittedWork<T, R>;
  readonly #refused: CommitOptions<R>['refused'];
  readonly #caller: Settlement<T>;
  #outcome: { readonly value: T } | { readonly thrown: unknown } | undefined;

  constructor(
    work: () => CommittedWork<T, R>,
    { wait, refused }: CommitOptions<R>,
    caller: Settlement<T>,
  ) {
    this.wait = wait;
    this.#work = work;
    this.#refused = refused;
    this.#caller = caller;
  }

  perform(transaction: GroupTransaction): readonly R[] {
    return transaction.inSavepoint(this);
  }

  attempt(): readonly R[] {
    const { value, records } = this.#work();
    this.#outcome = { value };
    return records;
  }

  refuse(error: unknown): readonly R[] {
    this.#outcome = { thrown: error };
    return this.#refused?.(error) ?? [];
  }

  settle(): void {
    if (this.#outcome === undefined) return;
    if ('value' in this.#outcome) this.#caller.resolve(this.#outcome.value);
    else this.#caller.reject(this.#outcome.thrown);
  }

  reject(error: unknown): void {
    this.#caller.reject(error);
  }
}

/** Records that belong to no work. */
class RecordsAlone<R> implements QueuedWork<R> {
  readonly wait: CommitWait;
  readonly #records: readonly R[];
  readonly #caller: Settlement<void>;

  constructor(records: readonly R[], wait: CommitWait, caller: Settlement<void>) {
    this.wait = wait;
    this.#records = records;
    this.#caller = caller;
  }

  perform(): readonly R[] {
    return this.#records;
  }

  settle(): void {
    this.#caller.resolve();
  }

  reject(error: unknown): void {
    this.#caller.reject(error);
  }
}

function lost(cause: unknown): AppError {
  const message = 'The audit record could not be written, so no answer can be given.';
  return new AppError('overloaded', message, { cause, retryAfterSeconds: 30 });
}

const failedToSync = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_IOERR_FSYNC';

/**
 * Group commit: all work that arrives in one turn of the event loop shares one transaction, and so one
 * sync of the disk.
 */
class GroupCommitQueue<R> implements CommitQueue<R> {
  readonly #append: (records: readonly R[]) => void;
  readonly #transaction: GroupTransaction;
  readonly #delayed: DelayedSync;
  #waiting: QueuedWork<R>[] = [];
  #scheduled = false;
  #broken = false;

  constructor(database: Database, append: (records: readonly R[]) => void) {
    this.#append = append;
    this.#transaction = new GroupTransaction(database);
    this.#delayed = new DelayedSync(database, (error) => {
      this.#broken ||= failedToSync(error);
      return { canRetry: !this.#broken };
    });
  }

  run<T>(work: () => CommittedWork<T, R>, options: CommitOptions<R>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#enqueue(new RefusableWork(work, options, { resolve, reject }));
    });
  }

  record(records: readonly R[], wait: CommitWait): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#enqueue(new RecordsAlone(records, wait, { resolve, reject }));
    });
  }

  flush(): void {
    while (this.#waiting.length > 0) this.#commitGroup(true);
    this.#delayed.finish();
  }

  sync(): void {
    this.#delayed.sync();
  }

  onUndone(listener: () => void): void {
    this.#transaction.onUndone(listener);
  }

  sound(): boolean {
    return !this.#broken;
  }

  #enqueue(work: QueuedWork<R>): void {
    this.#waiting.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#scheduled) setImmediate(this.#turn);
    this.#scheduled = true;
  }

  readonly #turn = (): void => {
    this.#scheduled = false;
    if (this.#waiting.length > 0) this.#commitGroup(false);
    if (this.#waiting.length > 0) this.#schedule();
  };

  #commitGroup(sync: boolean): void {
    const group = this.#waiting.slice(0, MAX_WORKS);
    try {
      const synced = sync || group.some(({ wait }) => wait === 'synced');
      const done = this.#transact(group, synced);
      this.#waiting = this.#waiting.slice(done.length);
      for (const work of done) work.settle();
    } catch (cause) {
      if (failedToSync(cause)) this.#broken = true;
      this.#transaction.abandon();
      // The groups after it would fail on the same disk or lock, each after the same wait.
      const all = this.#waiting;
      this.#waiting = [];
      for (const work of all) work.reject(lost(cause));
    }
  }

  /** Commits and returns as much of the front of the group as fits into one transaction. */
  #transact(group: readonly QueuedWork<R>[], synced: boolean): readonly QueuedWork<R>[] {
    if (this.#broken) throw new Error('syncing to the disk failed');
    this.#delayed.prepare(synced);
    this.#transaction.begin();
    const until = performance.now() + MAX_MS;
    const records: R[] = [];
    let count = 0;
    for (const work of group) {
      records.push(...work.perform(this.#transaction));
      count += 1;
      if (performance.now() > until) break;
    }
    if (records.length > 0) this.#append(records);
    this.#transaction.commit();
    // A group that wrote no record may have written nothing: then nothing was synced either.
    this.#delayed.committed(synced && records.length > 0);
    return group.slice(0, count);
  }
}

/** @param append writes records; called in the transaction, once a group, after all its work */
export const createCommitQueue = <R>(
  database: Database,
  append: (records: readonly R[]) => void,
): CommitQueue<R> => new GroupCommitQueue(database, append);
