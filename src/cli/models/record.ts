import type { AuditEvent } from '../../audit/audit-log.js';
import {
  type CommandContext,
  type CommonOptions,
  recordAdministration,
  withDatabase,
} from '../context.js';

/** Records a change of packages before it takes effect, so that no package answers unrecorded. */
export const record = (
  context: CommandContext,
  options: CommonOptions,
  event: Omit<AuditEvent, 'outcome' | 'actor'>,
): Promise<void> =>
  withDatabase(context, options, (database) => recordAdministration(context, database, event));
