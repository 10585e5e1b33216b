import type { KeyRecord } from '../store/key-repository.js';
import { principalOfSession, sessionOf } from './auth/people.js';
import { type Principal, principalOfKey } from './auth/principal.js';
import type { Sessions } from './auth/sessions.js';
import { type AppContext, type AppMiddleware, remoteAddress } from './environment.js';

export interface Authenticator {
  /** @throws AppError `invalid_api_key` */
  readonly lookUp: (authorization: string | undefined) => KeyRecord;
  /** Of people; without it only keys are admitted. */
  readonly sessions?: Pick<Sessions, 'use'>;
  /** Called for every refused request. */
  readonly noteRefusal: (remoteAddress: string | undefined) => void;
}

/** An `Authorization` header is decisive: a cookie beside it is not looked at. */
function callerOf(c: AppContext, { lookUp, sessions }: Authenticator): Principal {
  const authorization = c.req.header('authorization');
  if (authorization === undefined && sessions !== undefined) {
    const live = sessionOf(c, sessions);
    if (live !== undefined) return principalOfSession(c, live);
  }
  return principalOfKey(lookUp(authorization));
}

/** Admits only valid keys and sessions, and sets the caller of the request. */
export function authenticate(authenticator: Authenticator): AppMiddleware {
  return async function authenticateMiddleware(c, next) {
    try {
      c.set('principal', callerOf(c, authenticator));
    } catch (error) {
      authenticator.noteRefusal(remoteAddress(c));
      throw error;
    }
    await next();
  };
}
