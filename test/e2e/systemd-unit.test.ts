import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { commandLine } from '../support/command-line.js';

const UNIT = join(import.meta.dirname, '..', '..', 'systemd', 'wardbox.service');
const EXAMPLES = `${UNIT}.d`;
const BACKUP = join(UNIT, '..', 'wardbox-backup.service');
const ANALYZE = 'systemd-analyze';

const isInstalled = spawnSync(ANALYZE, ['--version']).status === 0;
const why = isInstalled ? '' : ' (skipped: systemd-analyze is not installed)';

function analyze(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(ANALYZE, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`.trim() };
}

describe('the systemd unit', () => {
  const unit = readFileSync(UNIT, 'utf8');
  const examples = readdirSync(EXAMPLES);
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-unit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(!isInstalled)(`is understood by systemd without a complaint${why}`, () => {
    // The program named by ExecStart has to exist, so a copy names the Node that runs this.
    const copy = join(folder, 'wardbox.service');
    writeFileSync(copy, unit.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
    const socket = join(folder, 'wardbox.socket');
    copyFileSync(join(UNIT, '..', 'wardbox.socket'), socket);
    const verified = analyze('verify', '--recursive-errors=no', '--man=no', copy, socket);
    expect(verified).toEqual({ status: 0, output: '' });
  });

  it.skipIf(!isInstalled).each(examples)(`is understood with the drop-in %s${why}`, (example) => {
    const own = mkdtempSync(join(folder, 'with-'));
    const copy = join(own, 'wardbox.service');
    writeFileSync(copy, unit.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`));
    const dropIn = join(own, 'wardbox.service.d', 'example.conf');
    mkdirSync(join(dropIn, '..'));
    const verify = () => analyze('verify', '--recursive-errors=no', '--man=no', copy).output;
    writeFileSync(dropIn, '[Service]\nNoSuchSetting=yes\n');
    expect(verify()).toContain('NoSuchSetting');
    copyFileSync(join(EXAMPLES, example), dropIn);
    expect(verify()).toBe('');
  });

  it.skipIf(!isInstalled)(`has an exposure of 2.0 or less${why}`, () => {
    const options = ['--offline=true', '--threshold=20', '--no-pager'];
    const { status, output } = analyze('security', ...options, UNIT);
    expect(status, output).toBe(0);
  });

  it('waits longer for an end than the daemon waits for requests', () => {
    const config = readFileSync(join(UNIT, '..', '..', 'appliance.config.json'), 'utf8');
    const { server } = JSON.parse(config) as { server: { drain_timeout_s: number } };
    const stopSeconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(stopSeconds).toBeGreaterThan(server.drain_timeout_s);
  });
});

describe('the systemd units of the nightly backup', () => {
  const service = readFileSync(BACKUP, 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-unit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(!isInstalled)(`are understood by systemd without a complaint${why}`, () => {
    const copy = join(folder, 'wardbox-backup.service');
    const node = `ExecStart=${process.execPath}`;
    writeFileSync(copy, service.replace('ExecStart=/usr/bin/node', node));
    const timer = join(folder, 'wardbox-backup.timer');
    copyFileSync(join(BACKUP, '..', 'wardbox-backup.timer'), timer);
    const verified = analyze('verify', '--recursive-errors=no', '--man=no', copy, timer);
    expect(verified).toEqual({ status: 0, output: '' });
  });

  it.skipIf(!isInstalled)(`have an exposure of 1.0 or less${why}`, () => {
    const options = ['--offline=true', '--threshold=10', '--no-pager'];
    const { status, output } = analyze('security', ...options, BACKUP);
    expect(status, output).toBe(0);
  });

  it('run a command that there is, on the data folder and as the user of the daemon', async () => {
    const [, words = ''] = /^ExecStart=\S+ \S+main\.js (.+)$/m.exec(service) ?? [];
    const { run, folder: box } = commandLine();
    await run('init');
    const [name, ...options] = words.split(' ');
    const out = options.indexOf('--out') + 1;
    options[out] = box;
    expect((await run(name!, ...options)).exitCode).toBe(0);
    const shared = /^(User|Group|Environment=WARDBOX_\w+)=.*$/gm;
    expect(service.match(shared)).toEqual(readFileSync(UNIT, 'utf8').match(shared));
  });
});
