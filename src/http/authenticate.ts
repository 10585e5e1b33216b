import type { KeyRecord } from '../store/key-repository.js';
import { principalOfSession, requireOwnPage, sessionOf } from './auth/people.js';
import { type Principal, principalOfKey } from './auth/principal.js';
import { type NoteRefusal, refusedBy } from './auth/refusal-tally.js';
import type { LiveSession, Sessions } from './auth/sessions.js';
import { type AppContext, type AppMiddleware, remoteAddress } from './environment.js';
import { isFhirPath } from './fhir-endpoint.js';
import type { FindTokenCaller } from './smart/bearer-tokens.js';

export interface Authenticator {
  /** @throws AppError `invalid_api_key` */
  readonly lookUp: (authorization: string | undefined) => KeyRecord;
  /** Of people; without it only keys are admitted. */
  readonly sessions?: Pick<Sessions, 'use'>;
  /** Of programs with tokens, which are for FHIR alone; without it only keys are admitted. */
  readonly findTokenCaller?: FindTokenCaller;
  readonly noteRefusal: NoteRefusal;
}

function principalOf(c: AppContext, live: LiveSession): Principal {
  requireOwnPage(c, live);
  return principalOfSession(c, live);
}

const BEARER = /^Bearer +(\S+)$/i;
/** So begins every key, and no token. */
const KEY = /^sk_(?:test|live)_/;

/** A token in place of a key. */
function tokenIn(authorization: string | undefined): string | undefined {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token === undefined || KEY.test(token) ? undefined : token;
}

/** An `Authorization` header is decisive: a cookie beside it is not looked at. */
async function callerOf(c: AppContext, authenticator: Authenticator): Promise<Principal> {
  const { lookUp, sessions, findTokenCaller, noteRefusal } = authenticator;
  let userId: string | undefined;
  try {
    const authorization = c.req.header('authorization');
    if (findTokenCaller !== undefined && isFhirPath(c.req.path)) {
      const token = tokenIn(authorization);
      if (token !== undefined) return await findTokenCaller(c, token);
    }
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
    c.set('principal', await callerOf(c, authenticator));
    await next();
  };
}
