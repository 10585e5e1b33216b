import { createFhirServer, type FhirServer } from '../../fhir-server.js';
import type { AuditEvent } from '../../security/audit-log.js';
import { createAuditWriter } from '../../security/audit-log.js';
import { createAuditRepository } from '../../storage/audit-repository.js';
import { type CommitQueue, createCommitQueue } from '../../storage/commit-queue.js';
import type { Database } from '../../storage/open.js';
import { type CommandContext, type CommonOptions, configFor } from '../context.js';

export interface OpenedStore {
  readonly server: FhirServer;
  readonly queue: CommitQueue<AuditEvent>;
}

/**
 * The FHIR server of a data folder in this process, without HTTP; a daemon may serve the same.
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
  return { server: createFhirServer({ config, database, queue, clock }), queue };
}
