import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { readTar, writeTar } from '../../../../src/core/tar.js';
import { digestOf, openArchive, writeArchive } from '../../../../src/store/backup/archive.js';
import type { Manifest } from '../../../../src/store/backup/schema.js';
import { rejectionOf } from '../../../support/refusals.js';
import { rounds } from '../../../support/rounds.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const hasGnuTar = spawnSync('tar', ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU');
const why = hasGnuTar ? '' : ' (skipped: GNU tar is not installed)';

const ARCHIVES = join(import.meta.dirname, '../../../fixtures/archives');
const SMALL = { 'wardbox.sqlite': Buffer.alloc(700, 7), 'tls/ca.pem': Buffer.from('pem') };

/** A backup of such parts; these need not be what their names say. */
async function archiveOf(parts: Record<string, Buffer>, over: object = {}) {
  const folder = join(scratchFolder(), 'a', 'b');
  const told: Manifest['parts'] = [];
  for (const [name, content] of Object.entries(parts)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    told.push({ name, ...(await digestOf(join(folder, name))) });
  }
  const manifest: Manifest = {
    format: 1,
    version: '1.2.3',
    made_at: '2026-03-14T12:00:00.000Z',
    schema: 5,
    audit: { records: 3, head: 'ab'.repeat(32), newest_at: '2026-03-14T11:59:00.000Z' },
    counts: { audit: 3, api_keys: 1 },
    elsewhere: [],
    parts: told,
    ...over,
  };
  const path = join(scratchFolder(), 'all.wbk');
  const sha256 = await writeArchive(path, { manifest, folder });
  return { path, manifest, sha256 };
}

async function extract(path: string): Promise<string> {
  const target = scratchFolder();
  const archive = await openArchive(path);
  try {
    await archive.extract(target);
  } finally {
    await archive.close();
  }
  return target;
}

const content = fc
  .tuple(fc.nat(3), fc.uint8Array({ maxLength: 1_600 }))
  .map(([blocks, rest]) => Buffer.concat([Buffer.alloc(blocks * 512, 1), rest]));

describe('a backup file', () => {
  it('gives back what was put in, whatever the sizes, for its owner alone', async () => {
    const names = ['wardbox.sqlite', 'appliance.config.json', 'tls/ca.pem', 'audit/a b.jsonl'];
    const some = fc.tuple(content, content, content, content);
    await fc.assert(
      fc.asyncProperty(some, async (contents) => {
        const parts = Object.fromEntries(names.map((name, at) => [name, contents[at]!]));
        const { path } = await archiveOf(parts);
        expect(statSync(path).mode & 0o777).toBe(0o600);
        const target = await extract(path);
        for (const [name, bytes] of Object.entries(parts)) {
          expect(readFileSync(join(target, name)).equals(bytes), name).toBe(true);
          expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('says what it is without being unpacked', async () => {
    const { path, manifest, sha256 } = await archiveOf(SMALL);
    const archive = await openArchive(path);
    expect(archive.manifest).toEqual(manifest);
    expect(archive.sha256).toBe(sha256);
    await archive.close();
  });

  it('extracts parts of more than one chunk and reports its progress', async () => {
    const large = Buffer.alloc(2_500_000, 'wardbox');
    const { path } = await archiveOf({ 'wardbox.sqlite': large });
    const archive = await openArchive(path);
    const target = scratchFolder();
    const told: number[] = [];
    await archive.extract(target, (done) => void told.push(done));
    await archive.close();
    expect(readFileSync(join(target, 'wardbox.sqlite')).equals(large)).toBe(true);
    expect(told).toHaveLength(3);
    expect(told.at(-1)).toBe(1);
  });

  it('with any byte changed is refused, or is the same: only filling between parts may differ', async () => {
    const { path } = await archiveOf(SMALL);
    const sound = readFileSync(path);
    const changed = join(dirname(path), 'changed.wbk');
    let refused = 0;
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(sound.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, difference) => {
          run += 1;
          const bytes = Buffer.from(sound);
          bytes[at] = bytes[at]! ^ difference;
          writeFileSync(changed, bytes);
          const outcome = await extract(changed).catch((error: unknown) => error);
          if (typeof outcome !== 'string') {
            refused += 1;
            expect(outcome).toBeInstanceOf(AppError);
            expect(['unprocessable', 'conflict']).toContain((outcome as AppError).code);
            return;
          }
          for (const [name, content] of Object.entries(SMALL)) {
            expect(readFileSync(join(outcome, name)).equals(content), name).toBe(true);
          }
        },
      ),
      { numRuns: rounds({ short: 80, long: 2_000 }) },
    );
    expect(refused).toBeGreaterThan(run / 2);
  });

  it('of version 0.1 is opened', async () => {
    const target = await extract(join(ARCHIVES, 'backup-0.1.wbk'));
    const read = (name: string) => readFileSync(join(target, name));
    expect(read('wardbox.sqlite').equals(SMALL['wardbox.sqlite'])).toBe(true);
    expect(read('tls/ca.pem').equals(SMALL['tls/ca.pem'])).toBe(true);
    expect(read('audit/segments/000001.jsonl.gz')).toHaveLength(0);
    expect(read('audit/a b.jsonl').toString()).toBe('x'.repeat(1_024));
  });

  it('is refused when its end is missing or something follows', async () => {
    const { path } = await archiveOf(SMALL);
    const sound = readFileSync(path);
    const changed = join(dirname(path), 'changed.wbk');
    const lengths = [0, 1, 511, 512, 600, sound.length - 1_025, sound.length - 1];
    for (const length of lengths) {
      writeFileSync(changed, sound.subarray(0, length));
      expect((await rejectionOf(extract(changed))).code, `${length}`).toBe('unprocessable');
    }
    writeFileSync(changed, Buffer.concat([sound, Buffer.alloc(1)]));
    expect((await rejectionOf(extract(changed))).message).toMatch('after its end');
  });

  it.each([
    '../wardbox.sqlite',
    'tls/../../evil',
    '/etc/passwd',
    'tls/.hidden',
    'other/file',
    'tls/a/b',
  ])('that names a part %j is not opened', async (name) => {
    const { path } = await archiveOf({ ...SMALL, [name]: Buffer.from('evil') });
    const error = await rejectionOf(openArchive(path));
    expect(error.code).toBe('unprocessable');
    expect(error.message).toContain('its manifest');
  });

  it('without a database, or with a part twice, is not opened', async () => {
    const { path } = await archiveOf({ 'tls/ca.pem': Buffer.from('pem') });
    expect((await rejectionOf(openArchive(path))).message).toContain('its manifest');
    const { manifest } = await archiveOf(SMALL);
    const twice = { parts: [...manifest.parts, ...manifest.parts] };
    const { path: doubled } = await archiveOf(SMALL, twice);
    expect((await rejectionOf(openArchive(doubled))).message).toContain('its manifest');
  });

  it('of a later format says so', async () => {
    const { path } = await archiveOf(SMALL, { format: 3, more: 1 });
    const error = await rejectionOf(openArchive(path));
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('format (3)');
  });

  it('that says its form is another than it is encrypted, is not opened', async () => {
    const encryption = { cipher: 'sqlcipher-4', key_id: '0123456789abcdef' };
    for (const change of [{ format: 2 }, { format: 1, encryption }]) {
      const { path } = await archiveOf(SMALL, change);
      expect((await rejectionOf(openArchive(path))).message).toContain('its manifest');
    }
    const { path } = await archiveOf(SMALL, { format: 2, encryption });
    const archive = await openArchive(path);
    expect(archive.manifest.encryption).toEqual(encryption);
    await archive.close();
  });

  it.skipIf(!hasGnuTar).each([1, 8 ** 11 - 1, 8 ** 11, 20_000_000_000])(
    `has a header that tar understands for a part of %d bytes${why}`,
    async (bytes) => {
      const path = join(scratchFolder(), 'header.tar');
      const part = { name: 'wardbox.sqlite', bytes, content: () => [Buffer.alloc(1)] };
      const { value: header } = await writeTar([part], 1_000_000_000).next();
      writeFileSync(path, header!);
      const listed = spawnSync('tar', ['--utc', '-tvf', path], { encoding: 'utf8' });
      const facts = `${bytes} 2001-09-09 01:46 wardbox.sqlite`;
      expect(listed.stdout).toMatch(new RegExp(`^-rw------- 0/0 +${facts}\n$`));
      // A file of that size of which nothing else was written.
      truncateSync(path, 512 + 512 * Math.ceil(bytes / 512));
      const file = await open(path);
      const { value: entry } = await readTar(file).next();
      await file.close();
      expect(entry).toMatchObject({ name: 'wardbox.sqlite', bytes, kind: 'file' });
    },
  );

  it.skipIf(!hasGnuTar)(
    `is a tar archive, its sums to be checked without this program${why}`,
    async () => {
      const { path, manifest } = await archiveOf(SMALL);
      const folder = scratchFolder();
      const untar = spawnSync('tar', ['-xvf', path, '-C', folder], { encoding: 'utf8' });
      expect(untar).toMatchObject({ status: 0, stderr: '' });
      expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest);
      const check = ['--check', '--strict', 'SHA256SUMS'];
      const sums = spawnSync('sha256sum', check, { cwd: folder, encoding: 'utf8' });
      expect(sums.status, sums.stderr).toBe(0);
      expect(sums.stdout.split('\n').slice(0, -1)).toEqual([
        'manifest.json: OK',
        'wardbox.sqlite: OK',
        'tls/ca.pem: OK',
      ]);
    },
  );
});
