import { describe, expect, it, vi } from 'vitest';
import { createSilentLogger } from '../../../../src/core/logger.js';
import type { OutboundRequest } from '../../../../src/core/outbound-client.js';
import { EVENT_TYPES } from '../../../../src/operations/webhooks/events.js';
import { pauseAfter, WebhookSender } from '../../../../src/operations/webhooks/webhook-sender.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import { openDatabase } from '../../../../src/store/open.js';
import { createDeliveryRepository } from '../../../../src/store/webhook-delivery-repository.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const URL = 'https://pager.hospital.example/wardbox';
const OTHER = 'https://old.hospital.example/wardbox';

/** A sender whose receiver answers what the test says. */
function opened(
  answers: readonly (number | Error)[],
  urls: readonly string[] = [URL],
  otherwise: (now: number) => number | Error = () => 204,
) {
  const database = openDatabase(scratchFolder());
  const time = { now: NOON };
  const clock = () => time.now;
  const commit = createCommit({ database, queue: auditQueue(database, clock) });
  const repository = createDeliveryRepository(database);
  const received: (OutboundRequest & { readonly at: number })[] = [];
  const left = [...answers];
  const send = async (request: OutboundRequest) => {
    received.push({ ...request, at: time.now });
    const answer = left.shift() ?? otherwise(time.now);
    if (answer instanceof Error) throw answer;
    return { status: answer, contentType: '', text: '' };
  };
  const secret = Buffer.from('a secret of the hospital, long enough');
  const mode = 'live' as const;
  const webhooks = urls.map((url) => ({ url, mode, events: EVENT_TYPES, send, secret }));
  const sender = new WebhookSender({
    webhooks,
    repository,
    commit,
    clock,
    logger: createSilentLogger(),
  });
  const insert = (eventId: string, url = URL, subject: string | null = null) => {
    const type = 'job.completed';
    const delivery = { eventId, url, mode, type, subject, body: '{"n":1}', createdAt: clock() };
    const write = { kind: 'webhook-delivery.insert', deliveries: [delivery] } as const;
    return commit({ wait: 'written', work: { value: undefined, writes: [write], records: [] } });
  };
  const events = () =>
    [...createAuditRepository(database).each()].map(({ event }) => JSON.parse(event));
  const replay = (eventId: string) => {
    const write = { kind: 'webhook-delivery.replay', delivery: { eventId, url: URL } } as const;
    const writes = [{ ...write, at: clock() }];
    return commit({ wait: 'written', work: { value: undefined, writes, records: [] } });
  };
  return { time, sender, repository, received, insert, events, replay };
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

  it('is told of one subject in its order, and of the others meanwhile', async () => {
    const { sender, received, insert, repository, time } = opened([500]);
    await insert('evt_1', URL, 'Patient/a');
    await insert('evt_2', URL, 'Patient/a');
    await insert('evt_3', URL, 'Patient/b');
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().delivered).toBe(1));
    const told = () => received.map(({ headers }) => headers['webhook-id']);
    expect(told()).toEqual(['evt_1', 'evt_3']);
    time.now = repository.nextAt(URL) ?? 0;
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().delivered).toBe(3));
    await sender.stop();
    expect(told()).toEqual(['evt_1', 'evt_3', 'evt_1', 'evt_2']);
  });

  it('that is down for an hour misses nothing, and nothing overtakes what is about the same', async () => {
    const { sender, received, insert, repository, time } = opened([], [URL], (now) =>
      now < NOON + HOUR_MS ? new Error('refused') : 200,
    );
    for (let n = 0; n < 24; n += 1) await insert(`evt_${n}`, URL, `Patient/${n % 3}`);
    while (repository.counts().waiting > 0) {
      const due = repository.due(URL, time.now).length;
      const before = received.length;
      sender.wake();
      await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(before + due));
      await vi.waitFor(() => expect(repository.due(URL, time.now)).toEqual([]));
      time.now = repository.nextAt(URL) ?? time.now;
    }
    await sender.stop();
    expect(repository.counts()).toEqual({ waiting: 0, delivered: 24, failed: 0 });
    const arrived = received
      .filter(({ at }) => at >= NOON + HOUR_MS)
      .map(({ headers }) => Number(headers['webhook-id']?.slice('evt_'.length)));
    expect([...arrived].sort((a, b) => a - b)).toEqual(Array.from({ length: 24 }, (_, n) => n));
    for (const rest of [0, 1, 2]) {
      const own = arrived.filter((n) => n % 3 === rest);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
    // The pauses grow to ten minutes: an hour takes few attempts.
    expect(received.length).toBeLessThan(24 + 3 * 20);
  });

  it('is told once more of what was given up, when that is asked for', async () => {
    const { sender, insert, repository, time, received, replay } = opened([500]);
    await insert('evt_1');
    time.now += 3 * DAY_MS;
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().failed).toBe(1));
    await replay('evt_1');
    sender.wake();
    await vi.waitFor(() => expect(repository.counts().delivered).toBe(1));
    await sender.stop();
    expect(received).toHaveLength(2);
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
