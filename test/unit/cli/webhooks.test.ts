import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCommit } from '../../../src/store/create-commit.js';
import { openDatabase } from '../../../src/store/open.js';
import { createDeliveryRepository } from '../../../src/store/webhook-delivery-repository.js';
import { auditQueue } from '../../support/audit-queue.js';
import { commandLine } from '../../support/command-line.js';
import { startWebhookReceiver, WEBHOOK_SECRET } from '../../support/webhook-receiver.js';

const NOON = Date.UTC(2026, 5, 1, 12);

async function receiver(status: number) {
  const started = await startWebhookReceiver(() => status);
  onTestFinished(started.stop);
  return { url: started.url, received: started.events };
}

/** A command line with these webhooks. */
function configured(webhooks: readonly object[]) {
  const line = commandLine();
  writeFileSync(join(line.folder, 'secret'), WEBHOOK_SECRET);
  const file = join(line.folder, 'webhooks.config.json');
  const named = webhooks.map((one) => ({ secret_file: 'secret', ...one }));
  const data_dir = join(line.folder, 'data');
  writeFileSync(file, JSON.stringify({ data_dir, webhooks: named }));
  const run = (...words: string[]) => line.run('webhooks', ...words, '--config', file);
  return { ...line, run, data_dir };
}

/** The same with events of which one was given up, one was delivered and one waits. */
async function withEvents() {
  const line = configured([]);
  const database = openDatabase(line.data_dir);
  const clock = () => NOON;
  const commit = createCommit({ database, queue: auditQueue(database, clock) });
  const write = (writes: Parameters<typeof commit>[0]['work'] & object) =>
    commit({ wait: 'written', work: writes as never });
  const url = 'https://a.example/';
  const fresh = { url, mode: 'live', type: 'disk.low', subject: null, body: '{}' } as const;
  const deliveries = ['evt_1', 'evt_2', 'evt_3'].map((eventId) => ({
    ...fresh,
    eventId,
    createdAt: NOON,
  }));
  const move = (eventId: string, to: 'failed' | 'delivered', reason: string | null) => {
    const facts = { delivery: { eventId, url }, to, reason, nextAt: NOON, at: NOON };
    return { kind: 'webhook-delivery.move', ...facts } as const;
  };
  await write({
    value: undefined,
    writes: [
      { kind: 'webhook-delivery.insert', deliveries },
      move('evt_1', 'failed', 'HTTP 500'),
      move('evt_2', 'delivered', null),
    ],
    records: [],
  });
  const states = () =>
    createDeliveryRepository(database)
      .list({ states: ['waiting', 'delivered', 'failed'], limit: 10 })
      .map(({ eventId, state }) => `${eventId} ${state}`);
  onTestFinished(() => void database.close());
  return { ...line, states };
}

describe('wardbox webhooks test', () => {
  it('sends a signed event, and says who was told', async () => {
    const good = await receiver(204);
    const bad = await receiver(500);
    const networks = ['127.0.0.0/8'];
    const { run } = configured([
      { url: good.url, networks },
      { url: bad.url, networks },
    ]);
    const { text, exitCode } = await run('test', '--json');
    expect(exitCode).toBe(1);
    const { webhooks } = JSON.parse(text);
    expect(webhooks).toMatchObject([
      { url: good.url, ok: true },
      { url: bad.url, ok: false, reason: 'HTTP 500' },
    ]);
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = good.received;
    const known = new Webhook(Buffer.from(WEBHOOK_SECRET), { format: 'raw' });
    expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test' });
    const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(headers['webhook-signature']).toBe(
      known.sign(headers['webhook-id'] ?? '', signedAt, body),
    );
    expect(headers['webhook-id']).toBe(webhooks[0].event_id);
    const one = await run('test', good.url);
    expect([one.exitCode, one.text]).toEqual([0, expect.stringContaining('told')]);
    expect(bad.received).toHaveLength(1);
  });

  it('calls no address outside of the networks', async () => {
    const { url, received } = await receiver(204);
    const { run } = configured([{ url }]);
    const { text, exitCode } = await run('test');
    expect([exitCode, text]).toEqual([1, expect.stringContaining('networks that are allowed')]);
    expect(received).toEqual([]);
    await expect(run('test', 'https://other.example/')).rejects.toThrow('no webhook');
  });
});

describe('wardbox webhooks list', () => {
  it('shows what waits, was told and was given up, and not what it says', async () => {
    const { run } = await withEvents();
    const all = JSON.parse((await run('list', '--json')).text);
    expect(all).toMatchObject([
      { event_id: 'evt_3', state: 'waiting', next_attempt_at: '2026-06-01T12:00:00.000Z' },
      { event_id: 'evt_2', state: 'delivered' },
      { event_id: 'evt_1', state: 'failed', reason: 'HTTP 500', attempts: 1 },
    ]);
    expect(all[0].body).toBeUndefined();
    const { text } = await run('list', '--state', 'failed');
    expect(text).toContain('evt_1');
    expect(text).not.toContain('evt_2');
    await expect(run('list', '--state', 'lost')).rejects.toThrow('waiting, delivered, failed');
  });
});

describe('wardbox webhooks replay', () => {
  it('puts back what was given up, or what is named, on record', async () => {
    const { run, states } = await withEvents();
    expect(JSON.parse((await run('replay', '--failed', '--json')).text)).toEqual({
      events: ['evt_1'],
    });
    expect(states()).toEqual(['evt_3 waiting', 'evt_2 delivered', 'evt_1 waiting']);
    expect((await run('replay', 'evt_2')).text).toContain('1 wait again');
    expect(states()).toEqual(['evt_3 waiting', 'evt_2 waiting', 'evt_1 waiting']);
    await expect(run('replay', 'evt_9')).rejects.toThrow('no event evt_9');
    await expect(run('replay')).rejects.toThrow('--failed');
  });
});
