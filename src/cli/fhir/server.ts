import { createFhirServer, type FhirServer, openFhirStore } from '../../appliance/fhir-server.js';
import type { AuditEvent } from '../../audit/audit-log.js';
import { createAuditWriter } from '../../audit/audit-log.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import { type CommitQueue, createCommitQueue } from '../../store/commit-queue.js';
import { createCommit } from '../../store/create-commit.js';
import type { Database } from '../../store/open.js';
import type { Commit } from '../../store/unit-of-work.js';
import { type CommandContext, type CommonOptions, configFor } from '../context.js';

export interface OpenedStore {
  readonly server: FhirServer;
  readonly queue: CommitQueue<AuditEvent>;
  readonly commit: Commit<AuditEvent>;
}

/**
 * Opens the FHIR server of a data folder in this process, without HTTP; a daemon may run meanwhile.
 *
 * @param committing is called inside each transaction that leaves records
 */
export function openStore(
  context: CommandContext,
  options: CommonOptions,
  database: Database,
  committing: () => void = () => undefined,
): OpenedStore {
  const { clock } = context;
  const write = createAuditWriter(createAuditRepository(database), clock);
  const queue = createCommitQueue<AuditEvent>(database, (records) => {
    write(records);
    committing();
  });
  const config = configFor(context, options);
  const opened = openFhirStore({ config, database, queue, clock });
  const commit = createCommit({ database, queue, fhir: opened.store });
  return { server: createFhirServer({ config, database, commit, clock, opened }), queue, commit };
}
