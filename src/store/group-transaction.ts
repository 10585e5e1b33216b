import type { Database, Statement } from './sqlite.js';

/** Work that runs in a savepoint, and what replaces it when it throws. */
export interface SavepointWork<R> {
  /** Does the work and returns its records. */
  attempt(): readonly R[];
  /** Called after the work was rolled back; returns the records of the failure. */
  refuse(error: unknown): readonly R[];
}

/** The transaction of a group of units of work, each of them in a savepoint. */
export class GroupTransaction {
  readonly #database: Database;
  readonly #begin: Statement;
  readonly #commit: Statement;
  readonly #rollback: Statement;
  readonly #save: Statement;
  readonly #undo: Statement;
  readonly #release: Statement;
  readonly #listeners: (() => void)[] = [];

  constructor(database: Database) {
    this.#database = database;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#rollback = database.prepare('ROLLBACK');
    this.#save = database.prepare('SAVEPOINT job');
    this.#undo = database.prepare('ROLLBACK TO job');
    this.#release = database.prepare('RELEASE job');
  }

  begin(): void {
    this.#begin.run();
  }

  commit(): void {
    this.#commit.run();
  }

  /** After a failure of the whole group, which may have ended the transaction by itself. */
  abandon(): void {
    if (this.#database.inTransaction) this.#rollback.run();
    this.#reportUndone();
  }

  /** @throws the error of the work where it has ended the transaction itself */
  inSavepoint<R>(work: SavepointWork<R>): readonly R[] {
    this.#save.run();
    try {
      const records = work.attempt();
      this.#release.run();
      return records;
    } catch (error) {
      // A full disk ends the transaction itself, and with it the work of the whole group.
      if (!this.#database.inTransaction) throw error;
      this.#undo.run();
      this.#release.run();
      this.#reportUndone();
      return work.refuse(error);
    }
  }

  /** Registers a callback for when the transaction, or a part of it, was rolled back. */
  onUndone(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #reportUndone(): void {
    for (const listener of this.#listeners) listener();
  }
}
