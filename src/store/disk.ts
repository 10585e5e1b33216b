import { statfsSync } from 'node:fs';

const MIB = 1024 * 1024;
const CHECK_INTERVAL_MS = 2_000;

export interface DiskState {
  readonly freeMb: number;
  /** True when less than the reserve is left. */
  readonly low: boolean;
}

/**
 * Watches the free space below a folder. The file system is queried at most every two seconds, so
 * that every request can check it.
 */
export function createDiskWatch(folder: string, reserveMb: number): () => DiskState {
  let checkedAt = -Infinity;
  let state: DiskState = { freeMb: 0, low: true };
  return () => {
    const now = performance.now();
    if (now - checkedAt < CHECK_INTERVAL_MS) return state;
    checkedAt = now;
    const { bavail, bsize } = statfsSync(folder);
    const freeMb = Math.floor((bavail * bsize) / MIB);
    state = { freeMb, low: freeMb < reserveMb };
    return state;
  };
}
