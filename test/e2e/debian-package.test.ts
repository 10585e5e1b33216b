import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pack } from '../support/debian-packing.js';

const packs = spawnSync('dpkg-deb', ['--version']).status === 0;
const work = mkdtempSync(join(tmpdir(), 'wardbox-deb-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

describe.skipIf(!packs)(`the file of the package${packs ? '' : ' (skipped: no dpkg-deb)'}`, () => {
  const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
  const files = ['first', 'second'].map((name) => join(work, name));

  it('has the same bytes when it is made again', () => {
    const [first, second] = files.map((out) => sha256(pack(out, 'deb')[0]!));
    expect(first).toBe(second);
  });

  it("has root's files alone, open to everybody to read and to nobody to write", () => {
    const deb = readdirSync(files[0]!).map((name) => join(files[0]!, name))[0]!;
    const lines = execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const listed = lines.trimEnd().split('\n');
    expect(listed.length).toBeGreaterThan(1_000);
    const modes = /^(d?-?rwxr-xr-x|-rw-r--r--) root\/root /;
    expect(listed.filter((line) => !modes.test(line))).toEqual([]);
    const programs = listed.filter((line) => / \.\/usr\/bin\/\w/.test(line));
    expect(programs).toEqual([expect.stringMatching(/^-rwxr-xr-x .* \.\/usr\/bin\/wardbox$/)]);
  });
});
