import { freemem, totalmem } from 'node:os';
import { type CheckResult, ok, type QuickCheck, warning } from './check.js';

const MIB = 1024 * 1024;
/** Memory of the daemon itself, the database's page cache and the rest of the system. */
const BESIDE_WORKERS_MB = 1_024;
const SCARCE_MB = 512;

export interface MemoryFacts {
  readonly totalMb: number;
  readonly freeMb: number;
  readonly workers: number;
  readonly workerMb: number;
}

/** Checks that the workers can reach their maximum size. */
export function judgeMemory({ totalMb, freeMb, workers, workerMb }: MemoryFacts): CheckResult {
  const most = workers * workerMb + BESIDE_WORKERS_MB;
  const has = `${freeMb} of ${totalMb} MiB free`;
  if (totalMb < most) {
    return warning(
      `${has}; ${workers} workers of up to ${workerMb} MiB may need ${most}.`,
      'add memory, or lower inference.cpu_workers or worker_memory_mb',
    );
  }
  if (freeMb < SCARCE_MB) {
    return warning(`${has}: memory is running low.`, 'stop other programs, or add memory');
  }
  return ok(`${has}; the workers may need ${most}.`);
}

/** Memory of this machine in MiB; the limit of a container may be lower. */
export function machineMemory(): Pick<MemoryFacts, 'totalMb' | 'freeMb'> {
  // 0 where no limit is set.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  const total = Math.min(totalmem(), limit);
  return { totalMb: Math.floor(total / MIB), freeMb: Math.floor(Math.min(freemem(), total) / MIB) };
}

export const checkMemory: QuickCheck = ({ config: { inference } }) =>
  judgeMemory({
    ...machineMemory(),
    workers: inference.backend === 'webgpu' ? 1 : inference.cpu_workers,
    workerMb: inference.worker_memory_mb,
  });
