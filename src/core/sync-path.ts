import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file, or the entries of a folder, to the disk, so that they survive a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
