import type { KeyMode } from '../core/key-mode.js';

/** An event that an address has to be told of. One that waits for it already is not stored again. */
export interface NewDelivery {
  readonly eventId: string;
  readonly url: string;
  readonly mode: KeyMode;
  /** `imaging.critical` */
  readonly type: string;
  /** Events about the same subject are delivered in their order; null where the order does not matter. */
  readonly subject: string | null;
  /** JSON. */
  readonly body: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/** `failed`: given up. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** An event on its way to an address. */
export interface Delivery extends NewDelivery {
  /** How often it was tried. */
  readonly attempts: number;
}

/** The same with what became of it. */
export interface ListedDelivery extends Delivery {
  readonly state: DeliveryState;
  readonly reason: string | null;
  /** ms since 1970; of one that waits. */
  readonly nextAt: number;
  /** ms since 1970; null while it waits. */
  readonly endedAt: number | null;
}

/** Events to be delivered. */
export interface InsertDeliveries {
  readonly kind: 'webhook-delivery.insert';
  readonly deliveries: readonly NewDelivery[];
}

/** What became of one attempt. Nothing happens where it waits no more. */
export interface MoveDelivery {
  readonly kind: 'webhook-delivery.move';
  readonly delivery: Pick<Delivery, 'eventId' | 'url'>;
  readonly to: DeliveryState;
  /** Of the attempt: a status of HTTP, or a word of ours. */
  readonly reason: string | null;
  /** When it may be tried again. */
  readonly nextAt: number;
  /** ms since 1970. */
  readonly at: number;
}

/** Tries one that was given up, or delivered, once more, with the time of three days before it. */
export interface ReplayDelivery {
  readonly kind: 'webhook-delivery.replay';
  readonly delivery: Pick<Delivery, 'eventId' | 'url'>;
  /** ms since 1970. */
  readonly at: number;
}

/** Forgets those that ended before a time. */
export interface ForgetDeliveries {
  readonly kind: 'webhook-delivery.forget';
  /** ms since 1970. */
  readonly before: number;
}

export type DeliveryWrite = InsertDeliveries | MoveDelivery | ReplayDelivery | ForgetDeliveries;

/** Which deliveries are listed. */
export interface DeliveryFilter {
  readonly states: readonly DeliveryState[];
  readonly limit: number;
}

/** The events that addresses of the configuration are told of. Methods that write need a transaction. */
export interface DeliveryRepository {
  insert(deliveries: readonly NewDelivery[]): void;
  move(move: Omit<MoveDelivery, 'kind'>): void;
  replay(replay: Omit<ReplayDelivery, 'kind'>): void;
  forget(before: number): void;
  /** What may be tried for an address, oldest first: of each subject the oldest that waits. */
  due(url: string, now: number): readonly Delivery[];
  /** When something is due next for an address; undefined where nothing waits. */
  nextAt(url: string): number | undefined;
  /** What waits for other addresses than these. */
  waitingForOthers(urls: readonly string[]): readonly Delivery[];
  /** Newest first. */
  list(filter: DeliveryFilter): readonly ListedDelivery[];
  /** An event at all its addresses. */
  find(eventId: string): readonly ListedDelivery[];
  counts(): Readonly<Record<DeliveryState, number>>;
}
