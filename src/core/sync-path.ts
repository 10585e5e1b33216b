import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has what was written to a file, or made in a folder or renamed into it, outlast a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
