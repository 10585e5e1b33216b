import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has what was made in a folder, or renamed into it, outlast a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
