import { AppError } from './errors.js';

/** The environment variables with which a service manager passes sockets. */
export interface SocketEnvironment {
  readonly LISTEN_PID?: string | undefined;
  readonly LISTEN_FDS?: string | undefined;
  readonly LISTEN_FDNAMES?: string | undefined;
}

/** sd_listen_fds(3): the first descriptor that is passed. */
const FIRST_DESCRIPTOR = 3;

/**
 * Returns the listening socket that systemd opened for this process (socket activation), if it did.
 * It stays open while the daemon restarts, so that clients wait instead of being refused.
 *
 * @throws AppError `internal_error` when more than one is passed: which one to serve is not known
 */
export function inheritedSocket(env: SocketEnvironment, pid: number): number | undefined {
  const count = Number(env.LISTEN_FDS);
  // Intended for a parent of this process, whose environment it inherited.
  if (Number(env.LISTEN_PID) !== pid || !(count > 0)) return undefined;
  if (count === 1) return FIRST_DESCRIPTOR;
  const message = `The service manager passes ${count} sockets (LISTEN_FDS), not one.`;
  throw new AppError('internal_error', message);
}
