import type { KeyRecord } from '../storage/key-repository.js';
import type { AppMiddleware } from './environment.js';

/** Lets only valid keys pass and says whose request this is. */
export function authenticate(
  lookUp: (authorization: string | undefined) => KeyRecord,
): AppMiddleware {
  return async function authenticateMiddleware(c, next) {
    c.set('principal', lookUp(c.req.header('authorization')));
    await next();
  };
}
