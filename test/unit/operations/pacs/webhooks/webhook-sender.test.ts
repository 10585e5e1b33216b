import { describe, expect, it, vi } from 'vitest';
import { createSilentLogger } from '../../../../../src/core/logger.js';
import type { OutboundRequest } from '../../../../../src/core/outbound-client.js';
import {
  pauseAfter,
  WebhookSender,
} from '../../../../../src/operations/pacs/webhooks/webhook-sender.js';
import { createAuditRepository } from '../../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../../src/store/create-commit.js';
import { openDatabase } from '../../../../../src/store/open.js';
import { createDeliveryRepository } from '../../../../../src/store/webhook-delivery-repository.js';
import { auditQueue } from '../../../../support/audit-queue.js';
import { scratchFolder } from '../../../../support/scratch-folder.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 86_400_000;
const URL = 'https://pager.hospital.example/wardbox';
const OTHER = 'https://old.hospital.example/wardbox';

/** A sender whose receiver answers what the test says. */
function opened(answers: readonly (number | Error)[], urls: readonly string[] = [URL]) {
  const database = openDatabase(scratchFolder());
  const time = { now: NOON };
  const clock = () => time.now;
  const commit = createCommit({ database, queue: auditQueue(database, clock) });
  const repository = createDeliveryRepository(database);
  const received: OutboundRequest[] = [];
  const left = [...answers];
  const send = async (request: OutboundRequest) => {
    received.push(request);
    const answer = left.shift() ?? 204;
    if (answer instanceof Error) throw answer;
    return { status: answer, contentType: '', text: '' };
  };
  const secret = Buffer.from('a secret of the hospital, long enough');
  const webhooks = urls.map((url) => ({ url, mode: 'live' as const, send, secret }));
  const sender = new WebhookSender({
    webhooks,
    repository,
    commit,
    clock,
    logger: createSilentLogger(),
  });
  const insert = (eventId: string, url = URL) => {
    const delivery = { eventId, url, mode: 'live', body: '{"n":1}', createdAt: clock() } as const;
    const write = { kind: 'webhook-delivery.insert', deliveries: [delivery] } as const;
    return commit({ wait: 'written', work: { value: undefined, writes: [write], records: [] } });
  };
  const events = () =>
    [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
  return { time, sender, repository, received, insert, events };
}

describe('a webhook', () => {
  it('is told of an event once, with a signature, and that is recorded', async () => {
    const { sender, received, insert, repository, events } = opened([200]);
    await insert('evt_1');
    await insert('evt_1');
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().delivered).toBe(1));
    sender.wake();
    await sender.stop();
    expect(received).toMatchObject([
      { headers: { 'webhook-id': 'evt_1', 'Content-Type': 'application/json' }, body: '{"n":1}' },
    ]);
    expect(events()).toMatchObject([
      {
        action: 'webhook.deliver',
        outcome: 'success',
        actor: { type: 'appliance', mode: 'live' },
        target: 'evt_1',
        count: 1,
      },
    ]);
  });

  it('is told again, after growing pauses, until it has understood', async () => {
    const { sender, received, insert, repository, time } = opened([500, new Error('no way'), 302]);
    await insert('evt_1');
    for (const attempt of [1, 2, 3]) {
      sender.wake();
      await vi.waitFor(() => expect(received).toHaveLength(attempt));
      await vi.waitFor(() => expect(repository.due(URL, time.now)).toEqual([]));
      expect(repository.nextAt(URL)).toBe(time.now + pauseAfter(attempt - 1));
      time.now = repository.nextAt(URL) ?? 0;
    }
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().delivered).toBe(1));
    await sender.stop();
    expect(received).toHaveLength(4);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set(['evt_1']),
    );
    expect([0, 1, 2, 9, 10, 100].map((n) => pauseAfter(n) / 1_000)).toEqual([
      1, 2, 4, 512, 600, 600,
    ]);
  });

  it('is told at once of a new event while an old one waits', async () => {
    const { sender, received, insert, repository } = opened([500]);
    await insert('evt_1');
    sender.wake();
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await insert('evt_2');
    sender.wake();
    await vi.waitFor(() => expect(repository.counts()).toMatchObject({ waiting: 1, delivered: 1 }));
    await sender.stop();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_2']);
  });

  it('is given up after days, and that is recorded', async () => {
    const { sender, insert, repository, time, events } = opened([500]);
    await insert('evt_1');
    time.now += 3 * DAY_MS;
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().failed).toBe(1));
    await sender.stop();
    expect(events()).toMatchObject([{ action: 'webhook.deliver', outcome: 'failed' }]);
  });

  it('that is configured no more is given up at the start, the others are told', async () => {
    const { sender, received, insert, repository } = opened([]);
    await insert('evt_1', OTHER);
    await insert('evt_1');
    await sender.start();
    await vi.waitFor(() => expect(repository.counts()).toMatchObject({ failed: 1, delivered: 1 }));
    await sender.stop();
    expect(received.map(({ url }) => url.href)).toEqual([URL]);
    await sender.forgetBefore(NOON + 1);
    expect(repository.counts()).toEqual({ waiting: 0, delivered: 0, failed: 0 });
  });
});
