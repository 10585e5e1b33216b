import { existsSync } from 'node:fs';
import {
  type EncryptionKey,
  makeEncryptionKey,
  readEncryptionKey,
} from '../../storage/encryption/key.js';

const KEEP_COPY = [
  '',
  'WITHOUT THIS KEY NOBODY CAN READ THE DATA, BACKUPS INCLUDED, AND NOBODY CAN MAKE IT AGAIN.',
  'Keep a copy of the file elsewhere now: not on this machine, and not beside the backups.',
];

export const keyLines = ({ file, id }: EncryptionKey): string[] => [
  `Encryption key   ${file}`,
  `Its name         ${id}`,
];

/** How a key is told that comes into use. */
export const aboutNewKey = (key: EncryptionKey): string[] => [...keyLines(key), ...KEEP_COPY];

/** The key of a file, which is made where it is missing. */
export const keyIn = (file: string): EncryptionKey =>
  existsSync(file) ? readEncryptionKey(file) : makeEncryptionKey(file);
