/** What a piece of work gives, and the records that are committed with it. */
export interface Committed<T, R> {
  readonly value: T;
  readonly records: readonly R[];
}

export interface CommitOptions<R> {
  /** The records of a work that threw; without it a throw leaves none. */
  readonly refused?: (error: unknown) => readonly R[];
  /**
   * `synced`: resolves when the disk has it. `written`: resolves when it is committed, so that a crash
   * of the process cannot lose it; the disk has it at most 20 ms later, or with the next `synced`.
   */
  readonly wait: 'synced' | 'written';
}

export interface CommitQueue<R> {
  /** Runs `work` in the next transaction, in a savepoint of its own; rejects with what it throws. */
  run<T>(work: () => Committed<T, R>, options: CommitOptions<R>): Promise<T>;
  /** Commits and syncs what still waits. */
  flush(): void;
}
