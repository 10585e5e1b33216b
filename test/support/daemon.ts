import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FIXTURE_MODELS } from './fixture-models.js';
import { HANG_MS } from './hang.js';
import { createClient, type HttpRequest, type HttpResponse } from './https-client.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const ENTRY = join(ROOT, 'dist', 'main.js');

/** Longer than the daemon gathers lines before it writes them. */
const LOG_GATHERED_MS = 400;

export type ConfigOverrides = Readonly<Record<string, unknown>>;

export interface DaemonOptions {
  /** The compiled program; by default that of this tree. */
  readonly entry?: string;
  /** Laid over the defaults below, section by section; the log level must stay `info` or finer. */
  readonly config?: ConfigOverrides;
  /** Added to the environment; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** An existing data folder, as after a restart; the caller then removes it. */
  readonly dataDir?: string;
  /** Arguments of Node itself, before the daemon's. */
  readonly execArgv?: readonly string[];
  /** A command that starts the daemon's command, which follows it. */
  readonly launcher?: readonly string[];
}

export interface KeyOptions {
  readonly name?: string;
  readonly mode?: 'test' | 'live';
  readonly scopes?: readonly string[];
  /** Requests a minute. */
  readonly rate?: number;
}

/** One line of the daemon's log. */
export interface LogLine {
  readonly msg: string;
  readonly [field: string]: unknown;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Daemon {
  readonly url: string;
  /** What a client has to trust; absent where TLS is off. */
  readonly caFile: string | undefined;
  readonly dataDir: string;
  readonly configFile: string;
  readonly process: ChildProcess;
  /** All lines until now, oldest first; those of the last moment are still to come. */
  readonly logs: readonly LogLine[];
  /** The same with those of the last moment. */
  allLogs(): Promise<readonly LogLine[]>;
  readonly exited: Promise<Exit>;
  /** A key made at the command line; the same options give the same key again. */
  key(options?: KeyOptions): Promise<string>;
  request(path: string, request?: HttpRequest): Promise<HttpResponse>;
  /** The first line, past or to come, that fits. */
  log(matches: (line: LogLine) => boolean, timeoutMs?: number): Promise<LogLine>;
  /** Any other command on the same configuration: `cli('audit', 'verify', '--json')`. */
  cli(...args: string[]): Promise<string>;
  /** Ends it (by default with SIGTERM), returns how it ended and removes its temporary files. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
}

const DEFAULTS = {
  version: 1,
  server: { host: '127.0.0.1', port: 0 },
  models_dir: FIXTURE_MODELS,
  inference: { backend: 'cpu', cpu_workers: 1, threads_per_worker: 1 },
  // A thread opens all knowledge once more: those who are about analysis ask for one.
  analyze: { workers: 0 },
  storage: { disk_reserve_mb: 0 },
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(base: Record<string, unknown>, over: ConfigOverrides): Record<string, unknown> {
  const merged = { ...base };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    merged[name] = isRecord(below) && isRecord(value) ? merge(below, value) : value;
  }
  return merged;
}

/** This process's environment without what would configure or supervise the daemon. */
function environmentFor(added: DaemonOptions['env'] = {}): NodeJS.ProcessEnv {
  const foreign = /^(WARDBOX_|NOTIFY_SOCKET$|WATCHDOG_|LISTEN_|CREDENTIALS_DIRECTORY$|NODE_V8_)/;
  const own = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(own), ...added };
}

/** Lines of the log as they come, with a way to wait for one. */
function collectLogs(child: ChildProcess, exited: Promise<Exit>) {
  const lines: LogLine[] = [];
  const errors: string[] = [];
  const watchers = new Set<() => void>();
  const look = () => {
    for (const watcher of [...watchers]) watcher();
  };
  createInterface({ input: child.stdout! }).on('line', (text) => {
    try {
      lines.push(JSON.parse(text) as LogLine);
    } catch {
      errors.push(text);
    }
    look();
  });
  createInterface({ input: child.stderr! }).on('line', (text) => errors.push(text));

  const story = () => [...lines.map((line) => JSON.stringify(line)), ...errors].join('\n');
  const log: Daemon['log'] = (matches, timeoutMs = HANG_MS) =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        watchers.delete(watcher);
        act();
      };
      const fail = (why: string) => settle(() => reject(new Error(`${why}:\n${story()}`)));
      const watcher = () => {
        const line = lines.find(matches);
        if (line !== undefined) settle(() => resolve(line));
      };
      const timer = setTimeout(() => fail('The daemon did not log that in time'), timeoutMs);
      watchers.add(watcher);
      watcher();
      void exited.then((exit) => fail(`The daemon has ended (${JSON.stringify(exit)})`));
    });
  return { lines, log };
}

async function exitOf(child: ChildProcess): Promise<Exit> {
  // `close` comes after the last of its output, `exit` may come before.
  const [code, signal] = (await once(child, 'close')) as [Exit['code'], Exit['signal']];
  return { code, signal };
}

/** Ten thousand audit records are more than the megabyte that Node allows a command. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

async function runCli(entry: string, configFile: string, args: readonly string[]): Promise<string> {
  const all = [entry, ...args, '-c', configFile];
  const options = { env: environmentFor(), maxBuffer: MAX_OUTPUT_BYTES };
  return (await promisify(execFile)(process.execPath, all, options)).stdout;
}

/** Keys are made once for each set of options. */
function keyMaker(cli: Daemon['cli']): Daemon['key'] {
  const made = new Map<string, Promise<string>>();
  const make = async (wanted: KeyOptions) => {
    const { name = 'end-to-end test', mode = 'test', scopes, rate } = wanted;
    const scoped = scopes === undefined ? [] : ['--scopes', scopes.join(',')];
    const rated = rate === undefined ? [] : ['--rate', String(rate)];
    const args = ['--name', name, '--mode', mode, ...scoped, ...rated, '--json'];
    return (JSON.parse(await cli('keys', 'create', ...args)) as { key: string }).key;
  };
  return (options = {}) => {
    const id = JSON.stringify(options);
    const key = made.get(id) ?? make(options);
    made.set(id, key);
    return key;
  };
}

/** Started, but perhaps never ready; for tests of daemons that cannot or should not start. */
export async function spawnDaemon(options: DaemonOptions = {}) {
  const { entry = ENTRY } = options;
  if (!existsSync(entry)) throw new Error('dist/main.js is missing: npm run build');
  const folder = await mkdtemp(join(tmpdir(), 'wardbox-daemon-'));
  const dataDir = options.dataDir ?? join(folder, 'data');
  const configFile = join(folder, 'appliance.config.json');
  await mkdir(dataDir, { recursive: true });
  const config = merge({ ...DEFAULTS, data_dir: dataDir }, options.config ?? {});
  await writeFile(configFile, JSON.stringify(config, null, 2));

  const { execArgv = [], launcher = [] } = options;
  const started = [process.execPath, ...execArgv, entry, 'serve', '-c', configFile];
  const [command = '', ...args] = [...launcher, ...started];
  const child = spawn(command, args, {
    env: environmentFor(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = exitOf(child);
  const { lines, log } = collectLogs(child, exited);
  const stop: Daemon['stop'] = async (signal = 'SIGTERM') => {
    const timer = setTimeout(kill, HANG_MS);
    child.kill(signal);
    const exit = await exited;
    clearTimeout(timer);
    process.removeListener('exit', kill);
    await rm(folder, { recursive: true, force: true });
    return exit;
  };
  return {
    dataDir,
    configFile,
    process: child,
    logs: lines as readonly LogLine[],
    allLogs: () => pause(LOG_GATHERED_MS, lines as readonly LogLine[]),
    exited,
    log,
    stop,
  };
}

/** A real daemon from `dist/`, on a free port, over HTTPS, ready for requests. */
export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const spawned = await spawnDaemon(options);
  const cli = (...args: string[]) => runCli(options.entry ?? ENTRY, spawned.configFile, args);
  try {
    const started = await spawned.log(({ url }) => url !== undefined);
    const url = String(started.url);
    const caFile = started.ca_file === undefined ? undefined : String(started.ca_file);
    const request = await createClient(url, caFile);
    return { ...spawned, url, caFile, cli, key: keyMaker(cli), request };
  } catch (error) {
    await spawned.stop('SIGKILL');
    throw error;
  }
}
