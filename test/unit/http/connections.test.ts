import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, type ServerLimits, USUAL_LIMITS } from '../../../src/http/server.js';
import { HANG_MS } from '../../support/hang.js';
import { smallApp } from '../../support/http-app.js';
import { connectPlain } from '../../support/raw-client.js';

const LARGE = 'x'.repeat(30_000_000);
const ASK = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

async function serving(changes: Partial<ServerLimits>) {
  const app = smallApp();
  app.get('/large', (c) => c.text(LARGE));
  app.get('/small', (c) => c.text('small'));
  app.get('/later', async (c) => {
    await pause(1_000);
    return c.text('late');
  });
  const limits = { ...USUAL_LIMITS, ...changes };
  const server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined, limits });
  onTestFinished(() => server.drain(0));
  /** A client that asks and never reads. */
  const deaf = async (path: string) => {
    const client = await connectPlain(server);
    client.socket.pause();
    client.socket.write(ASK(path));
    return client;
  };
  return { server, deaf };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: HANG_MS, interval: 50 });

describe('answers that clients do not fetch', () => {
  it('are counted while they wait', async () => {
    const { server, deaf } = await serving({});
    const clients = await Promise.all([deaf('/large'), deaf('/large')]);
    await until(() => expect(server.load().waitingBytes).toBeGreaterThan(LARGE.length));
    expect(server.load()).toMatchObject({ open: 2, busy: 2, slow: 0 });
    for (const { socket } of clients) socket.resume();
    await until(() => expect(server.load()).toMatchObject({ busy: 0, waitingBytes: 0, slow: 0 }));
    for (const { received } of clients) expect(received().endsWith('xxx')).toBe(true);
  });

  it('cut the connection when their time is over', async () => {
    const { server, deaf } = await serving({ answerMs: 1_000 });
    const client = await deaf('/large');
    await until(() => expect(server.load()).toMatchObject({ open: 0, slow: 1, waitingBytes: 0 }));
    client.socket.destroy();
  });

  it('cut it sooner when they are too many together, the oldest first, and no more than needed', async () => {
    const { server, deaf } = await serving({ answersBytes: 1.2 * LARGE.length });
    const first = await deaf('/large');
    await until(() => expect(server.load().waitingBytes).toBeGreaterThan(LARGE.length / 2));
    const second = await deaf('/large');
    await until(() => expect(server.load()).toMatchObject({ open: 1, slow: 1 }));
    second.socket.resume();
    await until(() => expect(second.received().endsWith('xxx')).toBe(true));
    first.socket.destroy();
    expect(server.load().slow).toBe(1);
  });

  it('are none while an answer is still being made', async () => {
    const { server, deaf } = await serving({ answerMs: 300 });
    const client = await deaf('/later');
    client.socket.resume();
    await until(() => expect(client.received()).toContain('late'));
    expect(server.load()).toMatchObject({ slow: 0, open: 1 });
  });
});

describe('requests that are sent behind one another', () => {
  it('are all answered, up to a hundred', async () => {
    const { server } = await serving({});
    const client = await connectPlain(server);
    client.socket.write(ASK('/small').repeat(100));
    await until(() => expect(client.received().match(/small/g)).toHaveLength(100));
    client.socket.write(ASK('/small').repeat(100));
    await until(() => expect(client.received().match(/small/g)).toHaveLength(200));
    expect(server.load()).toMatchObject({ piled: 0, open: 1 });
  });

  it('end the connection when there are more, without affecting others', async () => {
    const { server } = await serving({});
    const client = await connectPlain(server);
    client.socket.write(ASK('/later').repeat(10_000));
    await client.closed;
    await until(() => expect(server.load()).toMatchObject({ piled: 1, open: 0 }));
    expect((await fetch(`${server.url}/small`)).status).toBe(200);
  });
});

describe('a connection without a request', () => {
  it('ends when it has been kept for as long as it may', async () => {
    const { server } = await serving({ idleMs: 300 });
    const client = await connectPlain(server);
    client.socket.write(ASK('/small'));
    await until(() => expect(client.received()).toContain('small'));
    const askedAt = performance.now();
    await client.closed;
    expect(performance.now() - askedAt).toBeGreaterThan(200);
    await until(() => expect(server.load()).toMatchObject({ open: 0, evicted: 0, slow: 0 }));
  });

  it('ends when none comes at all', async () => {
    const { server } = await serving({ headersMs: 500 });
    const client = await connectPlain(server);
    await client.closed;
    await until(() => expect(server.load().open).toBe(0));
  });
});

describe('more connections than there may be', () => {
  it('are turned away while all others are busy', async () => {
    const { server, deaf } = await serving({ connections: 2 });
    const busy = await Promise.all([deaf('/later'), deaf('/later')]);
    await until(() => expect(server.load().busy).toBe(2));
    const third = await connectPlain(server);
    await third.closed;
    expect(server.load()).toMatchObject({ refused: 1, evicted: 0 });
    for (const { socket } of busy) socket.resume();
    await until(() => expect(busy.every(({ received }) => received().includes('late'))).toBe(true));
    const fourth = await connectPlain(server);
    fourth.socket.write(ASK('/small'));
    await until(() => expect(fourth.received()).toContain('small'));
    expect(server.load()).toMatchObject({ refused: 1, evicted: 1 });
  });

  it('close the one that has been idle for longest since its last request', async () => {
    const { server } = await serving({ connections: 3 });
    const clients = [];
    for (let n = 0; n < 3; n += 1) clients.push(await connectPlain(server));
    const [first, second, third] = clients as [
      (typeof clients)[0],
      (typeof clients)[0],
      (typeof clients)[0],
    ];
    first.socket.write(ASK('/small'));
    await until(() => expect(first.received()).toContain('small'));
    const fourth = await connectPlain(server);
    await second.closed;
    for (const { socket, received } of [first, third, fourth]) {
      socket.write(ASK('/small'));
      await until(() => expect(received()).toContain('small'));
    }
    expect(server.load()).toMatchObject({ open: 3, evicted: 1 });
  });
});
