import type { Database } from './open.js';

/** A link of the audit chain. `event` is the exact text that was hashed. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

export interface AuditRepository {
  /**
   * Appends rows in one durable transaction. `next` is told the last link under the write lock, so
   * that writers in several processes cannot fork the chain.
   */
  appendAll(next: (last: AuditRow | undefined) => readonly AuditRow[]): void;
  /** The newest `count` rows, oldest first. */
  tail(count: number): AuditRow[];
  /** All rows from the oldest on, without holding them in memory. */
  each(): IterableIterator<AuditRow>;
  /** The highest number ever given out: more than the last row's when rows were cut off. */
  highestEver(): number;
}

interface Row {
  seq: number;
  at: string;
  event: string;
  prev_hash: Buffer;
  hash: Buffer;
}

const fromRow = ({ seq, at, event, prev_hash: prevHash, hash }: Row): AuditRow => ({
  seq,
  at,
  event,
  prevHash,
  hash,
});

export function createAuditRepository(database: Database): AuditRepository {
  const columns = 'seq, at, event, prev_hash, hash';
  const newest = database.prepare<[number], Row>(
    `SELECT ${columns} FROM audit ORDER BY seq DESC LIMIT ?`,
  );
  const oldestFirst = database.prepare<[], Row>(`SELECT ${columns} FROM audit ORDER BY seq`);
  const insert = database.prepare(`INSERT INTO audit (${columns}) VALUES (?, ?, ?, ?, ?)`);
  const highest = database
    .prepare<[], number>("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit'")
    .pluck();
  const append = database.transaction((next: Parameters<AuditRepository['appendAll']>[0]) => {
    const last = newest.get(1);
    for (const row of next(last && fromRow(last))) {
      insert.run(row.seq, row.at, row.event, row.prevHash, row.hash);
    }
  });
  return {
    appendAll: (next) => append.immediate(next),
    tail: (count) => newest.all(count).map(fromRow).reverse(),
    *each() {
      for (const row of oldestFirst.iterate()) yield fromRow(row);
    },
    highestEver: () => highest.get() ?? 0,
  };
}
