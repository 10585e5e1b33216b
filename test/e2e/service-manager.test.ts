import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServiceManager, type NotifyEnvironment } from '../../src/core/sd-notify.js';
import { type DaemonOptions, ENTRY, spawnDaemon, startDaemon } from '../support/daemon.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';
import { createClient } from '../support/https-client.js';
import { openNotifySocket } from '../support/notify-socket.js';

const WATCHDOG_MS = 1_000;
const WATCHDOG_USEC = String(WATCHDOG_MS * 1_000);
/** How long the daemon waits for a worker's answer before it stops feeding the watchdog. */
const PING_TIMEOUT_MS = 5_000;
/** Between the time in a line of the log and this process's own. */
const CLOCKS_APART_MS = 50;

const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A daemon that is started, not waited for, under a manager that listens. */
async function spawnManaged(options: DaemonOptions = {}) {
  const manager = await openNotifySocket();
  cleanups.push(() => manager.close());
  const env = { NOTIFY_SOCKET: manager.path, WATCHDOG_USEC, ...options.env };
  const daemon = await spawnDaemon({ ...options, env });
  cleanups.push(() => daemon.stop('SIGKILL'));
  const caFile = join(daemon.dataDir, 'tls', 'ca.crt');
  /** Asks at the address that the manager was told. */
  const ask = async (status: string | undefined, path: string) => {
    const [url = ''] = /https:\/\/[^/\s]+/.exec(status ?? '') ?? [];
    return (await createClient(url, caFile))(path);
  };
  const workerPid = async () => {
    const line = await daemon.log(({ msg }) => msg === 'worker ready');
    return Number(line.pid);
  };
  const cli = async (...args: string[]) => {
    const all = [ENTRY, ...args, '-c', daemon.configFile];
    return (await promisify(execFile)(process.execPath, all)).stdout;
  };
  return { manager, daemon, ask, workerPid, cli };
}

async function folderWithoutModels(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wardbox-models-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const refusesConnections = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && false));
    socket.once('error', () => resolve(true));
  });

describe('the daemon under a service manager', () => {
  it('says READY=1 once, when /readyz says ready', async () => {
    const { manager, daemon, ask } = await spawnManaged();
    const { fields } = await manager.next('READY');
    expect((await ask(fields.STATUS, '/readyz')).status).toBe(200);
    expect(fields).toMatchObject({ READY: '1', MAINPID: String(daemon.process.pid) });
    expect(manager.messages[0]?.fields).toEqual(fields);
    await manager.next('WATCHDOG');
    expect(manager.count('READY')).toBe(1);
  });

  it('stays a starting service while no model can serve, and says READY=1 after', async () => {
    const models = await folderWithoutModels();
    const { manager, ask, workerPid } = await spawnManaged({ config: { models_dir: models } });
    const { fields, atMs } = await manager.next('EXTEND_TIMEOUT_USEC');
    expect(fields.STATUS).toContain('Not ready');
    expect((await ask(fields.STATUS, '/readyz')).status).toBe(503);
    expect((await ask(fields.STATUS, '/healthz')).status).toBe(200);
    await manager.next('EXTEND_TIMEOUT_USEC', { afterMs: atMs });
    expect(manager.count('READY') + manager.count('WATCHDOG')).toBe(0);

    await cp(FIXTURE_MODELS, models, { recursive: true });
    process.kill(await workerPid(), 'SIGKILL');
    const ready = await manager.next('READY');
    expect((await ask(ready.fields.STATUS, '/readyz')).status).toBe(200);
    await manager.next('WATCHDOG');
  });

  it('says STOPPING=1 on SIGTERM, ends with 0 and leaves nothing behind', async () => {
    const { manager, daemon, workerPid } = await spawnManaged();
    const { fields } = await manager.next('READY');
    const worker = await workerPid();
    const port = Number(new URL(String(fields.STATUS).replace('Serving ', '')).port);
    expect(await refusesConnections(port)).toBe(false);
    const stopped = daemon.stop('SIGTERM');
    await manager.next('STOPPING');
    expect(await stopped).toEqual({ code: 0, signal: null });
    expect(await refusesConnections(port)).toBe(true);
    expect(isRunning(worker)).toBe(false);
    expect(daemon.logs.at(-1)).toMatchObject({ msg: 'stopped' });
  });

  it('finishes the request that is under way when it is told to stop', async () => {
    const { manager, daemon, cli } = await spawnManaged();
    const { fields } = await manager.next('READY');
    const { port } = new URL(String(fields.STATUS).replace('Serving ', ''));
    const made = await cli('keys', 'create', '--name', 'slow', '--mode', 'test', '--json');
    const { key } = JSON.parse(made) as { key: string };
    const ca = await readFile(join(daemon.dataDir, 'tls', 'ca.crt'));
    const body = JSON.stringify({
      score: 'news2',
      patient_data: { vitals: { heart_rate: 110 } },
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const options = { port, ca, agent: false, method: 'POST', path: '/v1/risk' } as const;
    const asked = request({
      ...options,
      headers: { ...headers, 'content-length': body.length, expect: '100-continue' },
    });
    asked.flushHeaders();
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    await once(asked, 'continue');
    asked.write(body.slice(0, 10));
    await pause(500);

    const stopped = daemon.stop('SIGTERM');
    await manager.next('STOPPING');
    await expect.poll(() => refusesConnections(Number(port))).toBe(true);
    await pause(500);
    expect(daemon.process.exitCode).toBeNull();
    asked.end(body.slice(10));
    const [{ statusCode, headers: given }] = await answered;
    expect({ statusCode, connection: given.connection }).toEqual({
      statusCode: 200,
      connection: 'close',
    });
    expect(await stopped).toEqual({ code: 0, signal: null });
  });

  it('ends at once, with 0, when it is stopped in the middle of starting', async () => {
    // Without models it starts for ever.
    const models = await folderWithoutModels();
    const { manager, daemon } = await spawnManaged({ config: { models_dir: models } });
    await manager.next('EXTEND_TIMEOUT_USEC');
    expect(await daemon.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(manager.count('STOPPING')).toBe(1);
    expect(manager.count('READY')).toBe(0);
  });

  it('ends with an error, and does not hang, where another daemon has the data folder', async () => {
    const first = await startDaemon();
    cleanups.push(() => first.stop());
    const { manager, daemon } = await spawnManaged({ dataDir: first.dataDir });
    expect(await daemon.exited).toEqual({ code: 1, signal: null });
    expect(manager.count('READY')).toBe(0);
  });
});

describe('the watchdog', () => {
  it('is not fed while the daemon hangs, and is fed again after', async () => {
    const { manager, daemon } = await spawnManaged();
    await manager.next('WATCHDOG');
    daemon.process.kill('SIGSTOP');
    await pause(100);
    const stoppedAtMs = performance.now();
    await pause(3 * WATCHDOG_MS);
    expect(manager.count('WATCHDOG', stoppedAtMs)).toBe(0);
    const resumedAtMs = performance.now();
    daemon.process.kill('SIGCONT');
    await manager.next('WATCHDOG', { afterMs: resumedAtMs });
  });

  it('is not fed while a worker hangs, and is fed again once that one is replaced', async () => {
    const { manager, ask, workerPid } = await spawnManaged();
    const { fields } = await manager.next('READY');
    await manager.next('WATCHDOG');
    const worker = await workerPid();
    process.kill(worker, 'SIGSTOP');
    await pause(100);
    const stoppedAtMs = performance.now();
    await pause(PING_TIMEOUT_MS - 2 * WATCHDOG_MS);
    expect(manager.count('WATCHDOG', stoppedAtMs)).toBe(0);
    // The daemon itself is well: it is the workers that keep it from feeding.
    expect((await ask(fields.STATUS, '/healthz')).status).toBe(200);
    await manager.next('WATCHDOG', { afterMs: stoppedAtMs });
    expect(() => process.kill(worker, 0)).toThrow('ESRCH');
  });

  it('is not fed while the loop of events hangs, and is fed again after', async () => {
    const hangMs = 4 * WATCHDOG_MS;
    // The thread waits: until then it does nothing else.
    const hang = `process.on('SIGUSR2', () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${hangMs});
    })`;
    const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(hang)}`];
    const { manager, daemon } = await spawnManaged({ execArgv });
    await manager.next('WATCHDOG');
    daemon.process.kill('SIGUSR2');
    await pause(100);
    const hungAtMs = performance.now();
    await pause(hangMs - 500);
    expect(manager.count('WATCHDOG', hungAtMs)).toBe(0);
    await manager.next('WATCHDOG', { afterMs: hungAtMs });
  });

  it('is not fed between the death of the last worker and the next that is ready', async () => {
    const { manager, daemon, workerPid } = await spawnManaged();
    await manager.next('WATCHDOG');
    const dead = await workerPid();
    process.kill(dead, 'SIGKILL');
    const ended = await daemon.log(({ msg }) => msg === 'worker ended');
    const ready = await daemon.log(({ msg, pid }) => msg === 'worker ready' && pid !== dead);
    await manager.next('WATCHDOG', { afterMs: performance.now() });
    const [from, until] = [ended, ready].map(({ time }) => Date.parse(String(time)));
    const fed = manager.messages
      .filter(({ fields }) => fields.WATCHDOG === '1')
      .map(({ atMs }) => performance.timeOrigin + atMs)
      .filter((at) => at > from! + CLOCKS_APART_MS && at < until! - CLOCKS_APART_MS);
    expect(until! - from!).toBeGreaterThan(2 * CLOCKS_APART_MS);
    expect(fed).toEqual([]);
  });

  /** A manager of this process, whose time stands still but for what the test lets pass. */
  async function manageHere(more: NotifyEnvironment = {}) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    cleanups.push(() => vi.useRealTimers());
    const socket = await openNotifySocket();
    cleanups.push(() => socket.close());
    const env = { NOTIFY_SOCKET: socket.path, WATCHDOG_USEC, ...more };
    const manager = createServiceManager(env, 4711, expect.unreachable);
    cleanups.push(() => manager.close());
    return { manager, socket };
  }

  it('is fed at half its interval', async () => {
    const { manager, socket } = await manageHere();
    const check = vi.fn(() => Promise.resolve(true));
    manager.feedWatchdog(check);
    for (let fed = 1; fed <= 6; fed += 1) {
      expect(check).toHaveBeenCalledTimes(fed);
      await vi.advanceTimersByTimeAsync(WATCHDOG_MS / 2 - 1);
      expect(check).toHaveBeenCalledTimes(fed);
      await vi.advanceTimersByTimeAsync(1);
    }
    manager.stopping();
    await socket.next('STOPPING');
    expect(socket.count('WATCHDOG')).toBe(7);
  });

  it.each([
    ['absent', undefined, true],
    ['this process', '4711', true],
    ['another process', '4712', false],
  ])('is fed or not by whom WATCHDOG_PID names: %s', async (_, pid, isFed) => {
    const { manager, socket } = await manageHere({ WATCHDOG_PID: pid });
    manager.feedWatchdog(() => Promise.resolve(true));
    await vi.advanceTimersByTimeAsync(3 * WATCHDOG_MS);
    // Datagrams arrive in their order: what was fed before this one has come when it has.
    manager.stopping();
    await socket.next('STOPPING');
    expect(socket.count('WATCHDOG') > 0).toBe(isFed);
  });

  it('takes a failing check for no answer, and never asks twice at a time', async () => {
    const { manager, socket } = await manageHere();
    const fails: Array<() => void> = [];
    const check = vi.fn(
      () => new Promise<boolean>((_, fail) => fails.push(() => fail(new Error('no answer')))),
    );
    manager.feedWatchdog(check);
    await vi.advanceTimersByTimeAsync(5 * WATCHDOG_MS);
    expect(check).toHaveBeenCalledTimes(1);
    fails[0]!();
    await vi.advanceTimersByTimeAsync(5 * WATCHDOG_MS);
    expect(check).toHaveBeenCalledTimes(2);
    manager.stopping();
    await socket.next('STOPPING');
    expect(socket.count('WATCHDOG')).toBe(0);
  });
});

describe('the daemon without a service manager that listens', () => {
  it.each([
    ['no NOTIFY_SOCKET', undefined, 0],
    ['a socket that is gone', '/nonexistent/notify', 1],
    // The datagram addon cannot address one; that is said, and nothing else suffers.
    ['an abstract socket', '@wardbox-test', 1],
  ])('works as well, and says once what it could not tell: %s', async (_, socket, warnings) => {
    const daemon = await startDaemon({ env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC } });
    cleanups.push(() => daemon.stop());
    expect((await daemon.request('/readyz')).status).toBe(200);
    await pause(WATCHDOG_MS);
    const told = daemon.logs.filter(({ msg }) => msg === 'the service manager cannot be notified');
    expect(told).toHaveLength(warnings);
    expect(await daemon.stop()).toEqual({ code: 0, signal: null });
  });
});
