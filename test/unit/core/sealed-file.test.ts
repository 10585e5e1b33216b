import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSealedFile,
  openSealedFile,
  partOfSealedFile,
  type SealedFile,
} from '../../../src/core/sealed-file.js';
import { scratchFolder } from '../../support/scratch-folder.js';

async function sealed(folder: string, pieces: readonly Uint8Array[]): Promise<SealedFile> {
  const writer = createSealedFile(folder);
  for (const piece of pieces) await writer.write(piece);
  return writer.finish();
}

describe('a sealed file', () => {
  it('gives back any part of what was written', async () => {
    const folder = scratchFolder();
    const plain = randomBytes(10_000);
    const file = await sealed(folder, [plain.subarray(0, 7), plain.subarray(7)]);
    const reader = await openSealedFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(11_000), fc.nat(11_000), async (offset, length) => {
        const part = await reader.read(offset, length);
        expect(Buffer.from(part)).toEqual(plain.subarray(offset, offset + length));
      }),
    );
    await reader.close();
    expect(reader.bytes).toBe(10_000);
  });

  it('is read in part like a file of its own, which ends where the part does', async () => {
    const plain = randomBytes(5_000);
    const file = await sealed(scratchFolder(), [plain]);
    const place = fc.nat(5_000);
    await fc.assert(
      fc.asyncProperty(place, place, place, place, async (a, b, offset, length) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const reader = await openSealedFile(partOfSealedFile(file, start, end - start));
        const part = await reader.read(offset, length);
        await reader.close();
        const expected = plain.subarray(start, end).subarray(offset, offset + length);
        expect(Buffer.from(part)).toEqual(expected);
      }),
    );
  });

  it('leaves nothing legible on the disk, and is readable only by its owner', async () => {
    const plain = Buffer.alloc(4_096, 'chest pain ');
    const { path } = await sealed(scratchFolder(), [plain]);
    const stored = readFileSync(path);
    expect(stored.length).toBe(plain.length);
    expect(stored.includes('chest')).toBe(false);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('seals equal bytes differently each time', async () => {
    const folder = scratchFolder();
    const [one, other] = [
      await sealed(folder, [Buffer.alloc(64)]),
      await sealed(folder, [Buffer.alloc(64)]),
    ];
    expect(readFileSync(one.path)).not.toEqual(readFileSync(other.path));
  });

  it('counts on over the end of the counter', async () => {
    const plain = randomBytes(100);
    const file = await sealed(scratchFolder(), [plain]);
    // The last counter there is: the next block begins at zero again.
    const reader = await openSealedFile({ ...file, counter: Buffer.alloc(16, 0xff) });
    const whole = await reader.read(0, 100);
    expect(await reader.read(32, 20)).toEqual(whole.subarray(32, 52));
    await reader.close();
  });

  it('says when it cannot be written, and is gone when it is discarded', async () => {
    const folder = scratchFolder();
    const writer = createSealedFile(folder);
    await writer.write(Buffer.alloc(10));
    const { path } = await writer.finish();
    await writer.discard();
    expect(existsSync(path)).toBe(false);
    const gone = scratchFolder();
    rmSync(gone, { recursive: true });
    const nowhere = createSealedFile(gone);
    const attempt = async () => {
      await nowhere.write(Buffer.alloc(1_000_000));
      await nowhere.finish();
    };
    await expect(attempt()).rejects.toMatchObject({ code: 'ENOENT' });
    await nowhere.discard();
  });
});
