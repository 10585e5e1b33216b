import type { KeyMode } from '../core/key-mode.js';

/** An event that an address has to be told of. One that waits for it already is not stored again. */
export interface NewDelivery {
  readonly eventId: string;
  readonly url: string;
  readonly mode: KeyMode;
  /** JSON. */
  readonly body: string;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** `failed`: given up. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** An event on its way to an address. */
export interface Delivery extends NewDelivery {
  /** How often it was tried. */
  readonly attempts: number;
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

/** Forgets those that ended before a time. */
export interface ForgetDeliveries {
  readonly kind: 'webhook-delivery.forget';
  /** ms since 1970. */
  readonly before: number;
}

export type DeliveryWrite = InsertDeliveries | MoveDelivery | ForgetDeliveries;

/** The events that addresses of the configuration are told of. Methods that write need a transaction. */
export interface DeliveryRepository {
  insert(deliveries: readonly NewDelivery[]): void;
  move(move: Omit<MoveDelivery, 'kind'>): void;
  forget(before: number): void;
  /** What may be tried for an address, oldest first. */
  due(url: string, now: number): readonly Delivery[];
  /** When something is due next for an address; undefined where nothing waits. */
  nextAt(url: string): number | undefined;
  /** What waits for other addresses than these. */
  waitingForOthers(urls: readonly string[]): readonly Delivery[];
  counts(): Readonly<Record<DeliveryState, number>>;
}
