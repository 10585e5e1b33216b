import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAppliance } from '../../../src/appliance/appliance.js';
import { loadConfig, processEnvironment } from '../../../src/appliance/config/load.js';
import { nextLink } from '../../../src/audit/audit-chain.js';
import type { DoctorReport } from '../../../src/cli/doctor.js';
import { systemClock } from '../../../src/core/clock.js';
import { createSilentLogger } from '../../../src/core/logger.js';
import { createAuditRepository } from '../../../src/store/audit-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import SqliteDatabase from '../../../src/store/sqlite.js';
import { commandLine } from '../../support/command-line.js';
import { FIXTURE_MODELS } from '../../support/fixture-models.js';
import { NOON } from '../../support/stopped-clock.js';

const DAY_MS = 86_400_000;

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createTcpServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** A box that `init` has set up, today. */
async function box(config: Record<string, unknown> = {}) {
  const port = await freePort();
  const line = commandLine({
    models_dir: FIXTURE_MODELS,
    inference: { backend: 'cpu', cpu_workers: 1 },
    analyze: { workers: 0 },
    storage: { disk_reserve_mb: 0 },
    server: { port },
    ...config,
  });
  line.clock.pass(Date.now() - NOON);
  chmodSync(line.file, 0o600);
  await line.run('init', '--mode', 'test');
  const dataDir = join(line.folder, 'data');
  const look = async () => {
    const { text, exitCode } = await line.run('doctor', '--json');
    const told = JSON.parse(text) as DoctorReport;
    const of = (check: string) => told.checks.find((one) => one.check === check)!;
    return { ...told, exitCode, of };
  };
  const tamper = (sql: string) => {
    const raw = new SqliteDatabase(join(dataDir, 'wardbox.sqlite'));
    raw.exec(sql);
    raw.close();
  };
  return { ...line, dataDir, port, look, tamper };
}

/** A folder itself shows that reading a database needs a passing file in it. */
const stateOf = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const facts = statSync(join(folder, name));
    const { mode, mtimeMs } = facts;
    if (facts.isDirectory()) return { name, mode };
    const sum = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
    return { name, mode, mtimeMs, sum };
  });

describe('wardbox doctor beside no daemon', () => {
  it('prints one line per check, warns of what is missing, and changes nothing', async () => {
    const { run, folder } = await box();
    const before = stateOf(folder);
    const { text, exitCode } = await run('doctor');
    expect(exitCode).toBe(0);
    const lines = text.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2));
    // How much room the machine has is not the test's to say.
    const machine = ['disk', 'memory'];
    const fixed = lines.filter(([, check]) => !machine.includes(check ?? ''));
    expect(fixed.filter(([state]) => state !== 'ok')).toEqual([
      ['warning', 'backups'],
      ['warning', 'daemon'],
    ]);
    expect(lines.map(([, check]) => check)).toEqual([
      'configuration',
      'permissions',
      'disk',
      'memory',
      'clock',
      'encryption',
      'database',
      'audit',
      'backups',
      'tls',
      'address',
      'daemon',
      'backend',
      'models',
      'pacs',
      'dicom-listener',
      'destinations',
      'webhooks',
      'sign-in',
      'smart',
    ]);
    for (const line of text.split('\n')) expect(line.includes('→')).toBe(/^warning/.test(line));
    expect(stateOf(folder)).toEqual(before);
  });

  it('prints the same as JSON', async () => {
    const { look } = await box();
    const { state, checks, of, exitCode } = await look();
    expect({ state, exitCode, count: checks.length }).toEqual({
      state: 'warning',
      exitCode: 0,
      count: 20,
    });
    expect(of('daemon')).toEqual({
      check: 'daemon',
      state: 'warning',
      found: 'Not running.',
      remedy: expect.stringContaining('systemctl start wardbox'),
    });
    expect(of('audit')).toEqual({
      check: 'audit',
      state: 'ok',
      found: 'Intact: 1 records, none signed yet.',
    });
  });

  type Box = Awaited<ReturnType<typeof box>>;
  const faults: [string, string, (at: Box) => unknown, string][] = [
    ['an open data folder', 'permissions', (at) => chmodSync(at.dataDir, 0o755), 'open to others'],
    [
      'a configuration of all',
      'configuration',
      (at) => chmodSync(at.file, 0o666),
      'changed by any user',
    ],
    [
      'a changed record',
      'audit',
      (at) => at.tamper("DROP TRIGGER audit_no_update; UPDATE audit SET event = '{}'"),
      'the record was changed',
    ],
    [
      'a cut log',
      'audit',
      (at) => at.tamper('DROP TRIGGER audit_no_delete; DELETE FROM audit'),
      'were removed',
    ],
    [
      'no database any more',
      'database',
      (at) => rmSync(join(at.dataDir, 'wardbox.sqlite')),
      'There is no database',
    ],
    [
      'a file that is no database',
      'database',
      (at) => writeFileSync(join(at.dataDir, 'wardbox.sqlite'), Buffer.alloc(8_192, 7)),
      'not a readable database',
    ],
    [
      'a newer database',
      'database',
      (at) => at.tamper('PRAGMA user_version = 999'),
      'newer version',
    ],
    ['a clock set back', 'clock', (at) => at.clock.pass(-3 * DAY_MS), '3 days behind'],
    ['an expired certificate', 'tls', (at) => at.clock.pass(400 * DAY_MS), 'expired on'],
    [
      'a foreign private key',
      'tls',
      (at) => {
        const path = join(at.dataDir, 'tls', 'server.pem');
        const [certificate] = readFileSync(path, 'utf8').split('-----BEGIN PRIVATE KEY-----');
        const ca = readFileSync(join(at.dataDir, 'tls', 'ca.pem'), 'utf8');
        const key = ca.slice(ca.indexOf('-----BEGIN PRIVATE KEY-----'));
        writeFileSync(path, `${certificate}${key}`);
      },
      'does not match the certificate',
    ],
    [
      'a certificate that is none',
      'tls',
      (at) => writeFileSync(join(at.dataDir, 'tls', 'server.pem'), 'no certificate'),
      'cannot be read',
    ],
  ];
  it.each(faults)('fails on %s', async (_, check, harm, said) => {
    const at = await box();
    harm(at);
    const { of, exitCode } = await at.look();
    expect(of(check)).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(said),
      remedy: expect.stringMatching(/\w/),
    });
    expect(exitCode).toBe(3);
  });

  it('fails on files of another user', async (context) => {
    if (process.getuid?.() !== 0) context.skip('only root can give a file away');
    const at = await box();
    chownSync(join(at.dataDir, 'tls', 'ca.crt'), 12_345, 12_345);
    expect((await at.look()).of('permissions')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('belongs to user 12345'),
    });
  });

  const oddities: [string, string, (at: Box) => unknown, string][] = [
    [
      'a key file open to others',
      'permissions',
      (at) => chmodSync(join(at.dataDir, 'tls', 'server.pem'), 0o644),
      'server.pem is open to others (0644)',
    ],
    ['a configuration of a group', 'configuration', (at) => chmodSync(at.file, 0o660), 'a group'],
    [
      'a certificate near its end',
      'tls',
      (at) => at.clock.pass(380 * DAY_MS),
      'expires in 17 days',
    ],
    [
      'no backup in the folder',
      'backups',
      (at) => mkdirSync(join(at.dataDir, 'backups'), { mode: 0o700 }),
      'There is no backup',
    ],
    ['a set-back in the past', 'clock', setBackOnce, 'set back 60 minutes at audit record 3'],
  ];
  it.each(oddities)('warns of %s', async (_, check, change, said) => {
    const at = await box();
    change(at);
    const { of } = await at.look();
    expect(of(check)).toMatchObject({ state: 'warning', found: expect.stringContaining(said) });
  });

  function setBackOnce({ dataDir }: Box): void {
    const database = openDatabase(dataDir);
    createAuditRepository(database).appendAll((last) => {
      const at = (ms: number) => new Date(Date.parse(last!.at) + ms).toISOString();
      const first = nextLink(last, at(1), '{}');
      return [first, nextLink(first, at(1 - 3_600_000), '{}')];
    });
    const third = createAuditRepository(database).tail(1)[0]!;
    expect(third.seq).toBe(3);
    database.close();
  }

  it('knows a backup by its age', async () => {
    const { dataDir, look, clock } = await box();
    const folder = join(dataDir, 'backups');
    mkdirSync(folder, { mode: 0o700 });
    for (const [name, days] of [
      ['a.wbk', 9],
      ['b.wbk', 1],
      ['note.txt', 0],
    ] as const) {
      writeFileSync(join(folder, name), '', { mode: 0o600 });
      const at = new Date(clock() - days * DAY_MS);
      utimesSync(join(folder, name), at, at);
    }
    expect((await look()).of('backups')).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('The newest of 2 is 24 hours old'),
    });
    rmSync(join(folder, 'b.wbk'));
    expect((await look()).of('backups')).toMatchObject({
      state: 'warning',
      found: 'The newest of 1 is 9 days old.',
    });
  });

  it('names a package whose file was changed', async () => {
    const at = await box();
    const config = JSON.parse(readFileSync(at.file, 'utf8'));
    const models = join(at.folder, 'models');
    mkdirSync(join(models, 'pattern'), { recursive: true });
    writeFileSync(join(models, 'pattern', 'model.json'), '{}');
    writeFileSync(at.file, JSON.stringify({ ...config, models_dir: models }));
    const { of, exitCode } = await at.look();
    expect(of('models')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('pattern: '),
    });
    expect(exitCode).toBe(3);
  });

  it('says what is wrong with the configuration, and looks no further', async () => {
    const { run, file } = await box();
    writeFileSync(file, JSON.stringify({ server: { port: -1 }, more: 1 }));
    const { text, exitCode } = await run('doctor');
    expect(text).toMatch(/^failed +configuration +Faults: .*server\.port.*more is not known/);
    expect(text.split('\n')).toHaveLength(1);
    expect(exitCode).toBe(3);
    rmSync(file);
    expect((await run('doctor')).text).toMatch(/^failed +configuration .*ENOENT/);
  });

  it('says that nothing is set up yet, and sets nothing up', async () => {
    const { run, folder } = commandLine({ models_dir: FIXTURE_MODELS });
    const before = stateOf(folder);
    const { text, exitCode } = await run('doctor');
    expect(text).toMatch(/failed +database +There is no data in .* → .*wardbox init/);
    expect(exitCode).toBe(3);
    expect(stateOf(folder)).toEqual(before);
  });
});

describe('wardbox doctor beside a daemon', () => {
  async function running(prepare: (at: Awaited<ReturnType<typeof box>>) => void = () => undefined) {
    const at = await box();
    prepare(at);
    const appliance = createAppliance({
      config: loadConfig({ file: at.file, env: {} }),
      environment: processEnvironment,
      logger: createSilentLogger(),
      clock: systemClock,
    });
    onTestFinished(appliance.stop);
    await appliance.start();
    at.clock.pass(Date.now() - at.clock());
    return { ...at, appliance };
  }

  it('asks it over its own TLS', async () => {
    const { look } = await running();
    const { of, exitCode } = await look();
    // No knowledge is among the packages of the test: what rests on it is missing.
    expect(of('daemon').found).toMatch(/^Running/);
    expect(of('daemon').state).not.toBe('failed');
    expect(of('backend')).toMatchObject({ state: 'ok', found: expect.stringContaining('on cpu') });
    expect(of('address')).toMatchObject({ state: 'ok' });
    expect(of('database')).toMatchObject({ state: 'ok' });
    expect(of('audit')).toMatchObject({ state: 'ok' });
    expect(exitCode).toBe(0);
  });

  it('knows it by the certificate of the hospital, until another one is put there', async () => {
    const { look, folder, run } = await running((at) => {
      const config = JSON.parse(readFileSync(at.file, 'utf8'));
      const own = join(at.folder, 'own.pem');
      renameSync(join(at.dataDir, 'tls', 'server.pem'), own);
      const tls = { mode: 'files', cert_file: own, key_file: own };
      writeFileSync(at.file, JSON.stringify({ ...config, server: { port: at.port, tls } }));
    });
    expect((await look()).of('daemon').found).toMatch(/^Running/);
    expect((await look()).of('tls').state).toBe('ok');
    const other = join(folder, 'other.json');
    await run('init', '-c', other, '--data-dir', join(folder, 'other'));
    renameSync(join(folder, 'other', 'tls', 'server.pem'), join(folder, 'own.pem'));
    expect((await look()).of('daemon')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('its certificate is not that of'),
    });
  });

  it('does not trust an impostor', async () => {
    const { look, dataDir, run, folder } = await running();
    renameSync(join(dataDir, 'tls'), join(folder, 'tls-away'));
    const other = join(folder, 'other.json');
    await run('init', '-c', other, '--data-dir', join(folder, 'other'));
    renameSync(join(folder, 'other', 'tls'), join(dataDir, 'tls'));
    const { of, exitCode } = await look();
    expect(of('daemon')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('but not correctly'),
    });
    expect(exitCode).toBe(3);
  });
});

describe('wardbox doctor beside another program', () => {
  const off = { tls: { mode: 'off' } };

  async function answering(answer: (path: string) => { status: number; body: string }) {
    const at = await box();
    const config = JSON.parse(readFileSync(at.file, 'utf8'));
    writeFileSync(at.file, JSON.stringify({ ...config, server: { port: at.port, ...off } }));
    const server: Server = createServer((request, response) => {
      const { status, body } = answer(request.url ?? '');
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => server.listen(at.port, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return (await at.look()).of('daemon');
  }

  const readiness = (over: Record<string, unknown> = {}, checks: Record<string, unknown> = {}) =>
    JSON.stringify({
      status: 'ready',
      ...over,
      checks: {
        stopping: false,
        database: 'ok',
        search_index: 'ok',
        disk: { status: 'ok', free_mb: 1 },
        workers: { up: 1, busy: 0, queued: 0 },
        models: [],
        ...checks,
      },
    });
  const daemon = (ready: string, version: string) => (path: string) => ({
    status: 200,
    body: path === '/readyz' ? ready : JSON.stringify({ status: 'ok', version }),
  });
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8'),
  );

  it.each([
    ['one that is ready', readiness(), version, 'ok', 'Running and ready: 1 workers'],
    ['an older one', readiness(), '0.0.1', 'warning', 'Version 0.0.1 is running'],
    [
      'one whose disk is full',
      readiness({ status: 'not_ready' }, { disk: { status: 'low', free_mb: 1 } }),
      version,
      'failed',
      'the disk is nearly full',
    ],
    [
      'one without a model',
      readiness(
        { status: 'degraded' },
        { models: [{ id: 'm', state: 'quarantined', reason: 'x' }] },
      ),
      version,
      'warning',
      'm is quarantined: x',
    ],
    ['one with other words', '{"status":"ready"}', version, 'failed', 'another version'],
    ['one that says nothing', '', version, 'failed', 'its answer is not that of Wardbox'],
    [
      'one without end',
      'x'.repeat(2_000_000),
      version,
      'failed',
      'longer than the appliance sends',
    ],
  ])('judges %s', async (_, ready, told, state, said) => {
    const found = await answering(daemon(ready, told));
    expect(found).toMatchObject({ state, found: expect.stringContaining(said) });
  });
});
