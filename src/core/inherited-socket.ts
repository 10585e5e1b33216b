import { AppError } from './errors.js';

/** The part of the environment in which a service manager hands over sockets. */
export interface SocketEnvironment {
  readonly LISTEN_PID?: string | undefined;
  readonly LISTEN_FDS?: string | undefined;
  readonly LISTEN_FDNAMES?: string | undefined;
}

/** sd_listen_fds(3): the first descriptor that is handed over. */
const FIRST_DESCRIPTOR = 3;

/**
 * The listening socket that systemd opened for this process (socket activation), if it did. It stays
 * open while the daemon restarts, so that clients wait instead of being refused.
 *
 * @throws AppError `internal_error` when more than one is handed over: which to serve is not known
 */
export function inheritedSocket(env: SocketEnvironment, pid: number): number | undefined {
  const count = Number(env.LISTEN_FDS);
  // Meant for a parent of this process, whose environment it got.
  if (Number(env.LISTEN_PID) !== pid || !(count > 0)) return undefined;
  if (count === 1) return FIRST_DESCRIPTOR;
  const message = `The service manager hands over ${count} sockets (LISTEN_FDS), not one.`;
  throw new AppError('internal_error', message);
}
