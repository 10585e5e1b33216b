import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const ZEROS = Buffer.alloc(1024 * 1024);

/** Fills a file with zeros, on disk when it returns. Copies kept by the disk itself are out of reach. */
export function overwrite(descriptor: number): void {
  const { size } = fstatSync(descriptor);
  for (let at = 0; at < size; ) {
    at += writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, size - at), at);
  }
  fsyncSync(descriptor);
}

function withFile(path: string, flags: string, work: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags);
  try {
    work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Removes a folder of files, if it exists, and overwrites their contents. */
export function eraseFolder(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) withFile(join(folder, name), 'r+', overwrite);
  rmSync(folder, { recursive: true });
}
