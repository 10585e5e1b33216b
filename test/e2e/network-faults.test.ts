import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { readFigures } from '../support/figures.js';
import { HANG_MS } from '../support/hang.js';
import { createClient } from '../support/https-client.js';
import { bodyOf, connectPlain, connectRaw, type RawClient } from '../support/raw-client.js';

const HEADERS_S = 2;
const REQUEST_S = 4;
const ANSWER_S = 3;
/** Nobody else may be slowed down for longer than this, on a machine however busy. */
const PROMPT_MS = 120_000;

const residentMb = ({ process }: Daemon): number => {
  const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
};

const figures = async (daemon: Daemon) =>
  readFigures((await daemon.request('/metrics', { headers: { connection: 'close' } })).text);

async function expectPrompt(daemon: Daemon): Promise<void> {
  const startedAt = performance.now();
  expect((await daemon.request('/healthz')).status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(PROMPT_MS);
}

/** How long the daemon bears with it. */
async function lifeOf({ closed }: RawClient): Promise<number> {
  const startedAt = performance.now();
  await closed;
  return (performance.now() - startedAt) / 1_000;
}

async function untilOpen(daemon: Daemon, most: number): Promise<number> {
  for (const until = performance.now() + HANG_MS; performance.now() < until; ) {
    const open = (await figures(daemon)).get('wardbox_connections') ?? 0;
    if (open <= most) return open;
    await pause(100);
  }
  return Number.POSITIVE_INFINITY;
}

describe('clients that take their time', () => {
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await startDaemon({
      config: {
        server: {
          headers_timeout_s: HEADERS_S,
          request_timeout_s: REQUEST_S,
          answer_timeout_s: ANSWER_S,
        },
      },
    });
  });
  afterAll(() => daemon.stop());

  it('are cut off when they never begin the TLS handshake', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => connectPlain(daemon)));
    await expectPrompt(daemon);
    const lives = await Promise.all(clients.map(lifeOf));
    expect(Math.max(...lives)).toBeLessThan(HEADERS_S + PROMPT_MS / 1_000);
    expect(clients.every(({ received }) => received() === '')).toBe(true);
  });

  it('are told 408 when they dribble their headers', async () => {
    const client = await connectRaw(daemon);
    client.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    const dribble = setInterval(() => client.socket.write('X-Slow: 1\r\n'), 100);
    const seconds = await lifeOf(client);
    clearInterval(dribble);
    expect(seconds).toBeLessThan(HEADERS_S + PROMPT_MS / 1_000);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(JSON.parse(bodyOf(client.received()))).toMatchObject({
      error: { code: 'request_timeout', details: {} },
    });
  });

  it('are told 408 when they dribble their body, with a key or without one', async () => {
    const key = await daemon.key();
    const client = await connectRaw(daemon);
    client.socket.write(
      'POST /v1/risk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${key}\r\nContent-Length: 100000\r\n\r\n{`,
    );
    const dribble = setInterval(() => client.socket.write(' '), 100);
    await expectPrompt(daemon);
    const seconds = await lifeOf(client);
    clearInterval(dribble);
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(REQUEST_S + PROMPT_MS / 1_000);
    expect(client.received()).toMatch(/^HTTP\/1\.1 408 /);
    // The memory that was set aside for the body is given back.
    const body = JSON.stringify({ score: 'bmi', patient_data: {} });
    const after = await daemon.request('/v1/risk', { key, body, method: 'POST' });
    expect(after.status).toBe(400);
  });

  it('do not fill the memory with answers that they never fetch, and are cut', async () => {
    const before = residentMb(daemon);
    const { length } = (await daemon.request('/openapi.json')).bytes;
    const asked = 90;
    const clients = await Promise.all(Array.from({ length: 20 }, () => connectRaw(daemon)));
    for (const { socket } of clients) {
      socket.pause();
      socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(asked));
    }
    await pause(1_000);
    await expectPrompt(daemon);
    const grown = residentMb(daemon) - before;
    expect(clients.length * asked * length).toBeGreaterThan(4e8);
    expect(grown).toBeLessThan(400);
    expect((await figures(daemon)).get('wardbox_answers_waiting_bytes')).toBeGreaterThan(length);
    const cut = async () =>
      (await figures(daemon)).get('wardbox_connections_cut_total{reason="slow"}');
    await expect.poll(cut).toBe(clients.length);
    expect((await figures(daemon)).get('wardbox_answers_waiting_bytes')).toBe(0);
    for (const { socket } of clients) socket.destroy();
  });

  it('get the whole answer when they read slowly but in time', async () => {
    const client = await connectRaw(daemon);
    const whole = (await daemon.request('/openapi.json')).text;
    client.socket.write(
      'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    );
    for (let n = 0; n < 5; n += 1) {
      client.socket.pause();
      await pause(200);
      client.socket.resume();
      await pause(20);
    }
    await client.closed;
    expect(Buffer.from(bodyOf(client.received()), 'latin1').toString('utf8')).toBe(whole);
  });
});

describe('connections that are not as they should be', () => {
  let daemon: Daemon;
  beforeAll(async () => {
    daemon = await startDaemon();
  });
  afterAll(() => daemon.stop());

  it('end when the client has closed its half, whatever it has sent', async () => {
    const key = await daemon.key();
    const before = (await figures(daemon)).get('wardbox_connections') ?? 0;
    const body = JSON.stringify({ score: 'bmi', patient_data: {} });
    const head =
      'POST /v1/risk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
      `Authorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n`;
    for (const sent of ['', 'GET /heal', head, head + body]) {
      const clients = await Promise.all(Array.from({ length: 10 }, () => connectRaw(daemon)));
      for (const { socket } of clients) socket.end(sent);
      const lives = await Promise.all(clients.map(lifeOf));
      expect(Math.max(...lives)).toBeLessThan(PROMPT_MS / 1_000);
    }
    expect(await untilOpen(daemon, before)).toBeLessThanOrEqual(before);
    await expectPrompt(daemon);
  });

  it('are answered one after the other, in their order, when requests are pipelined', async () => {
    const key = await daemon.key();
    const client = await connectRaw(daemon);
    const ids = Array.from({ length: 30 }, (_, n) => `pipe-${n}`);
    const requests = ids.map((id, n) => {
      const path = ['/healthz', '/v1/risk/scores/news2', '/nothing'][n % 3];
      const close = n === ids.length - 1 ? 'Connection: close\r\n' : '';
      const authorization = `Authorization: Bearer ${key}\r\n`;
      return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\n${authorization}${close}\r\n`;
    });
    client.socket.write(requests.join(''));
    await client.closed;
    const answered = [...client.received().matchAll(/^x-request-id: (\S+)\r$/gim)];
    expect(answered.map(([, id]) => id)).toEqual(ids);
  });

  it('do not pile up when a thousand are opened and cut', async () => {
    await Promise.all(Array.from({ length: 50 }, () => connectRaw(daemon))).then((clients) => {
      for (const { socket } of clients) socket.destroy();
    });
    const before = residentMb(daemon);
    for (let round = 0; round < 20; round += 1) {
      const clients = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0 ? connectPlain(daemon) : connectRaw(daemon),
        ),
      );
      clients.forEach(({ socket }, n) => {
        if (n % 3 === 0) socket.write('POST /v1/analyze HTTP/1.1\r\nHost: a\r\nContent-Le');
        if (n % 2 === 0) socket.resetAndDestroy();
        else socket.destroy();
      });
    }
    expect(await untilOpen(daemon, 1)).toBe(1);
    expect(residentMb(daemon) - before).toBeLessThan(150);
    await expectPrompt(daemon);
  });

  it('speak HTTP/1.1 and nothing newer', async () => {
    const client = await connectRaw(daemon, { ALPNProtocols: ['h2', 'http/1.1'] });
    expect('alpnProtocol' in client.socket && client.socket.alpnProtocol).toBe('http/1.1');
    client.socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    await client.closed;
    expect(client.received()).toMatch(/^HTTP\/1\.1 400 /);
    const newer = await connectRaw(daemon, { ALPNProtocols: ['h2'] });
    await newer.closed;
    expect(newer.received()).toBe('');
  });

  it('get 401 from the next request on when their key is revoked', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const ask = await createClient(daemon.url, daemon.caFile, agent);
      const made = await daemon.cli(
        'keys',
        'create',
        '--name',
        'gone soon',
        '--mode',
        'test',
        '--json',
      );
      const { key, key_id: keyId } = JSON.parse(made) as { key: string; key_id: string };
      expect((await ask('/v1/risk/scores', { key })).status).toBe(200);
      await daemon.cli('keys', 'revoke', keyId);
      expect((await ask('/v1/risk/scores', { key })).status).toBe(401);
    } finally {
      agent.destroy();
    }
  });
});

describe('thousands of connections without a request', () => {
  const MANY = 5_000;

  /** Without TLS, whose handshakes would take the machine a minute. */
  const opened = async (daemon: Daemon, count: number): Promise<RawClient[]> => {
    const clients: RawClient[] = [];
    while (clients.length < count) {
      clients.push(...(await Promise.all(Array.from({ length: 100 }, () => connectPlain(daemon)))));
    }
    return clients;
  };

  it('are borne where that many are allowed', async () => {
    const daemon = await startDaemon({
      config: { server: { tls: { mode: 'off' }, max_connections: 2 * MANY } },
    });
    try {
      const before = residentMb(daemon);
      const clients = await opened(daemon, MANY);
      expect((await figures(daemon)).get('wardbox_connections')).toBe(MANY + 1);
      expect(residentMb(daemon) - before).toBeLessThan(200);
      await expectPrompt(daemon);
      for (const { socket } of clients) socket.destroy();
      expect(await untilOpen(daemon, 1)).toBe(1);
    } finally {
      await daemon.stop();
    }
  });

  it('make room, the oldest first, where they are too many, and never for a busy one', async () => {
    const limit = 500;
    const daemon = await startDaemon({
      config: { server: { tls: { mode: 'off' }, max_connections: limit } },
    });
    try {
      const key = await daemon.key();
      const busy = await connectPlain(daemon);
      const body = '{"score": "bmi", "patient_data": {}}';
      busy.socket.write(
        'POST /v1/risk HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n' +
          `Authorization: Bearer ${key}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      await pause(200);
      const clients = await opened(daemon, MANY);
      await expectPrompt(daemon);
      const now = await figures(daemon);
      expect(now.get('wardbox_connections')).toBeLessThanOrEqual(limit);
      expect(now.get('wardbox_connections_cut_total{reason="refused"}')).toBe(0);
      await pause(300);
      const alive = clients.map(({ socket }) => !socket.destroyed && socket.readable);
      expect(alive.slice(0, MANY - 2 * limit).some(Boolean)).toBe(false);
      expect(alive.slice(-limit / 2).every(Boolean)).toBe(true);
      busy.socket.write(body);
      await busy.closed;
      expect(busy.received()).toMatch(/^HTTP\/1\.1 (200|400) /);
      for (const { socket } of clients) socket.destroy();
    } finally {
      await daemon.stop();
    }
  });
});
