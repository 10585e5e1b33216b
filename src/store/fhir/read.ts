import type { KeyMode } from '../../core/key-mode.js';
import type { Database } from '../open.js';
import { expectUnaltered } from './checksum.js';
import type { FhirReader, ResourceName, StoredResource } from './store.js';
import type { Terms } from './terms.js';

/** A version of a resource as stored in the tables. */
export interface VersionRow {
  readonly pk: number;
  readonly id: string;
  readonly version: number;
  readonly updated: number;
  readonly method: StoredResource['method'];
  readonly deleted: 0 | 1;
  readonly body: string;
  readonly checksum: number | null;
}

export const VERSION_COLUMNS = 'version, updated, method, deleted, body, checksum';

/** Returns the version of a row just written. */
export function toStored(type: string, row: VersionRow): StoredResource {
  const { id, version, updated, method, body } = row;
  return { type, id, version, updated, method, deleted: row.deleted === 1, body };
}

/**
 * Returns the version of a row that was read.
 *
 * @throws AlteredRowError
 */
export function stored(type: string, row: VersionRow): StoredResource {
  expectUnaltered(row);
  return toStored(type, row);
}

export type SingleReader = Pick<FhirReader, 'read' | 'readVersion' | 'readMany' | 'referencesOf'>;

/** Reads by name. */
export function createSingleReader(
  database: Database,
  terms: Terms,
): (mode: KeyMode) => SingleReader {
  const current = database.prepare<[number, string], VersionRow>(
    `SELECT pk, id, ${VERSION_COLUMNS} FROM fhir_resource WHERE space = ? AND id = ?`,
  );
  const past = database.prepare<[string, number, number], VersionRow>(
    `SELECT pk, ? AS id, ${VERSION_COLUMNS} FROM fhir_version WHERE pk = ? AND version = ?`,
  );
  const references = database.prepare<[number, string, number], { type: string; id: string }>(
    `SELECT t.text AS type, f.target AS id FROM fhir_resource r
     JOIN fhir_reference f ON f.pk = r.pk JOIN fhir_term t ON t.id = f.type
     WHERE r.space = ? AND r.id = ? AND f.key = ? AND t.text <> ''`,
  );

  return (mode) => {
    function row(type: string, id: string): VersionRow | undefined {
      const space = terms.find('space', `${mode}/${type}`);
      return space === undefined ? undefined : current.get(space, id);
    }

    function read(type: string, id: string): StoredResource | undefined {
      const found = row(type, id);
      return found && stored(type, found);
    }

    return {
      read,
      readVersion(type, id, version) {
        const newest = row(type, id);
        if (newest === undefined || newest.version === version)
          return newest && stored(type, newest);
        const found = past.get(id, newest.pk, version);
        return found && stored(type, found);
      },
      readMany(wanted) {
        return wanted.flatMap(({ type, id }) => {
          const found = read(type, id);
          return found === undefined || found.deleted ? [] : [found];
        });
      },
      referencesOf(type, ids, parameter) {
        const space = terms.find('space', `${mode}/${type}`);
        const key = terms.find('parameter', `${mode}/${parameter}`);
        if (space === undefined || key === undefined) return [];
        const named = new Map<string, ResourceName>();
        for (const id of ids) {
          for (const name of references.all(space, id, key))
            named.set(`${name.type}/${name.id}`, name);
        }
        return [...named.values()];
      },
    };
  };
}
