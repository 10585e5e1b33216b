import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { startDaemon } from '../support/daemon.js';
import { openNotifySocket } from '../support/notify-socket.js';
import { tracedCalls } from '../support/traced-addresses.js';

const ROOT = join(import.meta.dirname, '..', '..');
const SUPPORT = join(ROOT, 'test', 'support');
const SAMPLES = join(ROOT, 'scripts', 'samples');
const ALONE = ['--map-root-user', '--net', 'python3', join(SUPPORT, 'loopback-only.py')];
const TRACE = ['-f', '-qq', '-s', '0', '-e', 'trace=network', '-o'];
/** For documentation alone (RFC 5737): nobody is there. */
const SOMEBODY = '192.0.2.1';

const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const alone = works('unshare', ...ALONE, 'true');
const traces = works('strace', ...TRACE, '/dev/null', 'true');
const whyNotAlone = alone ? '' : ' (skipped: no network namespace of its own)';
const whyNotTraced = traces ? '' : ' (skipped: strace is missing or not allowed)';

const run = promisify(execFile);
const cleanups: Array<() => unknown> = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const OPTIONS = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
const aloneRun = (...command: string[]) => run('unshare', [...ALONE, ...command], OPTIONS);

const place = alone ? ' with no network but loopback' : '';
describe('the demonstration', () => {
  it(`works${place}`, async () => {
    const demo = ['scripts/demo/main.ts', '--once'];
    const tsx = join(ROOT, 'node_modules', '.bin', 'tsx');
    const { stdout } = await (alone ? aloneRun(tsx, ...demo) : run(tsx, demo, OPTIONS));
    expect(stdout).toContain('All parts worked.');
  });
});

describe.skipIf(!alone)(`with no network but loopback${whyNotAlone}`, () => {
  it('nobody can be reached (so that this test could fail)', async () => {
    const { stdout } = await aloneRun('cat', '/proc/net/dev');
    expect(stdout.match(/^ *\w+(?=:)/gm)?.map((name) => name.trim())).toEqual(['lo']);
    const call = `require('net').connect(443, '${SOMEBODY}').on('error', (e) => console.log(e.code))`;
    expect((await aloneRun(process.execPath, '-e', call)).stdout).toBe('ENETUNREACH\n');
  });
});

describe.skipIf(!traces)(`every call to the network of a daemon${whyNotTraced}`, () => {
  function traceFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'wardbox-trace-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    return join(folder, 'trace');
  }

  it('is seen (so that this test could fail)', async () => {
    const file = traceFile();
    const call = `require('net').connect(443, '${SOMEBODY}').on('error', () => 0).setTimeout(1, process.exit)`;
    await run('strace', [...TRACE, file, process.execPath, '-e', call]).catch(() => undefined);
    expect(tracedCalls(readFileSync(file, 'utf8'))).toContainEqual({
      call: 'connect',
      address: `inet ${SOMEBODY}:443`,
    });
  });

  it('goes to the service manager, and none to anybody else', async () => {
    const manager = await openNotifySocket();
    cleanups.push(() => manager.close());
    const file = traceFile();
    const daemon = await startDaemon({
      config: {
        models_dir: join(ROOT, 'models'),
        analyze: { workers: 1 },
        inference: { backend: 'auto', task_timeout_s: 120 },
      },
      env: { NOTIFY_SOCKET: manager.path },
      // -D: the daemon stays this process's own child, so that it gets the signals.
      launcher: ['strace', '-D', ...TRACE, file],
    });
    cleanups.push(() => daemon.stop('SIGKILL'));
    const asks = [
      join(SUPPORT, 'ask-all-six.mjs'),
      daemon.url,
      await daemon.key(),
      join(SAMPLES, 'films', 'tuberculosis.png'),
      join(SAMPLES, 'dictations', 'ward-round.opus'),
    ];
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: daemon.caFile };
    const { stdout } = await run(process.execPath, asks, { env });
    const { fhir, ...others } = JSON.parse(stdout) as Record<string, number>;
    expect(fhir).toBe(201);
    expect(new Set(Object.values(others))).toEqual(new Set([200]));
    expect(await daemon.stop()).toEqual({ code: 0, signal: null });

    const trace = readFileSync(file, 'utf8');
    expect(trace).toMatch(/\bgetpeername\(.*127\.0\.0\.1/);
    const addresses = new Set(tracedCalls(trace).map(({ address }) => address));
    // Netlink is the kernel: it lists this machine's own addresses.
    addresses.delete('netlink');
    expect([...addresses]).toEqual([`unix ${manager.path}`]);
  });
});
