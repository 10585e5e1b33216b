import { existsSync } from 'node:fs';
import {
  type EncryptionKey,
  makeEncryptionKey,
  readEncryptionKey,
} from '../../store/encryption/key.js';

const KEEP_COPY = [
  '',
  'WITHOUT THIS KEY NOBODY CAN READ THE DATA OR THE BACKUPS, AND THE KEY CANNOT BE MADE AGAIN.',
  'Copy the file to another place now: not on this machine, and not with the backups.',
];

export const keyLines = ({ file, id }: EncryptionKey): string[] => [
  `Encryption key   ${file}`,
  `Its name         ${id}`,
];

/** The text shown when a key comes into use. */
export const aboutNewKey = (key: EncryptionKey): string[] => [...keyLines(key), ...KEEP_COPY];

/** Reads the key of a file; makes the file if it is missing. */
export const keyIn = (file: string): EncryptionKey =>
  existsSync(file) ? readEncryptionKey(file) : makeEncryptionKey(file);
