import { createAuditLog, createAuditWriter } from '../audit/audit-log.js';
import { newestSignedRecord } from '../audit/checkpoint-file.js';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import { createAuditRepository } from '../store/audit-repository.js';
import { createAuditStore } from '../store/audit-store.js';
import { createCommitQueue } from '../store/commit-queue.js';
import { createCommit } from '../store/create-commit.js';
import { createDamageWatch } from '../store/damage.js';
import { createDiskWatch } from '../store/disk.js';
import { configuredKey } from '../store/encryption/key.js';
import { lockDataFolder, openDatabase } from '../store/open.js';
import type { LoadedConfig } from './config/load.js';
import { openFhirStore } from './fhir-server.js';

export interface StorageSetupParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

export type Storage = ReturnType<typeof openStorage>;

/** The locked and opened data folder, the function that commits to it, and its state of damage. */
export function openStorage({ config, clock, logger }: StorageSetupParts) {
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
  const listeners = new Set<() => void>();
  const onDeliveries = () => {
    for (const listener of listeners) listener();
  };
  const commit = createCommit({ database, queue, fhir: opened.store, onDeliveries });
  return {
    lock,
    database,
    repository,
    auditStore: createAuditStore(database, queue),
    queue,
    opened,
    commit,
    /** Calls it when something is committed that webhooks have to be told of. */
    onDeliveries: (listener: () => void) => void listeners.add(listener),
    audit: createAuditLog(queue),
    damage: createDamageWatch(logger),
    disk: createDiskWatch(data_dir, config.storage.disk_reserve_mb),
  };
}
