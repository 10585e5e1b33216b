import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import { type BoxEvent, createTell, type Tell } from '../../operations/webhooks/events.js';
import { WebhookSender } from '../../operations/webhooks/webhook-sender.js';
import { createDeliveryRepository } from '../../store/webhook-delivery-repository.js';
import type { LoadedConfig } from '../config/load.js';
import type { Storage } from '../storage-setup.js';
import { openWebhooks } from './open-webhooks.js';

export interface WebhookSetupParts {
  readonly config: LoadedConfig;
  readonly storage: Pick<Storage, 'database' | 'commit' | 'disk' | 'onDeliveries'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The webhooks of the configuration, and what tells them. */
export interface Webhooks extends Pick<WebhookSender, 'counts' | 'forgetBefore' | 'stop'> {
  readonly tell: Tell;
  /** Tells them of what is committed nowhere else. */
  tellNow(event: BoxEvent): Promise<void>;
  start(): Promise<void>;
}

const DISK_MS = 15_000;

/** Calls back each time that there comes to be too little room. */
function watchDisk(isLow: () => boolean, onLow: () => void): () => void {
  let wasLow = false;
  const timer = setInterval(() => {
    const low = isLow();
    if (low && !wasLow) onLow();
    wasLow = low;
  }, DISK_MS).unref();
  return () => clearInterval(timer);
}

/** Opens the configured webhooks; nothing is sent before it is started. */
export function setUpWebhooks({ config, storage, clock, logger }: WebhookSetupParts): Webhooks {
  const webhooks = openWebhooks(config);
  const { commit, disk } = storage;
  const repository = createDeliveryRepository(storage.database);
  const sender = new WebhookSender({ webhooks, repository, commit, clock, logger });
  const tell = createTell(webhooks, clock);
  storage.onDeliveries(() => sender.wake());
  const tellNow = async (event: BoxEvent) => {
    const writes = tell([event]);
    if (writes.length === 0) return;
    await commit({ wait: 'synced', work: { value: undefined, writes, records: [] } });
  };
  let stopWatch = () => {};
  return {
    tell,
    tellNow,
    counts: () => sender.counts(),
    forgetBefore: (before) => sender.forgetBefore(before),
    async start() {
      await sender.start();
      stopWatch = watchDisk(
        () => disk().low,
        () => {
          tellNow({ type: 'disk.low', data: { free_mb: disk().freeMb } }).catch((error) =>
            logger.error({ reason: messageOf(error) }, 'webhooks not told of the full disk'),
          );
        },
      );
    },
    async stop() {
      stopWatch();
      await sender.stop();
    },
  };
}
