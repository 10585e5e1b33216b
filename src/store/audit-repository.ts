import { type AuditNames, createAuditNames } from './audit-names.js';
import type { Database } from './open.js';

/** A link of the audit chain. `event` is the exact text that was hashed. */
export interface AuditRow {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  readonly prevHash: Buffer;
  readonly hash: Buffer;
}

/** A row to be written. */
export interface NewAuditRow extends AuditRow {
  /** The target of the event, by which it can be found. */
  readonly target?: string | undefined;
}

/** Numbers of rows, both included; empty where `from` is above `to`. */
export interface SequenceRange {
  readonly from: number;
  readonly to: number;
}

/** A part of the chain that was moved from the database to a file. */
export interface SegmentRow {
  /** 1, 2, 3 … */
  readonly number: number;
  readonly first: number;
  readonly last: number;
  /** Hash of its last record. */
  readonly head: Buffer;
  /** SHA-256 of the signed line that goes with the file. */
  readonly header: Buffer;
}

export interface AuditRepository {
  readonly names: AuditNames;
  /**
   * Appends rows: in the open transaction, else in one of its own. `next` gets the last link under the
   * write lock, so that writers in several processes cannot fork the chain.
   */
  appendAll(next: (last: AuditRow | undefined) => readonly NewAuditRow[]): void;
  /** The newest `count` rows, oldest first. */
  tail(count: number): AuditRow[];
  /** All rows of the database from the oldest on, or those of an interval, read one by one. */
  each(stretch?: SequenceRange): IterableIterator<AuditRow>;
  find(seq: number): AuditRow | undefined;
  /** The rows from the first that is not older than `since` to the last that is older than `until`. */
  stretch(since: string | undefined, until: string | undefined): SequenceRange;
  /** The newest rows about something, by all names it may have; oldest first. Its versions count. */
  about(names: readonly string[], count: number): AuditRow[];
  /** The segments moved out of the database, oldest first. */
  segments(): SegmentRow[];
  /** Enters a segment and deletes its rows, in the open transaction. */
  release(segment: SegmentRow): void;
  /** The first record that is indexed by another target than its event names. */
  firstMisplaced(): number | undefined;
  /** The highest number ever given out: more than the last row's when rows were removed. */
  highestEver(): number;
}

interface AuditTableRow {
  seq: number;
  at: string;
  event: string;
  prev_hash: Buffer;
  hash: Buffer;
}

/** A resource by its name, and its versions: `0` is the character behind `/`. */
export const TARGET = '(target = ? OR (target >= ? AND target < ?))';
export const targetValues = (name: string) => [name, `${name}/`, `${name}0`];

const ALL: SequenceRange = { from: 1, to: Number.MAX_SAFE_INTEGER };

const fromRow = ({ seq, at, event, prev_hash: prevHash, hash }: AuditTableRow): AuditRow => ({
  seq,
  at,
  event,
  prevHash,
  hash,
});

function prepareSegments(database: Database): Pick<AuditRepository, 'segments' | 'release'> {
  const all = database.prepare<[], SegmentRow>(
    'SELECT number, first, last, head, header FROM audit_segments ORDER BY number',
  );
  const enter = database.prepare(
    'INSERT INTO audit_segments (number, first, last, head, header) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM audit WHERE seq BETWEEN ? AND ?');
  return {
    segments: () => all.all(),
    release({ number, first, last, head, header }) {
      enter.run(number, first, last, head, header);
      remove.run(first, last);
    },
  };
}

export function createAuditRepository(database: Database): AuditRepository {
  const columns = 'seq, at, event, prev_hash, hash';
  const newest = database.prepare<[number], AuditTableRow>(
    `SELECT ${columns} FROM audit ORDER BY seq DESC LIMIT ?`,
  );
  const oldestFirst = database.prepare<[number, number], AuditTableRow>(
    `SELECT ${columns} FROM audit WHERE seq BETWEEN ? AND ? ORDER BY seq`,
  );
  const bySeq = database.prepare<[number], AuditTableRow>(
    `SELECT ${columns} FROM audit WHERE seq = ?`,
  );
  const firstSince = database
    .prepare<[string], number | null>('SELECT min(seq) FROM audit WHERE at >= ?')
    .pluck();
  const lastBefore = database
    .prepare<[string], number | null>('SELECT max(seq) FROM audit WHERE at < ?')
    .pluck();
  const insert = database.prepare(
    `INSERT INTO audit (${columns}, target) VALUES (?, ?, ?, ?, ?, ?)`,
  );
  // Records from before there was the column have none.
  const misplaced = database
    .prepare<[], number>(
      `SELECT seq FROM audit
       WHERE target IS NOT json_extract(event, '$.target')
         AND (target IS NOT NULL OR json_extract(event, '$.action') LIKE 'fhir.%')
       ORDER BY seq LIMIT 1`,
    )
    .pluck();
  const highest = database
    .prepare<[], number>("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit'")
    .pluck();
  const append: AuditRepository['appendAll'] = (next) => {
    const last = newest.get(1);
    for (const row of next(last && fromRow(last))) {
      insert.run(row.seq, row.at, row.event, row.prevHash, row.hash, row.target ?? null);
    }
  };
  const appendAlone = database.transaction(append);
  return {
    names: createAuditNames(database),
    ...prepareSegments(database),
    appendAll(next) {
      if (database.inTransaction) append(next);
      else appendAlone.immediate(next);
    },
    tail: (count) => newest.all(count).map(fromRow).reverse(),
    *each({ from, to } = ALL) {
      for (const row of oldestFirst.iterate(from, to)) yield fromRow(row);
    },
    find(seq) {
      const row = bySeq.get(seq);
      return row && fromRow(row);
    },
    about(names, count) {
      const found = names.map(() => TARGET).join(' OR ');
      return database
        .prepare<(string | number)[], AuditTableRow>(
          `SELECT ${columns} FROM audit WHERE ${found} ORDER BY +seq DESC LIMIT ?`,
        )
        .all(...names.flatMap(targetValues), count)
        .map(fromRow)
        .reverse();
    },
    stretch: (since, until) => ({
      from: since === undefined ? ALL.from : (firstSince.get(since) ?? ALL.to),
      to: until === undefined ? ALL.to : (lastBefore.get(until) ?? 0),
    }),
    firstMisplaced: () => misplaced.get(),
    highestEver: () => highest.get() ?? 0,
  };
}
