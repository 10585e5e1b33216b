import { isoTime } from '../../core/clock.js';
import { newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { InsertDeliveries, NewDelivery } from '../../store/webhook-delivery.js';

/** What webhooks can be told of. */
export const EVENT_TYPES = [
  'job.completed',
  'imaging.critical',
  'risk.deterioration',
  'medication.alert',
  'model.changed',
  'audit.broken',
  'disk.low',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Where events of one mode are sent. */
export interface WebhookAddress {
  readonly url: string;
  readonly mode: KeyMode;
  readonly events: readonly EventType[];
}

/** Something that programs of the hospital may have to know. */
export interface BoxEvent {
  readonly type: EventType;
  /** Absent where it concerns the box itself: then webhooks of either mode are told. */
  readonly mode?: KeyMode;
  /** Events about the same subject are delivered in their order. */
  readonly subject?: string | undefined;
  /** Ids and codes, nothing of a record's content. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An event for each webhook that wants it. */
export function deliveriesOf(
  { type, mode, subject, data }: BoxEvent,
  webhooks: readonly WebhookAddress[],
  at: number,
): readonly NewDelivery[] {
  const eventId = newId('evt');
  return webhooks
    .filter((one) => one.events.includes(type) && (mode === undefined || one.mode === mode))
    .map((one) => ({
      eventId,
      url: one.url,
      mode: one.mode,
      type,
      subject: subject ?? null,
      body: JSON.stringify({ type, timestamp: isoTime(at), data: { mode: one.mode, ...data } }),
      createdAt: at,
    }));
}

/**
 * Makes the write that is committed together with what an event tells of.
 *
 * @param events those that take time to find are found only where there are webhooks
 */
export type Tell = (
  events: readonly BoxEvent[] | (() => readonly BoxEvent[]),
) => readonly InsertDeliveries[];

/** No write where no webhook wants any of the events. */
export const createTell =
  (webhooks: readonly WebhookAddress[], clock: () => number): Tell =>
  (events) => {
    if (webhooks.length === 0) return [];
    const found = typeof events === 'function' ? events() : events;
    const deliveries = found.flatMap((event) => deliveriesOf(event, webhooks, clock()));
    return deliveries.length === 0 ? [] : [{ kind: 'webhook-delivery.insert', deliveries }];
  };
