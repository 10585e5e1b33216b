import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type AuditVerdict, placeOf, verifyAudit } from '../../audit/audit-verdict.js';
import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { AppError, messageOf } from '../../core/errors.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import type { Archive, ReportProgress } from '../../store/backup/archive.js';
import { DATABASE_PART, type Manifest } from '../../store/backup/schema.js';
import { type DatabaseFacts, inspectDatabase, OWN_SCHEMA } from '../../store/backup/snapshot.js';
import type { EncryptionKey } from '../../store/encryption/key.js';
import { unsealPart } from '../../store/encryption/sealed-part.js';
import { type Database, openDatabase } from '../../store/open.js';

function verdictOn(database: Database, folder: string): AuditVerdict {
  const crossCheck = new CheckpointFile(folder).crossCheck();
  return verifyAudit(createAuditRepository(database), crossCheck);
}

function whyBroken(verdict: AuditVerdict): { broken?: string } {
  if (verdict.intact) return {};
  return { broken: `${placeOf(verdict)}: ${verdict.reason}` };
}

/**
 * Returns the state of an audit log in the form of a backup's manifest.
 *
 * @param folder a data folder, with the checkpoints that belong to it
 */
export function auditState(database: Database, folder: string): Manifest['audit'] {
  const verdict = verdictOn(database, folder);
  const [newest] = createAuditRepository(database).tail(1);
  return {
    records: verdict.records,
    head: newest?.hash.toString('hex') ?? '0'.repeat(64),
    newest_at: newest?.at ?? null,
    ...whyBroken(verdict),
  };
}

/** @throws AppError `conflict` for data that only a later version of the program can read */
export function refuseLater({ version, schema }: Manifest): void {
  if (schema <= OWN_SCHEMA) return;
  const message = `The backup was made by version ${version}, whose tables (${schema}) are newer`;
  throw new AppError('conflict', `${message} than this program's (${OWN_SCHEMA}).`);
}

function expectAlike(what: string, found: unknown, stated: unknown): void {
  if (isDeepStrictEqual(found, stated)) return;
  throw new AppError('unprocessable', `The backup is damaged: ${what} is not as it was.`);
}

function damaged(cause: unknown): AppError {
  const message = `The backup is damaged: ${messageOf(cause)}.`;
  return new AppError('unprocessable', message, { cause });
}

async function unseal({ parts }: Manifest, folder: string, key: EncryptionKey): Promise<void> {
  for (const { name } of parts) {
    if (name === DATABASE_PART) continue;
    try {
      await unsealPart(join(folder, name), name, key);
    } catch (cause) {
      throw damaged(new Error(`${name} does not open: ${messageOf(cause)}`, { cause }));
    }
  }
}

export interface UnpackOptions {
  readonly onProgress: ReportProgress;
  /** The key of the backup, as `keyForBackup` finds it. */
  readonly key: EncryptionKey | undefined;
}

/**
 * Unpacks a backup and compares the result with its manifest: every byte, the database's integrity,
 * the rows of each table and the whole audit chain. The database is migrated by the end.
 *
 * @throws AppError `unprocessable` when it is damaged, `conflict` when it is of a later program
 */
export async function unpack(
  archive: Archive,
  folder: string,
  { onProgress, key }: UnpackOptions,
): Promise<void> {
  const { manifest } = archive;
  refuseLater(manifest);
  await archive.extract(folder, onProgress);
  if (key !== undefined) await unseal(manifest, folder, key);
  let facts: DatabaseFacts;
  try {
    facts = inspectDatabase(join(folder, DATABASE_PART), () => undefined, key);
  } catch (cause) {
    throw damaged(cause);
  }
  expectAlike('the version of its tables', facts.schema, manifest.schema);
  expectAlike('the number of rows', facts.counts, { ...manifest.counts });
  const database = openDatabase(folder, key);
  try {
    expectAlike('its audit log', auditState(database, folder), manifest.audit);
  } finally {
    database.close();
  }
}
