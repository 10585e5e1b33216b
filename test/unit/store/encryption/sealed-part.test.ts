import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealPart, unsealPart } from '../../../../src/store/encryption/sealed-part.js';
import { someKey } from '../../../support/encryption.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const MIB = 1024 * 1024;

function file(content: Uint8Array) {
  const folder = scratchFolder();
  const path = join(folder, 'part');
  writeFileSync(path, content, { mode: 0o644 });
  return { folder, path, content: () => readFileSync(path) };
}

describe('a sealed part', () => {
  it('comes back as it was, whatever is in it', async () => {
    const key = someKey();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), async (bytes, name) => {
        const { path, content } = file(bytes);
        await sealPart(path, name, key);
        expect(content().length).toBe(bytes.length + 64);
        await unsealPart(path, name, key);
        expect(content().equals(bytes)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each([0, 1, MIB - 1, MIB, MIB + 1, 3 * MIB])('of %i bytes', async (size) => {
    const key = someKey();
    const bytes = Buffer.alloc(size, 'legible ');
    const { folder, path, content } = file(bytes);
    await sealPart(path, 'tls/ca.pem', key);
    expect(content().includes('legible')).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await unsealPart(path, 'tls/ca.pem', key);
    expect(content().equals(bytes)).toBe(true);
    expect(readdirSync(folder)).toEqual(['part']);
  });

  it('is another one each time', async () => {
    const key = someKey();
    const [one, two] = [file(Buffer.alloc(100)), file(Buffer.alloc(100))];
    await sealPart(one.path, 'a', key);
    await sealPart(two.path, 'a', key);
    expect(one.content().equals(two.content())).toBe(false);
  });

  it('does not open with any byte changed, nor cut short, and stays as it is', async () => {
    const key = someKey();
    const { folder, path, content } = file(Buffer.from('some words'));
    await sealPart(path, 'a', key);
    const sealed = content();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 0x40;
      writeFileSync(path, changed);
      await expect(unsealPart(path, 'a', key)).rejects.toThrow();
      expect(content().equals(changed)).toBe(true);
    }
    for (const length of [0, 16, 48, 63, sealed.length - 1]) {
      writeFileSync(path, sealed.subarray(0, length));
      await expect(unsealPart(path, 'a', key)).rejects.toThrow();
    }
    expect(readdirSync(folder)).toEqual(['part']);
  });

  it('opens under its own name and with its own key alone', async () => {
    const key = someKey();
    const { path } = file(Buffer.from('some words'));
    await sealPart(path, 'tls/ca.pem', key);
    await expect(unsealPart(path, 'tls/server.pem', key)).rejects.toThrow();
    await expect(unsealPart(path, 'tls/ca.pem', someKey())).rejects.toThrow();
    await unsealPart(path, 'tls/ca.pem', key);
  });
});
