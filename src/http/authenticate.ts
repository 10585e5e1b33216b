import type { KeyRecord } from '../store/key-repository.js';
import { type AppMiddleware, remoteAddress } from './environment.js';

export interface Authenticator {
  /** @throws AppError `invalid_api_key` */
  readonly lookUp: (authorization: string | undefined) => KeyRecord;
  /** Called for every refused request. */
  readonly noteRefusal: (remoteAddress: string | undefined) => void;
}

/** Admits only valid keys and sets the caller of the request. */
export function authenticate({ lookUp, noteRefusal }: Authenticator): AppMiddleware {
  return async function authenticateMiddleware(c, next) {
    try {
      c.set('principal', lookUp(c.req.header('authorization')));
    } catch (error) {
      noteRefusal(remoteAddress(c));
      throw error;
    }
    await next();
  };
}
