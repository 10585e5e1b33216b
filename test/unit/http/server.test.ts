import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, USUAL_LIMITS } from '../../../src/http/server.js';
import { prepareTls } from '../../../src/http/tls/tls.js';
import { smallApp } from '../../support/http-app.js';
import { rejectionOf } from '../../support/refusals.js';
import { scratchFolder } from '../../support/scratch-folder.js';

/** Longer than a test may take. */
const ENDLESS_MS = 3_600_000;
const LOOPBACK = { host: '127.0.0.1', port: 0, tls: undefined };

async function serving(slowMs = 0) {
  const app = smallApp();
  const begun = vi.fn();
  app.get('/', async (c) => {
    begun();
    await sleep(slowMs, undefined, { ref: false });
    return c.text('done');
  });
  const server = await listen(app, LOOPBACK);
  onTestFinished(() => server.drain(0));
  return { ...server, begun };
}

describe('listen', () => {
  it('takes a free port and says where it is', async () => {
    const { url } = await serving();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(url)).text()).toBe('done');
  });

  it('says which address is taken', async () => {
    const { url } = await serving();
    const port = Number(new URL(url).port);
    const error = await rejectionOf(listen(smallApp(), { ...LOOPBACK, port }));
    expect(error.code).toBe('internal_error');
    expect(error.message).toContain(`127.0.0.1:${port}`);
    expect(error.message).toContain('EADDRINUSE');
  });

  it('writes addresses in the form of URLs', async () => {
    const urls: string[] = [];
    for (const host of ['0.0.0.0', '::1', 'localhost']) {
      const server = await listen(smallApp(), { ...LOOPBACK, host });
      urls.push(server.url.replace(/:\d+$/, ''));
      await server.drain(0);
    }
    expect(urls).toEqual(['http://localhost', 'http://[::1]', 'http://localhost']);
  });

  it('waits for requests in progress and takes no new ones', async () => {
    const { url, drain, begun } = await serving(200);
    await (await fetch(url)).text();
    const pending = fetch(url);
    await expect.poll(() => begun.mock.calls.length).toBe(2);
    const drained = drain(ENDLESS_MS);
    await expect(fetch(url, { headers: { connection: 'close' } })).rejects.toThrow();
    expect(await (await pending).text()).toBe('done');
    await drained;
  });

  it('waits for one that has come in while the answer before it was still being fetched', async () => {
    const app = smallApp();
    const large = 'x'.repeat(16 * 1024 * 1024);
    const begun = vi.fn();
    app.get('/large', (c) => {
      begun();
      return c.text(large);
    });
    app.get('/', (c) => c.text('done'));
    const { url, drain } = await listen(app, LOOPBACK);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.pause();
    client.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(() => begun.mock.calls.length).toBe(1);
    const drained = drain(ENDLESS_MS);
    await sleep(100);
    const answers = (await buffer(client)).toString('latin1');
    await drained;
    expect(answers.length).toBeGreaterThan(large.length);
    expect(answers.endsWith('done')).toBe(true);
  });

  it('cuts a request that is still in progress when the time is over', async () => {
    const { url, drain, begun } = await serving(ENDLESS_MS);
    const pending = fetch(url).catch(() => 'cut');
    await expect.poll(() => begun.mock.calls.length).toBe(1);
    await drain(100);
    expect(await pending).toBe('cut');
  });

  it.each([false, true])('cuts a silent connection then, with TLS %s', async (secure) => {
    const tls = secure
      ? await prepareTls({ mode: 'auto', names: [] }, scratchFolder(), Date.now())
      : undefined;
    const limits = { ...USUAL_LIMITS, headersMs: ENDLESS_MS, requestMs: ENDLESS_MS };
    const { url, drain } = await listen(smallApp(), { ...LOOPBACK, tls, limits });
    const silent = connect(Number(new URL(url).port), '127.0.0.1');
    silent.on('error', () => undefined);
    await once(silent, 'connect');
    await sleep(20);
    await drain(100);
  });
});
