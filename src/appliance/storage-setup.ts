import { createAuditLog, createAuditWriter } from '../audit/audit-log.js';
import { newestSignedRecord } from '../audit/checkpoint-file.js';
import type { LoadedConfig } from '../config/load.js';
import type { Clock } from '../core/clock.js';
import { createAuditRepository } from '../store/audit-repository.js';
import { createCommitQueue } from '../store/commit-queue.js';
import { createCommit } from '../store/create-commit.js';
import { configuredKey } from '../store/encryption/key.js';
import { lockDataFolder, openDatabase } from '../store/open.js';
import { openFhirStore } from './fhir-server.js';

export interface StorageSetupParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
}

/** The data folder, locked and opened, and the one way to commit to it. */
export function openStorage({ config, clock }: StorageSetupParts) {
  const { data_dir } = config;
  const lock = lockDataFolder(data_dir);
  const database = openDatabase(
    data_dir,
    configuredKey(config.storage),
    newestSignedRecord(data_dir),
  );
  const repository = createAuditRepository(database);
  const queue = createCommitQueue(database, createAuditWriter(repository, clock));
  const opened = openFhirStore({ config, database, queue, clock });
  const commit = createCommit({ database, queue, fhir: opened.store });
  return { lock, database, repository, queue, opened, commit, audit: createAuditLog(queue) };
}
