import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Header } from 'tar';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../src/core/errors.js';
import { type TarFile, writeTar } from '../../../../src/core/tar.js';
import { unpackBundle, writeBundle } from '../../../../src/model-packages/store/bundle.js';
import { rounds } from '../../../support/rounds.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const ARCHIVES = join(import.meta.dirname, '../../../fixtures/archives');
const MAX = { maxBytes: 10_000_000 };
let count = 0;

/** A folder to unpack into, inside one in which nothing else may appear. */
function place(): { outer: string; folder: string } {
  count += 1;
  const outer = join(scratchFolder(), String(count));
  const folder = join(outer, 'package');
  mkdirSync(folder, { recursive: true });
  return { outer, folder };
}

const BLOCK = 512;

/** The header of a file, after `change`, with the sum that belongs to it. */
function headerOf(bytes: number, change: (header: Buffer) => void = () => undefined): Buffer {
  const header = Buffer.alloc(BLOCK);
  new Header({ path: 'a', size: bytes, mode: 0o600, mtime: new Date(0), type: 'File' }).encode(
    header,
  );
  change(header);
  const sum = header.fill(' ', 148, 156).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function entry(name: string, content: string, type = '0'): Buffer {
  const header = headerOf(content.length, (fields) => {
    fields.fill(0, 0, 100).write(name, 0);
    fields.write(type, 156);
    if (type === '1' || type === '2') fields.write('/etc/passwd', 157);
  });
  const filling = Buffer.alloc(-content.length & (BLOCK - 1));
  return Buffer.concat([header, Buffer.from(content), filling]);
}

function archive(...entries: Buffer[]): string {
  const path = join(scratchFolder(), 'x.wbm');
  writeFileSync(path, Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]));
  return path;
}

const everything = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).sort();

async function refusal(path: string, { outer, folder } = place(), options = MAX): Promise<string> {
  const error = await unpackBundle(path, folder, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  expect(everything(outer).filter((name) => !name.startsWith('package'))).toEqual([]);
  return (error as AppError).message;
}

describe('a package in one file', () => {
  it('gives back what was put in, for its owner alone', async () => {
    const name = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,20}(\/[a-z0-9][a-z0-9._-]{0,20}){0,2}$/);
    const files = fc.dictionary(name, fc.uint8Array({ maxLength: 1_500 }), { maxKeys: 6 });
    await fc.assert(
      fc.asyncProperty(files, async (contents) => {
        const names = Object.keys(contents);
        const isFolder = (one: string) => names.some((other) => other.startsWith(`${one}/`));
        fc.pre(names.length > 0 && !names.some(isFolder));
        const { outer, folder: from } = place();
        for (const [name, content] of Object.entries(contents)) {
          mkdirSync(dirname(join(from, name)), { recursive: true });
          writeFileSync(join(from, name), content);
        }
        const path = join(outer, 'x.wbm');
        await writeBundle(path, from, names, 1_000_000_000);
        const { folder } = place();
        await unpackBundle(path, folder, MAX);
        for (const [name, content] of Object.entries(contents)) {
          expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(content);
          expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('may be made with tar, and opened with it', async () => {
    const { outer, folder: from } = place();
    mkdirSync(join(from, 'onnx'));
    writeFileSync(join(from, 'model.json'), '{}');
    writeFileSync(join(from, 'onnx', 'model.onnx'), 'weights');
    const path = join(outer, 'x.wbm');
    execFileSync('tar', ['-cf', path, '-C', from, '.']);
    const { folder } = place();
    await unpackBundle(path, folder, MAX);
    expect(everything(folder)).toEqual(['model.json', 'onnx', 'onnx/model.onnx']);
    const own = join(outer, 'own.wbm');
    await writeBundle(own, folder, ['model.json', 'onnx/model.onnx'], 1_000_000_000);
    const listed = execFileSync('tar', ['-tf', own]).toString();
    expect(listed).toBe('model.json\nonnx/model.onnx\n');
  });

  it.each([
    '../evil',
    '/etc/evil',
    'a/../../evil',
    'a/./b',
    '..',
    '.hidden',
    'a//b',
    'a\\..\\b',
    'a\nb',
    '-rf',
  ])('that holds %j is refused, and nothing is written beside the folder', async (name) => {
    expect(await refusal(archive(entry('model.json', '{}'), entry(name, 'x')))).toContain(
      'not a path below the package folder',
    );
  });

  it.each([
    ['1', 'a link'],
    ['2', 'a link'],
    ['3', 'a device'],
    ['6', 'a pipe'],
    ['7', 'an entry of type "ContiguousFile"'],
    ['Z', 'an entry of type "Unsupported"'],
  ])('that holds an entry of type %s is refused', async (type, what) => {
    expect(await refusal(archive(entry('model.json', '', type)))).toContain(
      `model.json is ${what}`,
    );
  });

  it.each([
    ['x', '17 path=../evil\n'],
    ['g', '17 path=../evil\n'],
    ['L', '../evil'],
    ['K', '../evil'],
  ])('that gives another name in a header of type %s is refused', async (type, content) => {
    const path = archive(entry('PaxHeader/a', content, type), entry('a', '{}'));
    expect(await refusal(path)).toContain('an extended header');
  });

  it('that holds a nameless file is refused', async () => {
    expect(await refusal(archive(entry('model.json', '{}'), entry('', 'x')))).toContain(
      'no tar archive, or damaged',
    );
  });

  it('that is compressed is refused, and not unpacked', async () => {
    const path = archive(entry('a', 'x'.repeat(5_000)));
    for (const compress of [gzipSync, brotliCompressSync]) {
      const packed = join(scratchFolder(), 'x.wbm');
      writeFileSync(packed, Buffer.concat([compress(readFileSync(path)), Buffer.alloc(BLOCK)]));
      expect(await refusal(packed)).toContain('no tar archive');
    }
  });

  it('that holds more files than any package is refused', async () => {
    const names = Array.from({ length: 10_001 }, (_, nth) => entry(`f${nth}`, ''));
    expect(await refusal(archive(...names))).toContain('more than 10000 files');
  }, 60_000);

  it('of version 0.1 is opened', async () => {
    const { folder } = place();
    await unpackBundle(join(ARCHIVES, 'package-0.1.wbm'), folder, MAX);
    const files = everything(folder).filter((name) => statSync(join(folder, name)).isFile());
    const long = `${'deep-'.repeat(12)}/${'folder-'.repeat(10)}/model.onnx`;
    expect(files).toEqual([long, 'empty', 'model.json', 'onnx/model.onnx'].sort());
    expect(readFileSync(join(folder, 'onnx/model.onnx'), 'utf8')).toBe('weights'.repeat(100));
    expect(readFileSync(join(folder, long), 'utf8')).toBe('deep');
  });

  it('is not written with a name that does not fit, or a file that changes meanwhile', async () => {
    const write = (files: TarFile[]) => async () => {
      for await (const _ of writeTar(files, 0));
    };
    const content = () => [Buffer.from('abc')];
    const long = { name: 'x'.repeat(101), bytes: 3, content };
    await expect(write([long])).rejects.toThrow(RangeError);
    for (const bytes of [2, 4]) {
      await expect(write([{ name: 'a', bytes, content }])).rejects.toThrow('has changed');
    }
  });

  it('never overwrites an existing file', async () => {
    const at = place();
    writeFileSync(join(at.folder, 'there'), 'before');
    expect(await refusal(archive(entry('there', 'after')), at)).toContain('cannot be written');
    expect(readFileSync(join(at.folder, 'there'), 'utf8')).toBe('before');
  });

  it('with a name twice, or a file that is also a folder, is refused', async () => {
    expect(await refusal(archive(entry('a', '1'), entry('a', '2')))).toContain('holds a twice');
    expect(await refusal(archive(entry('a', '1'), entry('a/b', '2')))).toContain(
      'cannot be written (EEXIST)',
    );
  });

  it('that is larger than is taken is refused before anything of it is read', async () => {
    const at = place();
    const path = archive(entry('a', 'x'.repeat(5_000)));
    expect(await refusal(path, at, { maxBytes: 1_000 })).toContain('models.package_mb');
    expect(everything(at.folder)).toEqual([]);
  });

  it('that says it holds more than it does is refused before the disk is filled', async () => {
    const header = headerOf(1e12);
    const at = place();
    expect(await refusal(archive(header), at)).toContain('ends too early');
    expect(everything(at.folder)).toEqual([]);
  });

  it('that was cut off anywhere is refused', async () => {
    const whole = readFileSync(archive(entry('a', 'x'.repeat(700)), entry('b', 'y')));
    const end = whole.length - 2 * BLOCK;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: end }), async (length) => {
        const path = join(place().outer, 'x.wbm');
        writeFileSync(path, whole.subarray(0, length));
        const { folder } = place();
        await expect(unpackBundle(path, folder, MAX)).rejects.toThrow('ends too early');
      }),
      { numRuns: 60 },
    );
  });

  it('of any bytes at all is refused or unpacked, and never writes outside its folder', async () => {
    const whole = readFileSync(archive(entry('a/b', 'x'.repeat(700)), entry('c', 'y')));
    const change = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(change, async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const { outer, folder } = place();
        const path = join(scratchFolder(), 'x.wbm');
        writeFileSync(path, bytes);
        const error = await unpackBundle(path, folder, MAX).catch((thrown: unknown) => thrown);
        if (error !== undefined) expect(error).toBeInstanceOf(AppError);
        expect(readdirSync(outer)).toEqual(['package']);
      }),
      { numRuns: rounds({ short: 40, long: 1_000 }) },
    );
  });

  it('that is invalid or missing is reported as such', async () => {
    const { folder } = place();
    await expect(unpackBundle('/nonexistent/x.wbm', folder, MAX)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await refusal(folder)).toContain('it is not a regular file');
    const text = join(scratchFolder(), 'x.wbm');
    writeFileSync(text, 'x'.repeat(2_000));
    expect(await refusal(text)).toContain('no tar archive');
  });
});
