import type { KeyMode } from '../core/key-mode.js';
import { createAuditNames } from './audit-names.js';
import { TARGET, targetValues } from './audit-repository.js';
import type { Database } from './open.js';

/** An audit record of a key. `event` is its JSON text. */
export interface ViewedRecord {
  readonly seq: number;
  readonly at: string;
  readonly event: string;
  /** The name that the search used for its subject: `Patient/1`. */
  readonly searchedAs?: string;
}

/** All given criteria must hold; of a list, one value. */
export interface AuditQuery {
  readonly seqs?: readonly number[];
  /** `Patient/1`: that resource and its versions, however records name it. */
  readonly targets?: readonly string[];
  /** Ids of keys. */
  readonly actors?: readonly string[];
  readonly outcomes?: readonly string[];
  /** Patterns of actions: `fhir.*`, `risk.create`. */
  readonly actions?: readonly string[];
  /** Only records from this one on. */
  readonly from?: number;
  /** Whether a time (milliseconds since 1970) is within the range searched. */
  readonly during?: (at: number) => boolean;
  /** Only records before this one. */
  readonly before?: number;
  readonly limit: number;
}

export interface AuditPage {
  /** Newest first. */
  readonly records: readonly ViewedRecord[];
  /** Where the next page begins; absent at the end. A page may be short of its length, even empty. */
  readonly next?: number;
}

/** The records of one mode; those of the other mode are not visible. */
export interface AuditView {
  read(mode: KeyMode, seq: number): ViewedRecord | undefined;
  search(mode: KeyMode, query: AuditQuery): AuditPage;
}

/** Maximum records examined by one search: it blocks all other work (about 1 µs each). */
const MAX_LOOKED_AT = 50_000;

/** Of keys and people in that mode. */
const OWN = "json_extract(event, '$.actor.mode') = ?";
/** Those, and what concerns neither mode: of the appliance, its administrators and unknown clients. */
export const OWN_OR_COMMON = "ifnull(json_extract(event, '$.actor.mode') = ?, 1)";

/** The same rule for the mode of an actor. */
export const isVisibleIn = (mode: KeyMode, actorMode: string | undefined): boolean =>
  (actorMode ?? mode) === mode;

/** As SQL: the position of a value in the list that is bound as JSON. */
const among = (path: string) =>
  `json_extract(event, '${path}') IN (SELECT value FROM json_each(?))`;

const ACTION =
  "EXISTS (SELECT 1 FROM json_each(?) WHERE json_extract(event, '$.action') GLOB value)";

interface Terms {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

function termsOf(mode: KeyMode, own: string, query: AuditQuery): Terms {
  const { seqs, actors, outcomes, actions } = query;
  const lists = [
    ['seq IN (SELECT value FROM json_each(?))', seqs],
    [among('$.actor.id'), actors],
    [among('$.outcome'), outcomes],
    [ACTION, actions],
  ] as const;
  const given = lists.flatMap(([sql, list]) =>
    list === undefined ? [] : [{ sql, value: JSON.stringify(list) }],
  );
  const sql = [own, ...given.map((one) => one.sql)].join(' AND ');
  return { sql, values: [mode, ...given.map(({ value }) => value)] };
}

/** Collects matches until a page is full; returns whether there was one more. */
function takePage<T extends ViewedRecord>(
  rows: Iterable<T>,
  { during, limit }: AuditQuery,
): { records: T[]; full: boolean } {
  const records: T[] = [];
  for (const row of rows) {
    if (during !== undefined && !during(Date.parse(row.at))) continue;
    if (records.length === limit) return { records, full: true };
    records.push(row);
  }
  return { records, full: false };
}

const COLUMNS = 'seq, at, event';

/** The record as found by its subject. */
interface MatchedRecord extends ViewedRecord {
  readonly target: string;
}

const VERSION = /\/_history\/\d+$/;

/** Newest first, each read from the database on demand. */
function select(database: Database, source: string, values: Terms['values'], terms: Terms) {
  const where = `${source} AND ${terms.sql}`;
  return database
    .prepare<(string | number)[], MatchedRecord>(
      `SELECT ${COLUMNS}, target FROM audit WHERE ${where} ORDER BY seq DESC`,
    )
    .iterate(...values, ...terms.values);
}

/** @param visible whether records that concern neither mode are visible too */
export function createAuditView(
  database: Database,
  visible: 'mode' | 'mode-and-common' = 'mode',
): AuditView {
  const own = visible === 'mode' ? OWN : OWN_OR_COMMON;
  const names = createAuditNames(database);
  const one = database.prepare<[number, string], ViewedRecord>(
    `SELECT ${COLUMNS} FROM audit WHERE seq = ? AND ${own}`,
  );
  /** The oldest record that one search may examine, where there are older ones. */
  const horizon = database
    .prepare<[number, number], number>(
      'SELECT seq FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT 1 OFFSET ?',
    )
    .pluck();

  /** Reads the records of some resources through the index over the targets. */
  function ofTargets(mode: KeyMode, query: AuditQuery, targets: readonly string[]): AuditPage {
    const { before = Number.MAX_SAFE_INTEGER, from = 0 } = query;
    const known = targets.flatMap(names.known);
    const source = `+seq < ? AND +seq >= ? AND (${known.map(() => TARGET).join(' OR ')})`;
    const rows = select(
      database,
      source,
      [before, from, ...known.flatMap(targetValues)],
      termsOf(mode, own, query),
    );
    const { records, full } = takePage(rows, query);
    const plain = new Map(targets.flatMap((one) => names.known(one).map((name) => [name, one])));
    const viewed = records.map(({ target, ...record }) => {
      const searchedAs = plain.get(target.replace(VERSION, ''));
      return { ...record, ...(searchedAs !== undefined && { searchedAs }) };
    });
    return { records: viewed, ...(full && { next: records.at(-1)?.seq ?? before }) };
  }

  /** Searches all others from the newest on, as far as one search may go. */
  function fromNewest(mode: KeyMode, query: AuditQuery): AuditPage {
    const { before = Number.MAX_SAFE_INTEGER, from = 0 } = query;
    const oldest = horizon.get(before, MAX_LOOKED_AT - 1);
    const low = oldest !== undefined && oldest > from ? oldest : undefined;
    const terms = termsOf(mode, own, query);
    const rows = select(database, 'seq < ? AND seq >= ?', [before, low ?? from], terms);
    const { records: found, full } = takePage(rows, query);
    const records = found.map(({ target: _, ...record }) => record);
    if (full) return { records, next: records.at(-1)?.seq ?? before };
    return { records, ...(low !== undefined && { next: low }) };
  }

  return {
    read: (mode, seq) => one.get(seq, mode),
    search(mode, query) {
      if (query.limit === 0) return { records: [] };
      const { targets } = query;
      return targets === undefined ? fromNewest(mode, query) : ofTargets(mode, query, targets);
    },
  };
}
