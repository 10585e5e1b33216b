import { createDicomSendRepository } from '../../store/dicom-send-repository.js';
import { verifyDestinations } from '../pacs/verify-destinations.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  length,
  ok,
  warning,
  worstOf,
} from './check.js';

/** What waits for longer has a cause that does not go away by itself. */
const LATE_MS = 3_600_000;

/** Destinations for which something waits too long. */
function lateSends({ database, now }: Pick<CheckContext, 'database' | 'now'>): CheckResult[] {
  if (!('database' in database) || database.schema !== database.knownSchema) return [];
  return createDicomSendRepository(database.database)
    .counts()
    .filter(({ state, oldestAt }) => state === 'queued' && now - oldestAt > LATE_MS)
    .map(({ destination, count, oldestAt }) => {
      const message = `${count} objects wait for ${destination}, for ${length(now - oldestAt)}.`;
      return warning(message, 'wardbox pacs queue shows why');
    });
}

/** Checks that the nodes that results are sent to answer, and that nothing waits for them too long. */
export const checkDestinations: Check = async ({ config, now, database }) => {
  const verified = await verifyDestinations(config, now);
  if (verified.length === 0) return ok('No results are sent to other nodes.');
  const silent = verified.flatMap(({ name, reason }) => {
    if (reason === undefined) return [];
    const message = `The destination ${name} does not answer as it must: ${reason}.`;
    return [warning(message, 'check its address, titles and certificate; see docs/pacs.md')];
  });
  const faults = [...silent, ...lateSends({ database, now })];
  return worstOf(faults, `${verified.length} destinations answer.`);
};
