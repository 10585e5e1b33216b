import { createFhirServer, type FhirServer, openFhirStore } from '../../appliance/fhir-server.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import type { CommitQueue } from '../../store/commit-queue.js';
import { createCommit } from '../../store/create-commit.js';
import type { Database } from '../../store/open.js';
import type { Commit } from '../../store/unit-of-work.js';
import { type CommandContext, type CommonOptions, commitQueue, configFor } from '../context.js';

export interface OpenedStore {
  readonly server: FhirServer;
  readonly queue: CommitQueue<AuditEvent>;
  readonly commit: Commit<AuditEvent>;
}

/** Opens the FHIR server of a data folder in this process, without HTTP; a daemon may run meanwhile. */
export function openStore(
  context: CommandContext,
  options: CommonOptions,
  database: Database,
): OpenedStore {
  const { clock } = context;
  const queue = commitQueue(context, database);
  const config = configFor(context, options);
  const opened = openFhirStore({ config, database, queue, clock });
  const commit = createCommit({ database, queue, fhir: opened.store });
  return { server: createFhirServer({ config, database, commit, clock, opened }), queue, commit };
}
