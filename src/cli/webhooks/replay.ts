import type { AuditEvent } from '../../audit/audit-log.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { ListedDelivery } from '../../store/webhook-delivery.js';
import { createDeliveryRepository } from '../../store/webhook-delivery-repository.js';
import {
  administrator,
  type CommandContext,
  type CommonOptions,
  commitQueue,
  withDatabase,
} from '../context.js';
import { json } from '../output.js';

export interface ReplayOptions extends CommonOptions {
  readonly failed?: true;
}

/** Far more than what is kept. */
const ALL = 1_000_000;

/** Lets a running daemon send events once more, within seconds; without one, at its next start. */
export async function replay(
  context: CommandContext,
  events: readonly string[],
  options: ReplayOptions,
): Promise<void> {
  const { output, clock } = context;
  if (events.length > 0 === (options.failed === true)) {
    throw invalidField('event', 'name events or --failed');
  }
  await withDatabase(context, options, async (database) => {
    const repository = createDeliveryRepository(database);
    const named = (eventId: string): readonly ListedDelivery[] => {
      const found = repository.find(eventId);
      if (found.length > 0) return found;
      throw new AppError('not_found', `There is no event ${eventId}, or it is no longer kept.`);
    };
    const work = () => {
      const chosen = options.failed
        ? repository.list({ states: ['failed'], limit: ALL }).toReversed()
        : events.flatMap(named).filter(({ state }) => state !== 'waiting');
      const ids = [...new Set(chosen.map(({ eventId }) => eventId))];
      for (const delivery of chosen) repository.replay({ delivery, at: clock() });
      const records = ids.map(
        (target): AuditEvent => ({
          action: 'webhook.replay',
          outcome: 'success',
          actor: administrator(context),
          target,
        }),
      );
      return { value: ids, records };
    };
    const ids = await commitQueue(context, database).run(work, { wait: 'synced' });
    output.out(options.json ? json({ events: ids }) : `${ids.length} wait again.`);
  });
}
