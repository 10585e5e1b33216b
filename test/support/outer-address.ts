import { networkInterfaces } from 'node:os';

/**
 * An address of this machine that is not loopback: a connection from there to loopback looks to a
 * server as if it came from elsewhere. None where the machine has no network.
 */
export const OUTER_ADDRESS: string | undefined = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
