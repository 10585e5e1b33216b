import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { EncryptionKey } from './key.js';

/** The first bytes of a sealed file; a salt, the contents and their tag follow. */
const MAGIC = Buffer.from('wardbox-sealed-1', 'latin1');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
const CHUNK = 1024 * 1024;
const CIPHER = 'aes-256-gcm';

/** One key and one initialisation vector per sealed file, derived from its salt. */
function materialFor(key: EncryptionKey, salt: Buffer): { key: Buffer; nonce: Buffer } {
  const bytes = key.derive('sealed-part', salt, 32 + 12);
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32) };
}

async function* chunksOf(file: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const length = Math.min(CHUNK, to - at);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead === 0) throw new Error('it ends too early');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Replaces a file atomically by what `work` writes. */
async function rewrite(
  path: string,
  work: (source: FileHandle, target: FileHandle, bytes: number) => Promise<void>,
): Promise<void> {
  const made = `${path}.rewritten`;
  const source = await open(path, 'r');
  try {
    const target = await open(made, 'wx', 0o600);
    try {
      await work(source, target, (await source.stat()).size);
      await target.sync();
    } finally {
      await target.close();
    }
    renameSync(made, path);
  } finally {
    await source.close();
    rmSync(made, { force: true });
  }
}

/**
 * Encrypts a file in place (AES-256-GCM).
 *
 * @param name is bound to the contents: under another name they cannot be decrypted
 */
export async function sealPart(path: string, name: string, key: EncryptionKey): Promise<void> {
  await rewrite(path, async (source, target, bytes) => {
    const salt = randomBytes(SALT_BYTES);
    const material = materialFor(key, salt);
    const cipher = createCipheriv(CIPHER, material.key, material.nonce);
    cipher.setAAD(Buffer.from(name));
    await target.writeFile(Buffer.concat([MAGIC, salt]));
    for await (const chunk of chunksOf(source, 0, bytes)) {
      await target.writeFile(cipher.update(chunk));
    }
    await target.writeFile(Buffer.concat([cipher.final(), cipher.getAuthTag()]));
  });
}

/**
 * Decrypts a file in place.
 *
 * @throws Error where it was not sealed with this key under this name; the file stays unchanged
 */
export async function unsealPart(path: string, name: string, key: EncryptionKey): Promise<void> {
  await rewrite(path, async (source, target, bytes) => {
    const end = bytes - TAG_BYTES;
    if (end < HEAD_BYTES) throw new Error('it is too short to be sealed');
    const head = Buffer.alloc(HEAD_BYTES);
    const tag = Buffer.alloc(TAG_BYTES);
    await source.read(head, 0, HEAD_BYTES, 0);
    await source.read(tag, 0, TAG_BYTES, end);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new Error('it is not sealed');
    const material = materialFor(key, head.subarray(MAGIC.length));
    const decipher = createDecipheriv(CIPHER, material.key, material.nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(name));
    decipher.setAuthTag(tag);
    for await (const chunk of chunksOf(source, HEAD_BYTES, end)) {
      await target.writeFile(decipher.update(chunk));
    }
    await target.writeFile(decipher.final());
  });
}
