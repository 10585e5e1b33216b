import type { Hono } from 'hono';
import { AppError } from '../../core/errors.js';
import { noSession, worldOf } from '../auth/people.js';
import { sessionToken } from '../auth/session-cookie.js';
import type { AppContext, AppEnvironment, AppMiddleware } from '../environment.js';
import { answerHeader, reply } from '../reply.js';
import {
  type AccountEndpoint,
  type AccountEndpointParts,
  serveAccount,
} from './account-endpoint.js';
import { describeSession } from './describe-session.js';
import { type InvitationEndpointParts, invitationEndpoints } from './invitation-endpoints.js';
import { type OwnAccountParts, ownAccountEndpoints } from './own-account-endpoints.js';
import { mountPages } from './pages.js';
import { type SessionEndpointParts, sessionEndpoints } from './session-endpoints.js';
import { type SignInLinkParts, signInLinkEndpoints } from './sign-in-link-endpoints.js';
import type { StaticFiles } from './static-files.js';

export type ConsoleParts = SessionEndpointParts &
  OwnAccountParts &
  InvitationEndpointParts &
  SignInLinkParts & { readonly files: StaticFiles };

const PREFIX = '/console/api';

/**
 * The session of the browser: read at the start of a page, so it does not prolong the session and is
 * not recorded.
 */
function answerSession(c: AppContext, parts: ConsoleParts): Response {
  const token = sessionToken(c);
  const live = token === undefined ? undefined : parts.sessions.find(token);
  if (live === undefined) throw noSession();
  return reply(c, 200, JSON.stringify(describeSession(live, worldOf(c), parts)));
}

function refuseOtherMethods(
  router: Hono<AppEnvironment>,
  allowed: ReadonlyMap<string, readonly string[]>,
): void {
  for (const [path, methods] of allowed) {
    router.all(path, (c) => {
      answerHeader(c, 'Allow', methods.join(', '));
      throw new AppError('method_not_allowed', `Only ${methods.join(' and ')} is answered here.`);
    });
  }
}

function methodsByPath(endpoints: readonly AccountEndpoint[]): Map<string, string[]> {
  const allowed = new Map([
    ['/sign-in', ['GET']],
    ['/session', ['GET']],
  ]);
  for (const { path, method } of endpoints) {
    allowed.set(path, [...(allowed.get(path) ?? []), method]);
  }
  return allowed;
}

/** Mounts what the console needs besides the operations: its pages, signing in and the own account. */
export function mountConsole(
  app: Hono<AppEnvironment>,
  limit: AppMiddleware,
  parts: ConsoleParts & AccountEndpointParts,
): void {
  const endpoints = [
    ...sessionEndpoints(parts),
    ...ownAccountEndpoints(parts),
    ...invitationEndpoints(parts),
    ...signInLinkEndpoints(parts),
  ];
  const ways = JSON.stringify(parts.ways);
  app.use(`${PREFIX}/*`, limit);
  app.get(`${PREFIX}/sign-in`, (c) => reply(c, 200, ways));
  app.get(`${PREFIX}/session`, (c) => answerSession(c, parts));
  for (const endpoint of endpoints) {
    app.on(endpoint.method, `${PREFIX}${endpoint.path}`, (c) => serveAccount(c, endpoint, parts));
  }
  const below = new Map([...methodsByPath(endpoints)].map(([path, of]) => [PREFIX + path, of]));
  refuseOtherMethods(app, below);
  mountPages(app, parts.files);
}
