import type { Destination } from '../../core/sent-object.js';
import { createProcessTransport } from '../../inference/pool/process-transport.js';
import { RemoteWorker } from '../../inference/pool/remote-worker.js';
import { entryBeside } from '../../inference/pool/transport.js';
import type { Verification } from '../../pacs/sender/verify-task.js';
import { type LoadedConfig, processEnvironment } from '../config/load.js';
import { openDestinations } from './destinations.js';

const LIMITS = { timeoutMs: 60_000, memoryBytes: 512 * 2 ** 20 };

/** Whether a destination answers. */
export interface VerifiedDestination extends Verification {
  readonly name: string;
}

/** Runs something in a process of its own, in which nodes are spoken with. */
async function inProcess<T>(
  now: number,
  work: (verify: (input: Destination) => Promise<Verification>) => Promise<T>,
): Promise<T> {
  const worker = new RemoteWorker({
    transport: createProcessTransport(entryBeside(import.meta.url, 'worker'), processEnvironment),
    setup: {},
    limits: LIMITS,
    lostCode: 'overloaded',
  });
  try {
    await worker.ready;
    return await work(async (input) => {
      const verified = await worker.run({ name: 'pacs.verify', input, now });
      // The output of the task of that name.
      return verified as Verification;
    });
  } finally {
    worker.end('the nodes are verified');
  }
}

/** Verifies one node by C-ECHO. */
export const verifyNode = (node: Destination, now: number): Promise<Verification> =>
  inProcess(now, (verify) => verify(node));

/**
 * Verifies each destination of the configuration by C-ECHO or a search, in a process of its own.
 *
 * @throws AppError where a file that one names cannot be read
 */
export async function verifyDestinations(
  config: LoadedConfig,
  now: number,
): Promise<readonly VerifiedDestination[]> {
  const destinations = openDestinations(config);
  if (destinations.length === 0) return [];
  return inProcess(now, (verify) =>
    Promise.all(
      destinations.map(async ({ name, current }) => ({
        name,
        ...(await verify(await current(now))),
      })),
    ),
  );
}
