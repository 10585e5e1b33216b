import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  configuredKey,
  makeEncryptionKey,
  readEncryptionKey,
} from '../../../../src/store/encryption/key.js';
import { thrownBy } from '../../../support/refusals.js';
import { rounds } from '../../../support/rounds.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const HEX = '0123456789abcdef'.repeat(4);

function keyFile(content: string, mode = 0o600): string {
  const file = join(scratchFolder(), 'a.key');
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

const refusalOf = (file: string) => {
  const error = thrownBy(() => readEncryptionKey(file));
  expect(error.code).toBe('conflict');
  expect(error.message).toContain(file);
  return error.message;
};

describe('readEncryptionKey', () => {
  it.each([
    ['as it is', HEX],
    ['with the end of a line', `${HEX}\n`],
    ['with that of another system', `${HEX}\r\n`],
    ['in capitals', HEX.toUpperCase()],
  ])('takes 64 digits %s', (_, content) => {
    const key = readEncryptionKey(keyFile(content));
    expect(key.secret()).toBe(`x'${HEX}'`);
    expect(key.id).toBe(readEncryptionKey(keyFile(HEX)).id);
  });

  it.each([
    ['nothing', ''],
    ['too few digits', HEX.slice(1)],
    ['too many', `${HEX}0`],
    ['something else', `${HEX.slice(1)}g`],
    ['two lines', `${HEX}\n\n`],
    ['a passphrase', 'correct horse battery staple'],
    ['a large file', 'a'.repeat(1_000_000)],
  ])('refuses %s', (_, content) => {
    expect(refusalOf(keyFile(content))).toContain('wrong form');
  });

  it('refuses whatever is not of the form, and shows none of it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, unit: 'grapheme' }), (content) => {
        fc.pre(!/^[0-9a-f]{64}\r?\n?$/i.test(content));
        const file = keyFile(content);
        expect(refusalOf(file).replaceAll(file, '')).not.toContain(content);
      }),
      { numRuns: rounds({ short: 20, long: 500 }) },
    );
  });

  it.each([0o640, 0o440, 0o400])('takes a file of mode %o', (mode) => {
    expect(readEncryptionKey(keyFile(HEX, mode)).secret()).toContain(HEX);
  });

  it.each([0o644, 0o604, 0o602, 0o601, 0o660, 0o666])('refuses one of mode %o', (mode) => {
    const message = refusalOf(keyFile(HEX, mode));
    expect(message).toContain(`(0${mode.toString(8)})`);
    expect(message).toContain('chmod 0600');
    expect(message).not.toContain(HEX);
  });

  it('distinguishes a missing file from an invalid one', () => {
    const folder = scratchFolder();
    expect(refusalOf(join(folder, 'away'))).toContain('does not exist');
    mkdirSync(join(folder, 'folder'), { mode: 0o700 });
    expect(refusalOf(join(folder, 'folder'))).toContain('is not a file');
    expect(refusalOf(join(keyFile(HEX), 'below'))).toMatch(/does not exist|cannot be read/);
  });

  it('shows nothing of the key where it is written down by accident', () => {
    const key = readEncryptionKey(keyFile(HEX));
    expect(JSON.stringify(key)).not.toContain(HEX.slice(0, 8));
    expect(key.id).toMatch(/^[0-9a-f]{16}$/);
    expect(HEX).not.toContain(key.id);
  });

  it('derives other keys for other purposes and salts, always the same', () => {
    const key = readEncryptionKey(keyFile(HEX));
    const derived = (purpose: string, salt: string) =>
      key.derive(purpose, Buffer.from(salt), 44).toString('hex');
    expect(derived('a', 's')).toBe(derived('a', 's'));
    const all = [derived('a', 's'), derived('b', 's'), derived('a', 't'), HEX];
    expect(new Set(all).size).toBe(4);
  });
});

describe('configuredKey', () => {
  it('is none where none is named', () => {
    expect(configuredKey({})).toBeUndefined();
    const file = keyFile(HEX);
    expect(configuredKey({ encryption_key_file: file })?.file).toBe(file);
  });
});

describe('makeEncryptionKey', () => {
  it('makes another one each time, for its owner alone, whatever the umask', () => {
    const old = process.umask(0);
    try {
      const folder = join(scratchFolder(), 'new');
      const one = makeEncryptionKey(join(folder, 'one.key'));
      const two = makeEncryptionKey(join(folder, 'two.key'));
      expect(one.id).not.toBe(two.id);
      expect(statSync(one.file).mode & 0o777).toBe(0o600);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readEncryptionKey(one.file).secret()).toBe(one.secret());
    } finally {
      process.umask(old);
    }
  });

  it('overwrites nothing', () => {
    const file = keyFile(HEX);
    expect(thrownBy(() => makeEncryptionKey(file)).code).toBe('conflict');
    expect(readFileSync(file, 'utf8')).toBe(HEX);
  });
});
