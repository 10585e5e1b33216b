import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keepTrackOf } from './processes.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const POLL_MS = 10;
const START_LIMIT_MS = 60_000;

export interface Site {
  readonly folder: string;
  readonly configFile: string;
  readonly caFile: string;
  readonly port: number;
  readonly key: string;
}

export interface Daemon {
  readonly site: Site;
  readonly pid: number;
  /** From the spawn to the first `/readyz` that answered 200. */
  readonly readyAfterMs: number;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A data folder, a configuration that differs from the shipped one only in places, and a key. */
export async function prepareSite(folder: string, modelsDir: string): Promise<Site> {
  const port = await freePort();
  const configFile = join(folder, 'appliance.config.json');
  const dataDir = join(folder, 'data');
  const config = {
    server: { port },
    data_dir: dataDir,
    models_dir: modelsDir,
    rate_limits: { per_minute: 1_000_000 },
  };
  writeFileSync(configFile, JSON.stringify(config));
  const command = ['keys', 'create', '--name', 'bench', '--mode', 'test', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [
    MAIN,
    ...command,
    '-c',
    configFile,
  ]);
  const { key } = JSON.parse(stdout) as { key: string };
  return { folder, configFile, caFile: join(dataDir, 'tls', 'ca.crt'), port, key };
}

function isReady({ port, caFile }: Site): Promise<boolean> {
  if (!existsSync(caFile)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/readyz', ca: readFileSync(caFile) };
    const request = get({ ...options, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

async function untilReady(site: Site, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_LIMIT_MS;
  while (!(await isReady(site))) {
    if (child.exitCode !== null || performance.now() > until) {
      const log = readFileSync(join(site.folder, 'daemon.log'), 'utf8').slice(-2_000);
      throw new Error(`the daemon did not become ready:\n${log}`);
    }
    await sleep(POLL_MS);
  }
}

/** Starts the compiled daemon as an administrator would, its journal going to a file. */
export async function startDaemon(
  site: Site,
  {
    execArgv = [],
    environment = {},
  }: { execArgv?: string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Daemon> {
  const log = openSync(join(site.folder, 'daemon.log'), 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...execArgv, MAIN, 'serve', '-c', site.configFile], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...environment },
  });
  keepTrackOf(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilReady(site, child);
  return {
    site,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
