import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const MAINTAINER = ['postinst', 'prerm', 'postrm'];

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));

/** Disk space of a tree in KiB, each file rounded up as policy 5.6.20 requires. */
export function sizeKib(tree: string): number {
  return filesBelow(tree).reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
}

/** The modes that a package should have, independent of the umask of the checkout. */
function settle(tree: string, date: Date): void {
  const entries = readdirSync(tree, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    chmodSync(path, runs ? 0o755 : 0o644);
    lutimesSync(path, date, date);
  }
  chmodSync(tree, 0o755);
  lutimesSync(tree, date, date);
}

export interface Archived {
  readonly tree: string;
  readonly scripts: string;
  readonly out: string;
  /** `wardbox_0.1.0_amd64`. */
  readonly name: string;
  readonly date: Date;
}

/** Packs a staged tree as a Debian package; the same tree gives the same bytes. */
export function packDebian(parts: Archived, control: string, compression: string): string {
  const { tree, scripts, out, name, date } = parts;
  const folder = join(tree, 'DEBIAN');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'control'), control);
  writeFileSync(join(folder, 'conffiles'), '/etc/wardbox/appliance.config.json\n');
  for (const script of MAINTAINER) {
    copyFileSync(join(scripts, script), join(folder, script));
    chmodSync(join(folder, script), 0o755);
  }
  settle(tree, date);
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.deb`);
  const level = compression === 'zstd' ? ['-z10'] : [];
  execFileSync(
    'dpkg-deb',
    ['--root-owner-group', `-Z${compression}`, ...level, '--build', tree, file],
    { env: { ...process.env, SOURCE_DATE_EPOCH: String(date.getTime() / 1_000) }, stdio: 'pipe' },
  );
  return file;
}

/** The same tree for systems without dpkg, with a script that does what the package does; always as gzip. */
export function packTarball(parts: Archived, compression: string): string {
  const { tree, scripts, out, name, date } = parts;
  const folder = `${tree}-tarball`;
  const root = join(folder, name);
  cpSync(tree, join(root, 'root'), { recursive: true });
  copyFileSync(join(scripts, 'install.sh'), join(root, 'install.sh'));
  chmodSync(join(root, 'install.sh'), 0o755);
  settle(folder, date);
  mkdirSync(out, { recursive: true });
  const file = join(out, `${name}.tar.gz`);
  const owner = ['--owner=root:0', '--group=root:0', '--numeric-owner', '--sort=name'];
  const level = compression === 'none' ? '-1' : '-6';
  execFileSync('tar', [...owner, '-I', `gzip -n ${level}`, '-cf', file, '-C', folder, name], {
    stdio: 'pipe',
  });
  return file;
}
