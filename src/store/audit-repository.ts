import { type AuditNames, createAuditNames } from './audit-names.js';
import type { Database, Transaction } from './sqlite.js';

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
  /** The first row that is not older than a time. */
  firstSince(since: string): number | undefined;
  /** The rows from the first that is not older than `since` to the last that is older than `until`. */
  stretch(since: string | undefined, until: string | undefined): SequenceRange;
  /** The newest rows about a target, by all names it may have, and about its versions; oldest first. */
  about(names: readonly string[], count: number): AuditRow[];
  /** The segments moved out of the database, oldest first. */
  segments(): SegmentRow[];
  /** Enters a segment and deletes its rows, in the open transaction. */
  release(segment: SegmentRow): void;
  /** The first record that is indexed by another target than its event names. */
  firstMisplaced(): number | undefined;
  /** The highest number ever given out: more than the last row's when rows were removed. */
  highestEver(): number;
  /** Runs reads on one state of the log, whatever others record meanwhile. */
  onSnapshot<T>(read: () => T): T;
}

interface AuditTableRow {
  seq: number;
  at: string;
  event: string;
  prev_hash: Buffer;
  hash: Buffer;
}

/** A resource by its name, and its versions: `0` is the character after `/`. */
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

const COLUMNS = 'seq, at, event, prev_hash, hash';

function prepareQueries(database: Database) {
  return {
    newest: database.prepare<[number], AuditTableRow>(
      `SELECT ${COLUMNS} FROM audit ORDER BY seq DESC LIMIT ?`,
    ),
    oldestFirst: database.prepare<[number, number], AuditTableRow>(
      `SELECT ${COLUMNS} FROM audit WHERE seq BETWEEN ? AND ? ORDER BY seq`,
    ),
    bySeq: database.prepare<[number], AuditTableRow>(`SELECT ${COLUMNS} FROM audit WHERE seq = ?`),
    firstSince: database
      .prepare<[string], number | null>('SELECT min(seq) FROM audit WHERE at >= ?')
      .pluck(),
    lastBefore: database
      .prepare<[string], number | null>('SELECT max(seq) FROM audit WHERE at < ?')
      .pluck(),
    insert: database.prepare(`INSERT INTO audit (${COLUMNS}, target) VALUES (?, ?, ?, ?, ?, ?)`),
    segments: database.prepare<[], SegmentRow>(
      'SELECT number, first, last, head, header FROM audit_segments ORDER BY number',
    ),
    insertSegment: database.prepare(
      'INSERT INTO audit_segments (number, first, last, head, header) VALUES (?, ?, ?, ?, ?)',
    ),
    remove: database.prepare('DELETE FROM audit WHERE seq BETWEEN ? AND ?'),
    // Records older than this column have no value in it.
    misplaced: database
      .prepare<[], number>(
        `SELECT seq FROM audit
         WHERE target IS NOT json_extract(event, '$.target')
           AND (target IS NOT NULL OR json_extract(event, '$.action') LIKE 'fhir.%')
         ORDER BY seq LIMIT 1`,
      )
      .pluck(),
    highest: database
      .prepare<[], number>("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'audit'")
      .pluck(),
  };
}

type NextRows = Parameters<AuditRepository['appendAll']>[0];

class SqliteAuditRepository implements AuditRepository {
  readonly names: AuditNames;
  readonly #database: Database;
  readonly #queries: ReturnType<typeof prepareQueries>;
  readonly #appendAlone: Transaction<(next: NextRows) => void>;

  constructor(database: Database) {
    this.names = createAuditNames(database);
    this.#database = database;
    this.#queries = prepareQueries(database);
    this.#appendAlone = database.transaction((next: NextRows) => this.#append(next));
  }

  appendAll(next: NextRows): void {
    if (this.#database.inTransaction) this.#append(next);
    else this.#appendAlone.immediate(next);
  }

  tail(count: number): AuditRow[] {
    return this.#queries.newest.all(count).map(fromRow).reverse();
  }

  *each({ from, to }: SequenceRange = ALL): IterableIterator<AuditRow> {
    for (const row of this.#queries.oldestFirst.iterate(from, to)) yield fromRow(row);
  }

  find(seq: number): AuditRow | undefined {
    const row = this.#queries.bySeq.get(seq);
    return row && fromRow(row);
  }

  firstSince(since: string): number | undefined {
    return this.#queries.firstSince.get(since) ?? undefined;
  }

  stretch(since: string | undefined, until: string | undefined): SequenceRange {
    return {
      from: since === undefined ? ALL.from : (this.firstSince(since) ?? ALL.to),
      to: until === undefined ? ALL.to : (this.#queries.lastBefore.get(until) ?? 0),
    };
  }

  about(names: readonly string[], count: number): AuditRow[] {
    const condition = names.map(() => TARGET).join(' OR ');
    return this.#database
      .prepare<(string | number)[], AuditTableRow>(
        `SELECT ${COLUMNS} FROM audit WHERE ${condition} ORDER BY +seq DESC LIMIT ?`,
      )
      .all(...names.flatMap(targetValues), count)
      .map(fromRow)
      .reverse();
  }

  segments(): SegmentRow[] {
    return this.#queries.segments.all();
  }

  release({ number, first, last, head, header }: SegmentRow): void {
    this.#queries.insertSegment.run(number, first, last, head, header);
    this.#queries.remove.run(first, last);
  }

  firstMisplaced(): number | undefined {
    return this.#queries.misplaced.get();
  }

  highestEver(): number {
    return this.#queries.highest.get() ?? 0;
  }

  onSnapshot<T>(read: () => T): T {
    return this.#database.transaction(read)();
  }

  #append(next: NextRows): void {
    const last = this.#queries.newest.get(1);
    for (const row of next(last && fromRow(last))) {
      this.#queries.insert.run(
        row.seq,
        row.at,
        row.event,
        row.prevHash,
        row.hash,
        row.target ?? null,
      );
    }
  }
}

export const createAuditRepository = (database: Database): AuditRepository =>
  new SqliteAuditRepository(database);
