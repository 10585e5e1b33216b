import { join } from 'node:path';
import type { AuditEvent } from '../audit/audit-log.js';
import type { Operation } from '../calls/operation.js';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { ApiKeys } from '../http/auth/api-keys.js';
import { scopesInWorld } from '../http/auth/people.js';
import type { BodyBudget } from '../http/body.js';
import { Jobs } from '../operations/jobs/jobs.js';
import { JOBS_FOLDER } from '../operations/jobs/request-store.js';
import type { Tell } from '../operations/webhooks/events.js';
import { createJobRepository } from '../store/job-repository.js';
import type { Database } from '../store/open.js';
import type { Commit } from '../store/unit-of-work.js';
import type { UserRepository } from '../store/user-repository.js';
import type { LoadedConfig } from './config/load.js';

export interface JobSetupParts {
  readonly config: LoadedConfig;
  readonly database: Database;
  readonly commit: Commit<AuditEvent>;
  readonly keys: ApiKeys;
  readonly users: Pick<UserRepository, 'find' | 'hasSession'>;
  readonly operations: readonly Operation[];
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tell: Tell;
  admit(): void;
}

const DAY_MS = 86_400_000;

/** Creates the configured jobs. */
export function setUpJobs({ config, database, keys, users, ...parts }: JobSetupParts): Jobs {
  const { jobs, inference, storage } = config;
  return new Jobs({
    ...parts,
    repository: createJobRepository(database),
    folder: join(config.data_dir, JOBS_FOLDER),
    limits: {
      perKey: jobs.per_key,
      // A job that waits for a worker must not block jobs that need no worker.
      parallel: jobs.parallel === 0 ? inference.cpu_workers + 1 : jobs.parallel,
      storeBytes: jobs.store_bytes,
      keptMs: storage.result_retention_days * DAY_MS,
    },
    inForce: (id) => keys.isInForce(id) || users.hasSession(id),
    scopesNow: ({ ownerId, mode }) => {
      const user = users.find(ownerId);
      return user && scopesInWorld(user, mode);
    },
  });
}
