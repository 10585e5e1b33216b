import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FILLER = 'filler';

const TRIAL = 'mount -t tmpfs -o size=1m none /mnt';

/** Why no disk can be mounted here; absent where it can. */
export const noSmallDisk: string | undefined = (() => {
  const tried = spawnSync('unshare', ['-rm', 'sh', '-c', TRIAL], { encoding: 'utf8' });
  if (tried.error !== undefined) return 'unshare is missing';
  return tried.status === 0 ? undefined : `no mounts of one's own: ${tried.stderr.trim()}`;
})();

export interface SmallDisk {
  /** Where it is mounted, for commands that are started through `launcher`. */
  readonly dir: string;
  /** Goes before the words of a command that is to see the disk. */
  readonly launcher: readonly string[];
  /** The same place as this process sees it. */
  readonly seen: string;
  /** Takes all room but so much. */
  fill(leaveBytes: number): void;
  /** Gives the room back. */
  makeRoom(): Promise<void>;
  freeBytes(): number;
  run(...command: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** A disk of its own size in memory, which only processes of one mount namespace see. */
export async function createSmallDisk(megabytes: number): Promise<SmallDisk> {
  const dir = mkdtempSync(join(tmpdir(), 'wardbox-disk-'));
  const mounting = `mount -t tmpfs -o size=${megabytes}m,mode=700 none "$0" && echo up && exec cat`;
  const holder = spawn('unshare', ['-rm', 'sh', '-c', mounting, dir]);
  await once(holder.stdout, 'data');
  const launcher = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials'];
  const seen = `/proc/${holder.pid}/root${dir}`;
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(seen);
    return bavail * bsize;
  };
  return {
    dir,
    launcher,
    seen,
    freeBytes,
    fill(leaveBytes) {
      const bytes = freeBytes() - leaveBytes;
      writeFileSync(join(seen, FILLER), Buffer.alloc(Math.max(0, bytes)), { flag: 'a' });
    },
    makeRoom: () => rm(join(seen, FILLER), { force: true }),
    async run(...command) {
      const [program = '', ...words] = [...launcher, ...command];
      return (await promisify(execFile)(program, words)).stdout;
    },
    async remove() {
      holder.stdin.end();
      await once(holder, 'exit');
      rmSync(dir, { recursive: true });
    },
  };
}
