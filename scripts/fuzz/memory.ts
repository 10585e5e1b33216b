import { childrenOf, residentBytes } from '../bench/processes.js';
import { median } from '../bench/statistics.js';

export interface MemorySample {
  /** Requests sent until then. */
  readonly requests: number;
  readonly daemonBytes: number;
  readonly workerBytes: number;
}

export function sampleMemory(pid: number, requests: number): MemorySample {
  const sum = childrenOf(pid).reduce((bytes, child) => bytes + (residentBytes(child) ?? 0), 0);
  return { requests, daemonBytes: residentBytes(pid) ?? 0, workerBytes: sum };
}

const MAX_GROWTH = 1.15;
const NOISE_BYTES = 32 * 1024 * 1024;

export interface Growth {
  readonly beforeBytes: number;
  readonly afterBytes: number;
  readonly flat: boolean;
}

/**
 * Whether the daemon's memory stays where it was once it has warmed up: the median of the last fifth
 * against that of the second one.
 */
export function growthOf(samples: readonly MemorySample[]): Growth {
  const fifth = Math.floor(samples.length / 5);
  const over = (part: readonly MemorySample[]) =>
    median(part.map(({ daemonBytes }) => daemonBytes));
  const beforeBytes = over(samples.slice(fifth, 2 * fifth));
  const afterBytes = over(samples.slice(-fifth));
  return { beforeBytes, afterBytes, flat: afterBytes <= beforeBytes * MAX_GROWTH + NOISE_BYTES };
}
