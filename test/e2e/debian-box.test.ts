import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootBox, type DebianBox, whyNoBox } from '../support/debian-box.js';
import { pack, repackAs } from '../support/debian-packing.js';
import { FIXTURE_MODELS } from '../support/fixture-models.js';

// Installs the package on a real Debian under a real systemd: with its user, its sandbox and its
// watchdog. The steps follow one another as they do in the life of a box.

const ROOT = join(import.meta.dirname, '..', '..');
const SAMPLES = join(ROOT, 'scripts', 'samples');
const DATA = '/var/lib/wardbox';
const CONFIG = '/etc/wardbox/appliance.config.json';
const DROP_INS = '/etc/systemd/system/wardbox.service.d';
const ENCRYPTION_KEY = '/etc/wardbox/encryption.key';
/** In place of those that ship, where a step is about the service and not about its answers. */
const TINY_MODELS = '/mnt/shared/models';
const EXAMPLES = '/opt/wardbox/systemd/wardbox.service.d';
const URL_IN_BOX = 'https://127.0.0.1:8443';

const NEXT_VERSION = '99.0.0';

const lacking = whyNoBox();
const why = lacking === '' ? '' : ` (skipped: ${lacking})`;

const work = lacking === '' ? mkdtempSync(join(tmpdir(), 'wardbox-deb-')) : '';
const shared = join(work, 'shared');
let box: DebianBox;

/** Where Node did not come as a package, dpkg cannot know that it is there. */
async function install(deb: string): Promise<string> {
  const known = (await box.run('dpkg-query', '--show', 'nodejs')).code === 0;
  const force = known ? [] : ['--force-depends'];
  return box.output('dpkg', '--force-confdef', '--force-confold', ...force, '-i', deb);
}

const property = async (name: string, unit = 'wardbox.service') =>
  (await box.output('systemctl', 'show', '--value', '-p', name, unit)).trim();
const text = (path: string) => box.output('cat', path);
const configure = (change: (config: Record<string, Record<string, unknown>>) => void) =>
  text(CONFIG).then((before) => {
    const config = JSON.parse(before) as Record<string, Record<string, unknown>>;
    change(config);
    writeFileSync(join(shared, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
    return box.output('cp', '/mnt/shared/config.json', CONFIG);
  });

/** From the next start on; without a folder those that ship. */
const useModels = (models_dir?: string) =>
  configure((config) => Object.assign(config, { models_dir }));

async function makeKey(name: string): Promise<string> {
  const words = ['--name', name, '--mode', 'test', '--json'];
  const made = await box.output('wardbox', 'keys', 'create', ...words);
  return (JSON.parse(made) as { key: string }).key;
}

/** Whether a key of before is accepted and the data of before are there. */
async function readsPatient(key: string, ca = `${DATA}/tls/ca.crt`): Promise<boolean> {
  const url = `${URL_IN_BOX}/v1/fhir/Patient/in-a-box`;
  const script = `fetch('${url}', { headers: { Authorization: 'Bearer ${key}' } })
    .then(async (answer) => console.log(answer.ok && (await answer.json()).id === 'in-a-box'))`;
  const output = await box.output('env', `NODE_EXTRA_CA_CERTS=${ca}`, 'node', '-e', script);
  return output.trim() === 'true';
}

async function statuses(key: string, ca = `${DATA}/tls/ca.crt`): Promise<unknown> {
  const at = (file: string) => `/mnt/shared/${file}`;
  const script = [at('ask-all-six.mjs'), URL_IN_BOX, key, at('film.png'), at('spoken.opus')];
  const said = await box.output('env', `NODE_EXTRA_CA_CERTS=${ca}`, 'node', ...script);
  return JSON.parse(said);
}

const ALL_WELL = {
  analyze: 200,
  imaging: 200,
  transcribe: 200,
  risk: 200,
  medications: 200,
  fhir: expect.toSatisfy((status: number) => status === 200 || status === 201),
};

/** As `[ "$(cmd)" = wanted ]` in a loop would wait; fails with what it was at the end. */
const eventually = (read: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(read, { interval: 500 }).toEqual(wanted);

describe.skipIf(lacking !== '')(`the Debian package${why}`, () => {
  let key = '';
  let packages: string[] = [];

  beforeAll(async () => {
    mkdirSync(shared);
    copyFileSync(join(SAMPLES, 'films', 'tuberculosis.png'), join(shared, 'film.png'));
    copyFileSync(join(SAMPLES, 'dictations', 'ward-round.opus'), join(shared, 'spoken.opus'));
    cpSync(FIXTURE_MODELS, join(shared, 'models'), { recursive: true });
    const asks = join(import.meta.dirname, '..', 'support', 'ask-all-six.mjs');
    copyFileSync(asks, join(shared, 'ask-all-six.mjs'));
    packages = pack(shared, 'deb', 'tar');
    const deb = packages.find((path) => path.endsWith('.deb')) ?? '';
    repackAs(NEXT_VERSION, deb, join(shared, 'next.deb'));
    box = await bootBox(shared);
    // The Node of this test, which the addons of the checkout are for, whatever the machine has.
    copyFileSync(process.execPath, join(shared, 'node'));
    await box.output('install', '-m', '755', '/mnt/shared/node', '/usr/bin/node');
    copyFileSync(deb, join(shared, 'first.deb'));
  });

  afterAll(async () => {
    await box?.close();
    rmSync(work, { recursive: true, force: true });
  });

  it('installs, sets the appliance up without showing a key, and serves', async () => {
    const said = await install('/mnt/shared/first.deb');
    expect(said).toContain('wardbox keys create');
    expect(said).not.toContain('sk_');
    expect(await property('ActiveState')).toBe('active');
    expect(await property('UnitFileState')).toBe('enabled');
    expect(await property('UnitFileState', 'wardbox.socket')).toBe('disabled');
    expect(await property('UnitFileState', 'wardbox-backup.timer')).toBe('disabled');
    expect(await property('StatusText')).toBe(`Serving ${URL_IN_BOX}`);
    const owner = await box.output('stat', '-c', '%U %G %a', DATA, '/var/cache/wardbox');
    expect(owner).toBe('wardbox wardbox 700\nwardbox wardbox 700\n');
  });

  it('has the commands in the path of root, who leaves nothing of his own among the data', async () => {
    key = await makeKey('box test');
    const foreign = await box.output('find', DATA, '!', '-user', 'wardbox');
    expect(foreign).toBe('');
    const tail = JSON.parse(await box.output('wardbox', 'audit', 'tail', '--json')) as unknown[];
    expect(tail.at(-1)).toMatchObject({ action: 'keys.create', actor: { id: 'root' } });
    const doctor = JSON.parse(await box.output('wardbox', 'doctor', '--json')) as {
      checks: ReadonlyArray<{ check: string; state: string }>;
    };
    expect(doctor.checks.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  it('answers with all six capabilities inside the sandbox', async () => {
    expect(await statuses(key)).toEqual(ALL_WELL);
    const status = await text(`/proc/${await property('MainPID')}/status`);
    const uid = (await box.output('id', '-u', 'wardbox')).trim();
    expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t${uid}\\t${uid}\\t${uid}$`, 'm'));
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^Seccomp:\t2$/m);
    expect(status).toMatch(/^CapBnd:\t0+$/m);
  });

  it('takes over models at a reload, and goes on serving', async () => {
    const main = await property('MainPID');
    await box.output('systemctl', 'reload', 'wardbox.service');
    const log = () => box.output('journalctl', '-u', 'wardbox', '-o', 'cat');
    await eventually(async () => (await log()).includes('"msg":"reloading"'), true);
    expect(await property('MainPID')).toBe(main);
    expect(await property('ActiveState')).toBe('active');
  });

  it('lets its workers make way for the daemon', async () => {
    const main = await property('MainPID');
    const nice = await box.output('ps', '-o', 'ni=', '--ppid', main);
    expect(new Set(nice.trim().split(/\s+/))).toEqual(new Set(['5']));
  });

  it('makes a backup with the unit of the nightly timer', async () => {
    await box.output('systemctl', 'start', 'wardbox-backup.service');
    expect(await property('Result', 'wardbox-backup.service')).toBe('success');
    const made = (await box.output('sh', '-c', `ls ${DATA}/backups/*`)).trim();
    expect(await box.output('wardbox', 'backup', 'verify', made)).toContain('can be restored');
  });

  it('ends orderly on a stop', async () => {
    await box.output('systemctl', 'stop', 'wardbox.service');
    expect(await property('Result')).toBe('success');
    expect(await property('ExecMainStatus')).toBe('0');
    // What follows starts it often, and is not about workers and backends.
    await configure(({ inference, analyze }) => {
      Object.assign(inference!, { cpu_workers: 1, backend: 'cpu' });
      analyze!.workers = 0;
    });
    await useModels(TINY_MODELS);
  });

  it('starts when somebody calls at its socket', async () => {
    await box.output('systemctl', 'start', 'wardbox.socket');
    expect(await property('ActiveState')).toBe('inactive');
    const call = `require('net').connect(8443, '127.0.0.1', () => process.exit())`;
    await box.output('node', '-e', call);
    await eventually(() => property('ActiveState'), 'active');
    expect(await readsPatient(key)).toBe(true);
    await box.output('systemctl', 'stop', 'wardbox.socket', 'wardbox.service');
  });

  it('takes certificate and encryption key as credentials, as the examples have it', async () => {
    const put = async (content: string, to: string, mode = '644') => {
      writeFileSync(join(shared, 'file'), content, { mode: 0o600 });
      await box.output('install', '-D', '-g', 'wardbox', '-m', mode, '/mnt/shared/file', to);
    };
    const pem = await text(`${DATA}/tls/server.pem`);
    const [privateKey = ''] =
      /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*KEY-----\n/.exec(pem) ?? [];
    await put(privateKey, '/etc/ssl/private/wardbox.key', '600');
    await put(pem.replace(privateKey, ''), '/etc/wardbox/tls.crt');
    for (const [name, unit] of [
      ['tls-credential', 'wardbox'] as const,
      ['lan', 'wardbox'] as const,
      ['encryption', 'wardbox'] as const,
      ['encryption', 'wardbox-backup'] as const,
    ]) {
      const example = await text(`${EXAMPLES}/${name}.conf.example`);
      await put(example, `/etc/systemd/system/${unit}.service.d/${name}.conf`);
    }
    // For the next step.
    await put('[Service]\nWatchdogSec=15\nRestartSec=100ms\n', `${DROP_INS}/watchdog.conf`);
    await box.output('systemctl', 'daemon-reload');

    await put(`${randomBytes(32).toString('hex')}\n`, ENCRYPTION_KEY, '640');
    const words = (await text(`${DROP_INS}/tls-credential.conf`)).replace(/^# ?/gm, '');
    const [, tls = ''] = /^ +"tls": (\{[\s\S]*?\})$/m.exec(words) ?? [];
    await configure(({ server, storage }) => {
      server!.tls = JSON.parse(tls);
      storage!.encryption_key_file = ENCRYPTION_KEY;
    });
    await useModels();
    await box.output('wardbox', 'encryption', 'enable');
    expect(await box.output('head', '-c', '15', `${DATA}/wardbox.sqlite`)).not.toContain('SQLite');
    await box.output('systemctl', 'start', 'wardbox.service');
    expect(await statuses(key)).toEqual(ALL_WELL);
    for (const name of ['tls.key', 'encryption.key']) {
      const credential = `/run/credentials/wardbox.service/${name}`;
      expect((await box.run('setpriv', '--reuid=nobody', 'cat', credential)).code).not.toBe(0);
    }
    await box.output('systemctl', 'start', 'wardbox-backup.service');
    await useModels(TINY_MODELS);
  });

  it('is started anew when it hangs', async () => {
    const hung = await property('MainPID');
    // 0 would be all processes of this test.
    expect(Number(hung)).toBeGreaterThan(0);
    const restarts = Number(await property('NRestarts'));
    await box.output('kill', '-STOP', hung);
    await eventually(async () => Number(await property('NRestarts')) > restarts, true);
    await eventually(() => property('ActiveState'), 'active');
    expect(await property('MainPID')).not.toBe(hung);
    expect(await box.output('journalctl', '-u', 'wardbox')).toContain("result 'watchdog'");
    expect(await readsPatient(key)).toBe(true);
    await box.output('rm', `${DROP_INS}/watchdog.conf`);
    await box.output('systemctl', 'daemon-reload');
  });

  it('is upgraded with data and edited configuration as they were, started once', async () => {
    const before = await text(CONFIG);
    const starts = async () =>
      (await box.output('journalctl', '-u', 'wardbox', '-o', 'cat')).split('\nStarting ').length;
    const started = await starts();
    await install('/mnt/shared/next.deb');
    expect(await starts()).toBe(started + 1);
    expect(await text(CONFIG)).toBe(before);
    expect(await text(`${CONFIG}.dpkg-dist`)).toContain('"per_minute": 601');
    expect(await box.output('wardbox', 'version')).toBe(`${NEXT_VERSION}\n`);
    expect(await readsPatient(key)).toBe(true);
    expect(await box.output('wardbox', 'audit', 'verify')).toContain('is intact');
  });

  it('leaves a service alone that the administrator has disabled', async () => {
    await box.output('systemctl', 'disable', '--now', 'wardbox.service');
    await install('/mnt/shared/next.deb');
    expect(await property('UnitFileState')).toBe('disabled');
    expect(await property('ActiveState')).toBe('inactive');
    await box.output('systemctl', 'enable', 'wardbox.service');
  });

  it('is removed without its data, and goes on with them when it comes back', async () => {
    await box.output('dpkg', '--remove', 'wardbox');
    expect(await property('ActiveState')).toBe('inactive');
    expect(await property('LoadState')).toBe('masked');
    expect((await box.run('test', '-e', '/opt/wardbox')).code).not.toBe(0);
    expect((await box.run('test', '-e', '/usr/bin/wardbox')).code).not.toBe(0);
    await box.output('test', '-e', CONFIG);
    expect(await install('/mnt/shared/next.deb')).not.toContain('is set up');
    expect(await readsPatient(key)).toBe(true);
  });

  it('says at a purge where the data stay', async () => {
    const said = await box.output('dpkg', '--purge', 'wardbox');
    expect(said).toContain(DATA);
    await box.output('test', '-e', `${DATA}/wardbox.sqlite`);
    // What the administrator put beside the configuration may be the key to the data.
    await box.output('test', '-e', ENCRYPTION_KEY);
    for (const gone of [CONFIG, '/var/cache/wardbox', '/opt/wardbox']) {
      expect((await box.run('test', '-e', gone)).code, gone).not.toBe(0);
    }
  });

  it('is installed from the tarball as well, and goes on with the same data', async () => {
    await box.output('cp', '/mnt/shared/config.json', CONFIG);
    await useModels();
    const tarball = packages.find((path) => path.endsWith('.tar.gz')) ?? '';
    const name = tarball.slice(shared.length + 1, -'.tar.gz'.length);
    await box.output('tar', '-C', '/root', '-xzf', `/mnt/shared/${name}.tar.gz`);
    await box.output(`/root/${name}/install.sh`);
    expect(await property('ActiveState')).toBe('active');
    expect(await statuses(key)).toEqual(ALL_WELL);
    await configure(({ rate_limits }) => {
      rate_limits!.per_minute = 599;
    });
    await useModels(TINY_MODELS);
    await box.output(`/root/${name}/install.sh`);
    expect(await text(CONFIG)).toContain('"per_minute": 599');
    expect(await property('ActiveState')).toBe('active');
  });
});
