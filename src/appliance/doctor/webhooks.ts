import { messageOf } from '../../core/errors.js';
import { createDeliveryRepository } from '../../store/webhook-delivery-repository.js';
import { openWebhooks } from '../webhooks/open-webhooks.js';
import {
  type Check,
  type CheckContext,
  type CheckResult,
  failed,
  length,
  ok,
  warning,
  worstOf,
} from './check.js';

/** What waits for longer has a cause that does not go away by itself. */
const LATE_MS = 3_600_000;
const MAX_LOOKED_AT = 1_000;

function lateEvents({ database, now }: Pick<CheckContext, 'database' | 'now'>): CheckResult[] {
  if (!('database' in database) || database.schema !== database.knownSchema) return [];
  const repository = createDeliveryRepository(database.database);
  const { failed: givenUp } = repository.counts();
  const oldest = repository.list({ states: ['waiting'], limit: MAX_LOOKED_AT }).at(-1);
  const remedy = 'wardbox webhooks list shows why, wardbox webhooks test tries them';
  const late = oldest === undefined ? 0 : now - oldest.createdAt;
  return [
    ...(late > LATE_MS
      ? [warning(`A webhook has not been told for ${length(late)}.`, remedy)]
      : []),
    ...(givenUp > 0
      ? [
          warning(
            `${givenUp} events were given up.`,
            'wardbox webhooks replay --failed sends them again',
          ),
        ]
      : []),
  ];
}

/** Checks the files of webhooks, and that none has been silent for long. */
export const checkWebhooks: Check = ({ config, now, database }) => {
  const { length: count } = config.webhooks;
  if (count === 0) return ok('No webhook is configured.');
  try {
    openWebhooks(config);
  } catch (error) {
    return failed(messageOf(error), 'correct the file, or run as the user of the daemon');
  }
  return worstOf(lateEvents({ database, now }), `${count} webhooks, nothing waits for long.`);
};
