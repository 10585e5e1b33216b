import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** Packs the built checkout, without compression; gives the paths of the packages. */
export function pack(out: string, ...format: string[]): string[] {
  const tsx = join(ROOT, 'node_modules', '.bin', 'tsx');
  const main = join(ROOT, 'scripts', 'release', 'deb', 'main.ts');
  const formats = format.flatMap((one) => ['--format', one]);
  const args = [main, '--out', out, '--compression', 'none', ...formats];
  return execFileSync(tsx, args, { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.startsWith(out));
}

/** The same package as a later release would be: a new version with another documented default. */
export function repackAs(version: string, deb: string, out: string): void {
  const tree = `${out}-tree`;
  const edit = (path: string, change: (text: string) => string) =>
    writeFileSync(join(tree, path), change(readFileSync(join(tree, path), 'utf8')));
  execFileSync('dpkg-deb', ['-R', deb, tree]);
  const { version: before } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const renew = (text: string) => text.replaceAll(before, version);
  edit('DEBIAN/control', renew);
  edit('opt/wardbox/package.json', renew);
  edit('etc/wardbox/appliance.config.json', (text) =>
    text.replace('"per_minute": 600', '"per_minute": 601'),
  );
  execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '-b', tree, out], { stdio: 'pipe' });
  rmSync(tree, { recursive: true });
}
