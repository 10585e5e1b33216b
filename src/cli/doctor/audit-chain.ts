import { verifyAudit } from '../../security/audit-verdict.js';
import { createCheckpointFile } from '../../security/checkpoint-file.js';
import { createAuditRepository } from '../../storage/audit-repository.js';
import { type Check, failed, ok, warning } from './check.js';

/** Whether the audit log is whole, unchanged and what its signed checkpoints have seen. */
export const checkAuditChain: Check = ({ config, database }) => {
  if ('reason' in database) {
    return failed('Cannot be read, see database.', 'first mend the database');
  }
  if (database.schema !== database.knownSchema) {
    return warning('Cannot be checked in this form, see database.', 'wardbox audit verify');
  }
  // Before the records: what a running daemon adds meanwhile is then no contradiction.
  const crossCheck = createCheckpointFile(config.data_dir).crossCheck();
  const verdict = verifyAudit(createAuditRepository(database.database), crossCheck);
  if (!verdict.intact) {
    const found = `NOT intact: ${verdict.reason}.`;
    return failed(found, 'treat it as an incident: keep a copy of all, see wardbox audit verify');
  }
  const { records, checkpoints, signedTo } = verdict;
  const signed = checkpoints === 0 ? 'none signed yet' : `signed up to ${signedTo}`;
  return ok(`Intact: ${records} records, ${signed}.`);
};
