import { isoTime } from '../../core/clock.js';
import { invalidField } from '../../core/errors.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  type ListedDelivery,
} from '../../store/webhook-delivery.js';
import { createDeliveryRepository } from '../../store/webhook-delivery-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { linesOf } from '../lines-option.js';
import { json, table } from '../output.js';

export interface ListOptions extends CommonOptions {
  readonly lines: string;
  readonly state?: string;
}

function statesOf(text: string | undefined): readonly DeliveryState[] {
  if (text === undefined) return DELIVERY_STATES;
  const wanted = text.split(',');
  const known = DELIVERY_STATES.filter((one) => wanted.includes(one));
  if (known.length === wanted.length) return known;
  throw invalidField('state', `must be among ${DELIVERY_STATES.join(', ')}, separated by commas`);
}

const describe = (one: ListedDelivery) => ({
  event_id: one.eventId,
  type: one.type,
  mode: one.mode,
  url: one.url,
  state: one.state,
  attempts: one.attempts,
  ...(one.reason !== null && { reason: one.reason }),
  created_at: isoTime(one.createdAt),
  ...(one.endedAt === null
    ? { next_attempt_at: isoTime(one.nextAt) }
    : { ended_at: isoTime(one.endedAt) }),
});

const HEAD = [
  'EVENT',
  'TYPE',
  'MODE',
  'URL',
  'STATE',
  'TRIES',
  'REASON',
  'CREATED',
  'NEXT',
  'ENDED',
];

const rowOf = (one: ListedDelivery) => [
  one.eventId,
  one.type,
  one.mode,
  one.url,
  one.state,
  one.attempts,
  one.reason,
  isoTime(one.createdAt),
  one.endedAt === null ? isoTime(one.nextAt) : null,
  one.endedAt === null ? null : isoTime(one.endedAt),
];

/** Lists what webhooks were told, newest first, without what the events say. */
export async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const filter = { states: statesOf(options.state), limit: linesOf(options.lines) };
  await withDatabase(context, options, (database) => {
    const found = createDeliveryRepository(database).list(filter);
    if (options.json) return context.output.out(json(found.map(describe)));
    const text =
      found.length === 0 ? 'No webhook was told anything.' : table(HEAD, found.map(rowOf));
    context.output.out(text);
  });
}
