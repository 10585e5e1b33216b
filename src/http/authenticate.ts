import type { KeyRecord } from '../store/key-repository.js';
import { principalOfSession, requireOwnPage, sessionOf } from './auth/people.js';
import { type Principal, principalOfKey } from './auth/principal.js';
import { type NoteRefusal, refusedBy } from './auth/refusal-tally.js';
import type { LiveSession, Sessions } from './auth/sessions.js';
import { type AppContext, type AppMiddleware, remoteAddress } from './environment.js';

export interface Authenticator {
  /** @throws AppError `invalid_api_key` */
  readonly lookUp: (authorization: string | undefined) => KeyRecord;
  /** Of people; without it only keys are admitted. */
  readonly sessions?: Pick<Sessions, 'use'>;
  readonly noteRefusal: NoteRefusal;
}

function principalOf(c: AppContext, live: LiveSession): Principal {
  requireOwnPage(c, live);
  return principalOfSession(c, live);
}

/** An `Authorization` header is decisive: a cookie beside it is not looked at. */
function callerOf(c: AppContext, { lookUp, sessions, noteRefusal }: Authenticator): Principal {
  let userId: string | undefined;
  try {
    const authorization = c.req.header('authorization');
    const live =
      authorization === undefined && sessions !== undefined ? sessionOf(c, sessions) : undefined;
    if (live === undefined) return principalOfKey(lookUp(authorization));
    userId = live.user.userId;
    return principalOf(c, live);
  } catch (error) {
    noteRefusal(remoteAddress(c), refusedBy(error, userId));
    throw error;
  }
}

/** Admits only valid keys and sessions, and sets the caller of the request. */
export function authenticate(authenticator: Authenticator): AppMiddleware {
  return async function authenticateMiddleware(c, next) {
    c.set('principal', callerOf(c, authenticator));
    await next();
  };
}
