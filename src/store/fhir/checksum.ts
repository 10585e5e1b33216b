import { crc32 } from 'node:zlib';
import { AlteredRowError } from '../damage.js';
import type { Database } from '../open.js';
import type { StoredResource } from './store.js';

/** The data that the checksum of a version covers. */
export interface ChecksumInput {
  readonly version: number;
  readonly updated: number;
  readonly method: StoredResource['method'];
  readonly deleted: 0 | 1;
  readonly body: string;
}

/**
 * CRC-32 (ISO 3309) of everything an answer contains of a version. It detects corruption by the disk,
 * which SQLite does not check inside a value; the audit log protects against deliberate changes.
 */
export function checksumOf({ version, updated, method, deleted, body }: ChecksumInput): number {
  return crc32(body, crc32(`${version} ${updated} ${method} ${deleted}\n`));
}

/**
 * @param row its checksum is null where it was written before checksums were introduced
 * @throws AlteredRowError when it is not what was written
 */
export function expectUnaltered(row: ChecksumInput & { readonly checksum: number | null }): void {
  if (row.checksum === null || row.checksum === checksumOf(row)) return;
  throw new AlteredRowError('a version of a resource is not what was written');
}

/** Counts the versions that differ from what was written; reads all of them. */
export function countAltered(database: Database): number {
  const all = database.prepare<[], ChecksumInput & { readonly checksum: number }>(
    ['fhir_resource', 'fhir_version']
      .map((table) => `SELECT version, updated, method, deleted, body, checksum FROM ${table}`)
      .map((select) => `${select} WHERE checksum IS NOT NULL`)
      .join(' UNION ALL '),
  );
  let altered = 0;
  for (const row of all.iterate()) if (row.checksum !== checksumOf(row)) altered += 1;
  return altered;
}
