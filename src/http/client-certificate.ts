import { TLSSocket } from 'node:tls';
import { AppError } from '../core/errors.js';
import { isWithinMachine } from './client-address.js';
import { type AppMiddleware, remoteAddress } from './environment.js';

/**
 * Whether the other end has proved to hold a certificate of the configured authority. That it is
 * presence is checked too: a session resumed without one counts as authorized.
 */
function isCertified(socket: TLSSocket): boolean {
  return socket.authorized && socket.getPeerX509Certificate() !== undefined;
}

/** Whether a connection is admitted: only those of this machine need no certificate. */
export function showsCertificate(socket: TLSSocket): boolean {
  return isCertified(socket) || isWithinMachine(socket);
}

/**
 * Admits only requests over connections with a certificate; not used for health checks and metrics.
 */
export function requireCertificate(
  noteRefusal: (remoteAddress: string | undefined) => void,
): AppMiddleware {
  return async function requireCertificateMiddleware(c, next) {
    const socket = c.env?.incoming?.socket;
    if (!(socket instanceof TLSSocket) || !isCertified(socket)) {
      noteRefusal(remoteAddress(c));
      throw new AppError('invalid_api_key', 'A client certificate is needed as well as a key.');
    }
    await next();
  };
}
