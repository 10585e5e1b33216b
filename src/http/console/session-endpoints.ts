import type { Answer } from '../../calls/operation.js';
import { AppError } from '../../core/errors.js';
import type { AccountWrite } from '../../store/user.js';
import { noSession } from '../auth/people.js';
import { clearCookie, setCookie } from '../auth/session-cookie.js';
import type { Sessions } from '../auth/sessions.js';
import type { Credentials, SignIn } from '../auth/sign-in.js';
import type { AccountCall, AccountEndpoint } from './account-endpoint.js';
import { describeSession, type SessionLimits } from './describe-session.js';
import { signInRequest } from './schema.js';

/** The ways to sign in, for the page that asks. */
export interface SignInWays {
  readonly local: boolean;
  readonly oidc: { readonly name: string } | null;
}

export interface SessionEndpointParts extends SessionLimits {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly ways: SignInWays;
  /** Called for every sign-in whose password was checked. */
  readonly noteSignIn: (outcome: 'success' | 'refused') => void;
}

async function signInWith(
  call: AccountCall,
  credentials: Credentials,
  parts: SessionEndpointParts,
): Promise<Answer> {
  const { sessions, signIn, ways, noteSignIn } = parts;
  if (!ways.local) {
    throw new AppError('not_found', 'People do not sign in here with a password.');
  }
  const attempt = signIn.begin(credentials.user_name, call.remoteAddress);
  call.onEnd(() => attempt.end());
  const { named, result, writes } = await signIn.check(credentials, attempt);
  if (named !== undefined) call.concerns(named.userId);
  noteSignIn('refusal' in result ? 'refused' : 'success');
  if ('refusal' in result) {
    call.onRefusal(writes);
    throw result.refusal;
  }
  call.actsAs(result.user.userId);
  const opened = sessions.openSession(result.user);
  const before = call.live?.session.tokenHash;
  const ended: readonly AccountWrite[] =
    before === undefined ? [] : [{ kind: 'session.end', tokenHash: before }];
  return {
    body: describeSession(opened, call.world, parts),
    headers: { 'Set-Cookie': setCookie(opened.token) },
    writes: [...writes, ...ended, ...opened.writes],
  };
}

function signOut({ live }: AccountCall, everywhere: boolean): Answer {
  if (live === undefined) throw noSession();
  const { user, session } = live;
  return {
    status: 204,
    headers: { 'Set-Cookie': clearCookie() },
    writes: [
      everywhere
        ? { kind: 'session.end-all', userId: user.userId }
        : { kind: 'session.end', tokenHash: session.tokenHash },
    ],
  };
}

/** Signing in and out. */
export const sessionEndpoints = (parts: SessionEndpointParts): readonly AccountEndpoint[] => [
  {
    method: 'POST',
    path: '/session',
    action: 'session.create',
    needsSession: false,
    request: signInRequest,
    handle: (call, input) => signInWith(call, input as Credentials, parts),
  },
  {
    method: 'DELETE',
    path: '/session',
    action: 'session.end',
    needsSession: true,
    handle: async (call) => signOut(call, false),
  },
  {
    method: 'DELETE',
    path: '/sessions',
    action: 'session.end-all',
    needsSession: true,
    handle: async (call) => signOut(call, true),
  },
];
