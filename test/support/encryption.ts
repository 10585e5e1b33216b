import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type EncryptionKey, makeEncryptionKey } from '../../src/store/encryption/key.js';
import { scratchFolder } from './scratch-folder.js';

/** A new key in a folder that goes away with the test. */
export const someKey = (name = 'some.key'): EncryptionKey =>
  makeEncryptionKey(join(scratchFolder(), name));

/** All files below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Files below a folder that contain one of the words. */
export const filesWith = (folder: string, ...words: string[]): string[] =>
  filesBelow(folder).filter((file) => {
    const content = readFileSync(file);
    return words.some((word) => content.includes(word));
  });

/** Names, permissions and contents. */
export const stateOf = (folder: string) =>
  filesBelow(folder).map((file) => ({
    file,
    mode: statSync(file).mode,
    sum: createHash('sha256').update(readFileSync(file)).digest('hex'),
  }));
