import { verifyAudit } from '../../audit/audit-verdict.js';
import { CheckpointFile } from '../../audit/checkpoint-file.js';
import { createAuditRepository } from '../../store/audit-repository.js';
import { type Check, failed, ok, warning } from './check.js';

/** Checks that the audit log is complete, unchanged and matches its signed checkpoints. */
export const checkAuditChain: Check = ({ config, database }) => {
  if ('reason' in database) {
    return failed('Cannot be read, see database.', 'repair the database first');
  }
  if (database.schema !== database.knownSchema) {
    return warning('Cannot be checked in this form, see database.', 'wardbox audit verify');
  }
  // Read before the records, so that what a running daemon adds in between is not a contradiction.
  const crossCheck = new CheckpointFile(config.data_dir).crossCheck();
  const verdict = verifyAudit(createAuditRepository(database.database), crossCheck);
  if (!verdict.intact) {
    const message = `NOT intact: ${verdict.reason}.`;
    return failed(message, 'treat it as an incident: copy all data, see wardbox audit verify');
  }
  const { records, checkpoints, signedTo } = verdict;
  const signed = checkpoints === 0 ? 'none signed yet' : `signed up to ${signedTo}`;
  return ok(`Intact: ${records} records, ${signed}.`);
};
