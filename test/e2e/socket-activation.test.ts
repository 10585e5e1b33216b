import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type DaemonOptions, spawnDaemon } from '../support/daemon.js';
import { createClient } from '../support/https-client.js';
import { openNotifySocket } from '../support/notify-socket.js';

const HOLDER = join(import.meta.dirname, '..', 'support', 'socket-holder.py');

const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Holds a listening socket as systemd does: open, and never accepting. */
async function openSocket(host: string) {
  const folder = await mkdtemp(join(tmpdir(), 'wardbox-socket-'));
  const path = join(folder, 'holder');
  const holder = spawn('python3', [HOLDER, 'hold', host, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(async () => {
    holder.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  const [port] = (await once(holder.stdout, 'data')) as [Buffer];
  return { port: Number(port.toString()), path };
}

async function activate(path: string, options: DaemonOptions & { count?: number } = {}) {
  const manager = await openNotifySocket();
  cleanups.push(() => manager.close());
  const { count = 1, ...more } = options;
  const daemon = await spawnDaemon({
    ...more,
    launcher: ['python3', HOLDER, 'launch', String(count), path],
    env: { NOTIFY_SOCKET: manager.path },
  });
  cleanups.push(() => daemon.stop('SIGKILL'));
  return { manager, daemon };
}

describe('a daemon that is handed its socket', () => {
  it('serves it, and a client between two daemons waits for the next', async () => {
    const { port, path } = await openSocket('127.0.0.1');
    const folder = await mkdtemp(join(tmpdir(), 'wardbox-data-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const first = await activate(path, { dataDir: folder });
    const { fields } = await first.manager.next('READY');
    expect(fields.STATUS).toBe(`Serving https://127.0.0.1:${port}`);
    const ask = await createClient(`https://localhost:${port}`, join(folder, 'tls', 'ca.crt'));
    expect((await ask('/healthz')).status).toBe(200);
    expect(await first.daemon.stop()).toEqual({ code: 0, signal: null });

    const waiting = ask('/healthz');
    const second = await activate(path, { dataDir: folder });
    expect((await waiting).status).toBe(200);
    await second.manager.next('READY');
  });

  it('refuses one on an address where TLS may not be off', async () => {
    const { path } = await openSocket('0.0.0.0');
    const { daemon } = await activate(path, { config: { server: { tls: { mode: 'off' } } } });
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    expect(daemon.logs.map(({ reason }) => reason)).toContain(
      'TLS is off, so the socket handed over may not be on 0.0.0.0.',
    );
  });

  it('refuses to choose among two', async () => {
    const { path } = await openSocket('127.0.0.1');
    const { daemon } = await activate(path, { count: 2 });
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
  });
});
