import type { AuditEvent } from '../../audit/audit-log.js';
import { APPLIANCE_ID } from '../../core/appliance-id.js';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { Send } from '../../core/outbound-client.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { Delivery, DeliveryRepository, DeliveryState } from '../../store/webhook-delivery.js';
import type { WebhookAddress } from './events.js';
import { signEvent } from './signature.js';

/** A webhook of the configuration. */
export interface Webhook extends WebhookAddress {
  readonly send: Send;
  readonly secret: Uint8Array;
}

export interface WebhookSenderParts {
  readonly webhooks: readonly Webhook[];
  readonly repository: DeliveryRepository;
  readonly commit: Commit<AuditEvent>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 600_000;
const GIVEN_UP_MS = 3 * 86_400_000;
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
/** Also where nothing waits: the command line may have put something back, or a commit have failed. */
const MAX_SLEEP_MS = 10_000;

/** Twice as long after each attempt: 1 s, 2 s, 4 s … 10 min. */
export const pauseAfter = (attempts: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));

/** Sends one webhook its events, one after the other. */
class WebhookLine {
  readonly #webhook: Webhook;
  readonly #parts: WebhookSenderParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(webhook: Webhook, parts: WebhookSenderParts) {
    this.#webhook = webhook;
    this.#parts = parts;
  }

  wake(): void {
    clearTimeout(this.#timer);
    this.#running ??= this.#run()
      .catch((error) => {
        this.#parts.logger.warn(
          { reason: messageOf(error) },
          'webhook deliveries were not settled',
        );
      })
      .finally(() => {
        this.#running = undefined;
        this.#sleep();
      });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { repository, clock } = this.#parts;
    const { signal } = this.#stopping;
    const due = () => repository.due(this.#webhook.url, clock());
    // What is delivered lets the next one of its subject follow; what is not waits for its time.
    for (let deliveries = due(); deliveries.length > 0; deliveries = due()) {
      for (const delivery of deliveries) {
        if (signal.aborted) return;
        await this.#deliver(delivery);
      }
    }
  }

  #sleep(): void {
    if (this.#stopping.signal.aborted) return;
    const { repository, clock } = this.#parts;
    const next = repository.nextAt(this.#webhook.url) ?? Number.POSITIVE_INFINITY;
    const ms = Math.min(MAX_SLEEP_MS, Math.max(FIRST_PAUSE_MS, next - clock()));
    this.#timer = setTimeout(() => this.wake(), ms).unref();
  }

  async #deliver(delivery: Delivery): Promise<void> {
    const { clock, logger } = this.#parts;
    const { signal } = this.#stopping;
    const reason = await attemptDelivery(this.#webhook, delivery, clock(), signal);
    const stopped = signal.aborted;
    // An attempt that the end of the daemon has cut off does not count.
    if (stopped && reason !== null) return;
    const at = clock();
    const isOver = at - delivery.createdAt >= GIVEN_UP_MS;
    const to = reason === null ? 'delivered' : isOver ? 'failed' : 'waiting';
    if (reason !== null) {
      logger.warn({ url: delivery.url, event: delivery.eventId, reason, to }, 'webhook not told');
    }
    await settle(this.#parts, delivery, to, reason);
  }
}

/**
 * Sends an event once.
 *
 * @param at ms since 1970: when it is signed
 * @returns why it was not delivered; null where it was
 */
export async function attemptDelivery(
  { url, send, secret }: Webhook,
  { eventId, body }: Pick<Delivery, 'eventId' | 'body'>,
  at: number,
  stopping?: AbortSignal,
): Promise<string | null> {
  const headers = {
    'Content-Type': 'application/json',
    ...signEvent(secret, eventId, body, at),
  };
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stopping === undefined ? late : AbortSignal.any([stopping, late]);
  const request = { url: new URL(url), headers, body, limitBytes: MAX_ANSWER_BYTES };
  try {
    const { status } = await send(request, signal);
    return status >= 200 && status < 300 ? null : `HTTP ${status}`;
  } catch (error) {
    return messageOf(error);
  }
}

/** Commits the outcome of an attempt, and records its end. */
async function settle(
  { commit, clock }: WebhookSenderParts,
  delivery: Delivery,
  to: DeliveryState,
  reason: string | null,
): Promise<void> {
  const at = clock();
  const { eventId, mode, attempts } = delivery;
  const record: AuditEvent = {
    action: 'webhook.deliver',
    outcome: to === 'delivered' ? 'success' : 'failed',
    actor: { type: 'appliance', id: APPLIANCE_ID, mode },
    target: eventId,
    count: attempts + 1,
  };
  const nextAt = at + pauseAfter(attempts);
  const write = { kind: 'webhook-delivery.move', delivery, to, reason, nextAt, at } as const;
  const records = to === 'waiting' ? [] : [record];
  await commit({ wait: 'synced', work: { value: undefined, writes: [write], records } });
}

/**
 * Tells the webhooks of the configuration what they have to know, at least once and in spite of crashes: a
 * receiver recognises a repetition by the id of the event.
 */
export class WebhookSender {
  readonly #parts: WebhookSenderParts;
  readonly #lines: readonly WebhookLine[];

  constructor(parts: WebhookSenderParts) {
    this.#parts = parts;
    this.#lines = parts.webhooks.map((webhook) => new WebhookLine(webhook, parts));
  }

  /** Goes on with what waits; what waits for an address that is configured no more is given up. */
  async start(): Promise<void> {
    const { webhooks, repository } = this.#parts;
    for (const left of repository.waitingForOthers(webhooks.map(({ url }) => url))) {
      await settle(this.#parts, left, 'failed', 'it is configured no more');
    }
    this.wake();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.stop()));
  }

  /** Something new may wait. */
  wake(): void {
    for (const line of this.#lines) line.wake();
  }

  counts(): Readonly<Record<DeliveryState, number>> {
    return this.#parts.repository.counts();
  }

  /** Forgets those that ended before a time. */
  async forgetBefore(before: number): Promise<void> {
    const write = { kind: 'webhook-delivery.forget', before } as const;
    const work = { value: undefined, writes: [write], records: [] };
    await this.#parts.commit({ wait: 'written', work });
  }
}
