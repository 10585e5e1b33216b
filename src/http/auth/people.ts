import type { Scope } from '../../calls/scopes.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { UserRecord } from '../../store/user.js';
import type { AppContext } from '../environment.js';
import type { Principal } from './principal.js';
import { scopesOf } from './roles.js';
import { requireSameOrigin } from './same-origin.js';
import { sessionToken } from './session-cookie.js';
import { isCsrfToken, type LiveSession, type Sessions } from './sessions.js';

/** The header in which the console says whether a request is about test or live data. */
export const WORLD_HEADER = 'Wardbox-Mode';
export const CSRF_HEADER = 'X-CSRF-Token';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

export const noSession = (): AppError =>
  new AppError('no_session', 'You are not signed in, or your session has ended.');

/** @throws AppError `validation_error` */
export function worldOf(c: AppContext): KeyMode | undefined {
  const world = c.req.header(WORLD_HEADER);
  if (world === undefined || world === 'test' || world === 'live') return world;
  throw invalidField(WORLD_HEADER, 'must be test or live');
}

/**
 * A request that changes something must come from a page of this server, with the session's own token.
 *
 * @throws AppError `cross_site_request`
 */
export function requireOwnPage(c: AppContext, { token }: Pick<LiveSession, 'token'>): void {
  if (READS.has(c.req.method)) return;
  requireSameOrigin(c);
  if (!isCsrfToken(token, c.req.header(CSRF_HEADER))) {
    const message = `The header ${CSRF_HEADER} must have the token of the session.`;
    throw new AppError('cross_site_request', message);
  }
}

/**
 * The session of a request's cookie; none where it has no cookie.
 *
 * @throws AppError `no_session` for a cookie without a session
 */
export function sessionOf(c: AppContext, sessions: Pick<Sessions, 'use'>): LiveSession | undefined {
  const token = sessionToken(c);
  if (token === undefined) return undefined;
  const live = sessions.use(token);
  if (live === undefined) throw noSession();
  return live;
}

/** What an account may do in a world; nothing in one that it lacks, or when it is disabled. */
export const scopesInWorld = (
  { roles, worlds, disabledAt }: UserRecord,
  world: KeyMode,
): readonly Scope[] =>
  disabledAt === null && worlds.includes(world) ? scopesOf(roles, world) : [];

/**
 * The person as the caller of a request, in the world that the request names.
 *
 * @throws AppError `validation_error` without a world, `insufficient_scope` for one that the account lacks
 */
export function principalOfSession(c: AppContext, { user, mustEnrol }: LiveSession): Principal {
  const world = worldOf(c);
  if (world === undefined) throw invalidField(WORLD_HEADER, 'is required: test or live');
  if (!user.worlds.includes(world)) {
    const message = `Your account may not use ${world} data.`;
    throw new AppError('insufficient_scope', message);
  }
  if (mustEnrol) {
    throw new AppError('insufficient_scope', 'Set up a second factor for your account first.');
  }
  return {
    type: 'user',
    id: user.userId,
    name: user.userName,
    mode: world,
    scopes: scopesOf(user.roles, world),
    ratePerMinute: null,
  };
}
