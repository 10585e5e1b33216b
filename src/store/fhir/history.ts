import type { KeyMode } from '../../core/key-mode.js';
import type { Database } from '../open.js';
import { stored, VERSION_COLUMNS, type VersionRow } from './read.js';
import type { FhirReader, HistoryKey, HistoryPage, HistoryQuery } from './store.js';
import type { Terms } from './terms.js';

type History = FhirReader['history'];

interface IdSpace {
  readonly id: number;
  readonly type: string;
}

/** A version without its text. */
interface HistoryEntry {
  readonly space: IdSpace;
  readonly at: HistoryKey;
}

interface VersionKey {
  readonly pk: number;
  readonly version: number;
  readonly updated: number;
}

const EVER = 8.64e15;

/** Newest first; at the same time the later row first, and of the same row the later version. */
function newerFirst(a: HistoryEntry, b: HistoryEntry): number {
  const [timeA, rowA, versionA] = a.at;
  const [timeB, rowB, versionB] = b.at;
  return timeB - timeA || rowB - rowA || versionB - versionA;
}

/** Keys of versions in one of the two tables, newest first: of one row or of a whole type. */
function createPlaces(database: Database, table: 'fhir_resource' | 'fhir_version', one: boolean) {
  const where = `${one ? 'pk' : 'space'} = ? AND updated BETWEEN ? AND ?`;
  const page = database.prepare<number[], VersionKey>(
    `SELECT pk, version, updated FROM ${table}
     WHERE ${where} AND (updated, pk, version) < (?, ?, ?)
     ORDER BY updated DESC, pk DESC, version DESC LIMIT ?`,
  );
  const count = database
    .prepare<number[], number>(`SELECT count(*) FROM ${table} WHERE ${where}`)
    .pluck();
  return { page, count };
}

/** Versions of one resource, of a type or of all types, found in the two tables that hold them. */
export function createHistory(database: Database, terms: Terms): (mode: KeyMode) => History {
  const tables = ['fhir_resource', 'fhir_version'] as const;
  const ofSpace = tables.map((table) => createPlaces(database, table, false));
  const ofRow = tables.map((table) => createPlaces(database, table, true));
  const spaces = database.prepare<[string, string], { id: number; text: string }>(
    "SELECT id, text FROM fhir_term WHERE kind = 'space' AND text >= ? AND text < ?",
  );
  const rowOf = database
    .prepare<[number, string], number>('SELECT pk FROM fhir_resource WHERE space = ? AND id = ?')
    .pluck();
  const newest = database.prepare<[number, number], VersionRow>(
    `SELECT pk, id, ${VERSION_COLUMNS} FROM fhir_resource WHERE pk = ? AND version = ?`,
  );
  const older = database.prepare<[number, number], VersionRow>(
    `SELECT v.pk, r.id, v.version, v.updated, v.method, v.deleted, v.body, v.checksum
     FROM fhir_version v JOIN fhir_resource r ON r.pk = v.pk WHERE v.pk = ? AND v.version = ?`,
  );

  function spacesOf(mode: KeyMode, type: string | undefined): IdSpace[] {
    if (type !== undefined) {
      const id = terms.find('space', `${mode}/${type}`);
      return id === undefined ? [] : [{ id, type }];
    }
    // '0' follows '/'.
    const all = spaces.all(`${mode}/`, `${mode}0`);
    return all.map(({ id, text }) => ({ id, type: text.slice(mode.length + 1) }));
  }

  function pageOf(entries: readonly HistoryEntry[], limit: number): HistoryPage['rows'] {
    return entries.slice(0, limit).map(({ space: { type }, at }) => {
      const [, pk, version] = at;
      const row = newest.get(pk, version) ?? older.get(pk, version);
      if (row === undefined) throw new Error('a version is listed and missing');
      return { ...stored(type, row), at };
    });
  }

  return (mode) => (query: HistoryQuery) => {
    const { type, id, since = -EVER, before = EVER, limit } = query;
    const after = query.after ?? [EVER, EVER, EVER];
    const entries: HistoryEntry[] = [];
    let total = 0;
    for (const space of spacesOf(mode, type)) {
      const row = id === undefined ? undefined : rowOf.get(space.id, id);
      if (id !== undefined && row === undefined) continue;
      const within = [row ?? space.id, since, before];
      for (const { page, count } of row === undefined ? ofSpace : ofRow) {
        total += count.get(...within) ?? 0;
        for (const { updated, pk, version } of page.all(...within, ...after, limit + 1)) {
          entries.push({ space, at: [updated, pk, version] });
        }
      }
    }
    entries.sort(newerFirst);
    return { rows: pageOf(entries, limit), more: entries.length > limit, total };
  };
}
