import type { KeyMode } from '../../core/key-mode.js';
import type { Database } from '../open.js';
import { checksumOf } from './checksum.js';
import { createIndexTables } from './index-tables.js';
import { stored, toStored, VERSION_COLUMNS, type VersionRow } from './read.js';
import type { NewVersion, StoredResource, VersionText } from './store.js';
import type { Terms } from './terms.js';

export interface Writer {
  put(resource: NewVersion): StoredResource;
  /** Undefined when there never was one; an already deleted resource is unchanged. */
  remove(type: string, id: string): StoredResource | undefined;
}

/** The text of a version, including its number and time. */
export const textOf = (
  [before, between, after]: VersionText,
  version: number,
  updated: number,
): string => `${before}${version}${between}${new Date(updated).toISOString()}${after}`;

function prepare(database: Database) {
  return {
    find: database.prepare<[number, string], VersionRow>(
      `SELECT pk, id, ${VERSION_COLUMNS} FROM fhir_resource WHERE space = ? AND id = ?`,
    ),
    insert: database.prepare<[number, string, number, number, string, number, string, number]>(
      `INSERT INTO fhir_resource (space, id, version, updated, method, deleted, body, checksum)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    archive: database.prepare<[number]>(
      `INSERT INTO fhir_version (pk, version, space, updated, method, deleted, body, checksum)
       SELECT pk, version, space, updated, method, deleted, body, checksum
       FROM fhir_resource WHERE pk = ?`,
    ),
    update: database.prepare<[number, number, string, number, string, number, number]>(
      `UPDATE fhir_resource
       SET version = ?, updated = ?, method = ?, deleted = ?, body = ?, checksum = ? WHERE pk = ?`,
    ),
  };
}

/** Writes versions; to be called inside a transaction, whose time `now` is. */
export function createWriter(
  database: Database,
  terms: Terms,
): (mode: KeyMode, now: number) => Writer {
  const statements = prepare(database);
  const index = createIndexTables(database, terms);

  /** Writes the next version of the resource, or its first. */
  function store(
    space: number,
    before: VersionRow | undefined,
    next: Omit<VersionRow, 'pk' | 'checksum'>,
  ): VersionRow {
    const { id, version, updated, method, deleted, body } = next;
    const checksum = checksumOf(next);
    if (before === undefined) {
      const { insert } = statements;
      const done = insert.run(space, id, version, updated, method, deleted, body, checksum);
      return { checksum, pk: Number(done.lastInsertRowid), ...next };
    }
    statements.archive.run(before.pk);
    statements.update.run(version, updated, method, deleted, body, checksum, before.pk);
    return { ...next, checksum, pk: before.pk };
  }

  return (mode, now) => {
    const timeAfter = (before: VersionRow | undefined) => Math.max(now, before?.updated ?? 0);

    function put({ type, id, method, rows, text }: NewVersion): StoredResource {
      const space = terms.intern('space', `${mode}/${type}`);
      const before = statements.find.get(space, id);
      const version = (before?.version ?? 0) + 1;
      const updated = timeAfter(before);
      const body = textOf(text, version, updated);
      const row = store(space, before, { id, version, updated, method, deleted: 0, body });
      if (before !== undefined) index.clear(row.pk);
      index.set(row.pk, mode, rows);
      return toStored(type, row);
    }

    function remove(type: string, id: string): StoredResource | undefined {
      const space = terms.find('space', `${mode}/${type}`);
      if (space === undefined) return undefined;
      const before = statements.find.get(space, id);
      if (before === undefined || before.deleted === 1) return before && stored(type, before);
      const version = before.version + 1;
      const gone = { id, version, updated: timeAfter(before), deleted: 1, body: '' } as const;
      const row = store(space, before, { ...gone, method: 'DELETE' });
      index.clear(row.pk);
      return toStored(type, row);
    }

    return { put, remove };
  };
}
