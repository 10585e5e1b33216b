import type { Answer } from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { AccountWrite, SignInLinkRecord, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import { setCookie } from '../auth/session-cookie.js';
import type { Sessions } from '../auth/sessions.js';
import { reasonAgainstLink } from '../auth/sign-in-links.js';
import { tokenHash } from '../auth/tokens.js';
import type { AccountCall, AccountEndpoint } from './account-endpoint.js';
import { describeSession, type SessionLimits } from './describe-session.js';
import { signInLinkToken } from './schema.js';
import type { SessionEndpointParts, SignInWays } from './session-endpoints.js';

export interface SignInLinkParts extends SessionLimits {
  readonly users: UserRepository;
  readonly sessions: Sessions;
  readonly ways: SignInWays;
  readonly noteSignIn: SessionEndpointParts['noteSignIn'];
  /** Roles for which a second factor is required. */
  readonly secondFactorFor: readonly string[];
  readonly clock: Clock;
}

interface LinkRequest {
  readonly token: string;
}

/** One error for a link that never was, was used, is too old, or whose account has changed. */
const gone = (): AppError =>
  new AppError('gone', 'This link was used before or has expired; ask for a new one.');

/**
 * What was true when the link was made must still be: the account may have been given live data since.
 *
 * @throws AppError `gone`
 */
function findLinked(
  call: AccountCall,
  { token }: LinkRequest,
  { users, ways, secondFactorFor, clock }: SignInLinkParts,
): { readonly link: SignInLinkRecord; readonly user: UserRecord } {
  const link = users.findSignInLink(tokenHash(token));
  const user = link && users.find(link.userId);
  if (link === undefined || user === undefined) throw gone();
  call.concerns(user.userId);
  const isCurrent = link.generation === user.generation && link.expiresAt > clock();
  if (!isCurrent || !ways.local || reasonAgainstLink(user, secondFactorFor) !== undefined) {
    throw gone();
  }
  return { link, user };
}

function describe(call: AccountCall, request: LinkRequest, parts: SignInLinkParts): Answer {
  const { link, user } = findLinked(call, request, parts);
  return {
    body: {
      user_name: user.userName,
      display_name: user.displayName,
      roles: user.roles,
      expires_at: isoTime(link.expiresAt),
    },
  };
}

/** Opens a session of its own; the one that the browser had before ends. */
function signIn(call: AccountCall, request: LinkRequest, parts: SignInLinkParts): Answer {
  const { link, user } = findLinked(call, request, parts);
  const { userId } = user;
  call.actsAs(userId);
  parts.noteSignIn('success');
  const opened = parts.sessions.openSession(user);
  const before = call.live?.session.tokenHash;
  const ended: readonly AccountWrite[] =
    before === undefined ? [] : [{ kind: 'session.end', tokenHash: before }];
  return {
    body: describeSession(opened, 'test', parts),
    headers: { 'Set-Cookie': setCookie(opened.token) },
    writes: [
      { kind: 'sign-in-link.use', tokenHash: link.tokenHash, refusal: gone() },
      { kind: 'user.change', userId, change: { lastSignInAt: parts.clock() } },
      ...ended,
      ...opened.writes,
    ],
  };
}

/**
 * One-time links that sign a person of the test world in. Only a POST uses one up: programs that look
 * at links in messages, and pages that fetch them in advance, leave them as they are.
 */
export const signInLinkEndpoints = (parts: SignInLinkParts): readonly AccountEndpoint[] => [
  {
    method: 'POST',
    path: '/sign-in-link/check',
    action: 'sign-in-link.read',
    needsSession: false,
    request: signInLinkToken,
    handle: async (call, input) => describe(call, input as LinkRequest, parts),
  },
  {
    method: 'POST',
    path: '/sign-in-link',
    action: 'session.create-by-link',
    needsSession: false,
    request: signInLinkToken,
    handle: async (call, input) => signIn(call, input as LinkRequest, parts),
  },
];
