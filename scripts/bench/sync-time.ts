import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './statistics.js';

const TIMES = 100;
const PAGE = Buffer.alloc(4_096, 1);

/** What one sync of 4 KiB costs on the disk of a folder, p50 in ms: it decides what one writer can do. */
export function syncTimeMs(folder: string): number {
  const descriptor = openSync(join(folder, 'sync-time'), 'w', 0o600);
  try {
    return median(
      Array.from({ length: TIMES }, () => {
        const startedAt = performance.now();
        writeSync(descriptor, PAGE);
        fdatasyncSync(descriptor);
        return performance.now() - startedAt;
      }),
    );
  } finally {
    closeSync(descriptor);
  }
}
