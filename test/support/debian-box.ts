import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HANG_MS } from './hang.js';

const SCRIPT = join(import.meta.dirname, 'debian-box.sh');
const SYSTEMD = '/lib/systemd/systemd';
const NAMESPACES = ['-m', '-p', '-i', '-n', '-u', '-C', '-f', '--kill-child'];
const TOOLS = ['unshare', 'nsenter', 'pivot_root', 'dpkg', 'dpkg-deb', 'setpriv', SYSTEMD];

export interface Ran {
  readonly code: number;
  /** Both streams. */
  readonly output: string;
}

/** A Debian container: this machine's files, changes discarded, systemd as its first process. */
export interface DebianBox {
  run(command: string, ...args: string[]): Promise<Ran>;
  /** The output of a command that has to succeed. */
  output(command: string, ...args: string[]): Promise<string>;
  close(): Promise<void>;
}

const cgroups = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, , kind]) => kind === 'cgroup2')?.[1];

/** Whether a container can be created: the namespaces, the overlay, a control group. */
function canNest(): boolean {
  const tried = `
    mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && cd /mnt && mkdir upper work root &&
    mount -t cgroup2 cgroup2 upper && umount upper &&
    mount -t overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work overlay root`;
  return spawnSync('unshare', [...NAMESPACES, 'sh', '-c', tried]).status === 0;
}

/** Why no container can be created here; empty where one can. */
export function whyNoBox(): string {
  if (process.platform !== 'linux') return 'not Linux';
  if (process.getuid?.() !== 0) return 'not root';
  const missing = TOOLS.filter((tool) => {
    const found = spawnSync('sh', ['-c', `command -v ${tool}`]);
    return found.status !== 0;
  });
  if (missing.length > 0) return `${missing.join(', ')} missing`;
  if (cgroups() === undefined) return 'no cgroup2';
  return canNest() ? '' : 'no nested namespaces';
}

/** The container has its own control group, as systemd requires. */
function makeGroup(name: string): string {
  const group = join(cgroups() ?? '', name);
  mkdirSync(group);
  return group;
}

/** With the groups that systemd made below it; they empty a moment after their processes end. */
async function removeGroup(group: string, attempts = HANG_MS / 100): Promise<void> {
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeGroup(join(group, entry.name), attempts);
  }
  try {
    rmdirSync(group);
  } catch (error) {
    if (attempts === 0) throw error;
    await pause(100);
    await removeGroup(group, attempts - 1);
  }
}

function firstProcess(parent: number | undefined): number | undefined {
  const file = `/proc/${parent}/task/${parent}/children`;
  const [child] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : [];
  return child ? Number(child) : undefined;
}

const ENVIRONMENT = [
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'LANG=C.UTF-8',
  'HOME=/root',
  'DEBIAN_FRONTEND=noninteractive',
];

/** Commands in the container of a first process, which is the child of another. */
function createRunner(outer: number | undefined): Pick<DebianBox, 'run' | 'output'> {
  const run: DebianBox['run'] = (command, ...args) =>
    new Promise((resolve) => {
      const enter = ['-t', String(firstProcess(outer)), '-a', '-r', '-w'];
      const all = [...enter, 'env', '-i', ...ENVIRONMENT, command, ...args];
      execFile('nsenter', all, { maxBuffer: 64 * 1024 * 1024 }, (error, out, err) => {
        const code = error === null ? 0 : Number(error.code ?? 1);
        resolve({ code, output: `${out}${err}` });
      });
    });
  const output: DebianBox['output'] = async (command, ...args) => {
    const ran = await run(command, ...args);
    if (ran.code !== 0) throw new Error(`${command} ${args.join(' ')}: ${ran.code}\n${ran.output}`);
    return ran.output;
  };
  return { run, output };
}

/**
 * Boots a container.
 *
 * @param shared a folder of this machine that is `/mnt/shared` in the container
 */
export async function bootBox(shared: string): Promise<DebianBox> {
  const folder = mkdtempSync(join(tmpdir(), 'wardbox-box-'));
  const group = makeGroup(`wardbox-box-${process.pid}`);
  const enterGroup = `echo $$ > ${group}/cgroup.procs; exec "$@"`;
  const words = ['--log-target=journal', '--show-status=0', '--unit=box.target'];
  const boot = [SCRIPT, folder, shared, SYSTEMD, '--system', ...words];
  const outer = spawn('sh', ['-c', enterGroup, 'sh', 'unshare', ...NAMESPACES, 'sh', ...boot], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => outer.once('close', () => resolve()));
  const kill = () => void outer.kill('SIGKILL');
  process.once('exit', kill);
  const runner = createRunner(outer.pid);
  const close = async () => {
    // Its first process takes all the others and every mount with it.
    const first = firstProcess(outer.pid);
    if (first !== undefined) process.kill(first, 'SIGKILL');
    await ended;
    process.removeListener('exit', kill);
    rmSync(folder, { recursive: true, force: true });
    await removeGroup(group);
  };

  const deadline = performance.now() + HANG_MS;
  while ((await runner.run('systemctl', 'is-active', 'box.target')).code !== 0) {
    if (performance.now() > deadline || outer.exitCode !== null) {
      await close();
      throw new Error('The box did not come up.');
    }
    await pause(200);
  }
  return { ...runner, close };
}
