import type { Answer } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import type { AccountWrite } from '../../store/user.js';
import { checkPassword } from '../auth/password-rules.js';
import type { Passwords } from '../auth/passwords.js';
import { noSession } from '../auth/people.js';
import { newRecoveryCodes, stepOfCode, totpUri } from '../auth/second-factor.js';
import { setCookie } from '../auth/session-cookie.js';
import type { LiveSession, Sessions } from '../auth/sessions.js';
import { type SignIn, wrongCode } from '../auth/sign-in.js';
import type { AccountCall, AccountEndpoint } from './account-endpoint.js';
import type { PendingSecrets } from './pending-secrets.js';
import { codeRequest, passwordRequest, proofRequest } from './schema.js';

export interface OwnAccountParts {
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly pending: PendingSecrets;
  readonly minPasswordLength: number;
  readonly clock: Clock;
}

/** @throws AppError `conflict` for a person of the identity provider */
function ownSession({ live }: AccountCall): LiveSession {
  if (live === undefined) throw noSession();
  if (live.user.source === 'local') return live;
  const message = 'Your password and second factor are kept by the identity provider.';
  throw new AppError('conflict', message);
}

/**
 * Checks once more who is there: an unlocked workstation is not enough to take over an account.
 *
 * @returns the writes to commit with the change
 */
async function prove(
  call: AccountCall,
  { user }: LiveSession,
  proof: { readonly password: string; readonly code?: string },
  { signIn }: OwnAccountParts,
): Promise<readonly AccountWrite[]> {
  const attempt = signIn.begin(user.userName, call.remoteAddress);
  call.onEnd(() => attempt.end());
  const { result, writes } = await signIn.prove(user, proof, attempt);
  if (!('refusal' in result)) return writes;
  call.onRefusal(writes);
  throw result.refusal;
}

/** What a change of secrets does to sessions: all end, and this browser gets a new one. */
function renew(live: LiveSession, { sessions }: OwnAccountParts) {
  const opened = sessions.reopen(live);
  return {
    writes: [{ kind: 'session.end-all', userId: live.user.userId } as const, ...opened.writes],
    headers: { 'Set-Cookie': setCookie(opened.token) },
  };
}

async function changePassword(
  call: AccountCall,
  { old, new: wanted }: { readonly old: string; readonly new: string },
  parts: OwnAccountParts,
): Promise<Answer> {
  const live = ownSession(call);
  const { user } = live;
  checkPassword('new', wanted, user, parts.minPasswordLength);
  if (wanted === old) throw invalidField('new', 'must differ from the old password');
  const proved = await prove(call, live, { password: old }, parts);
  const password = await parts.passwords.hash(wanted);
  const { writes, headers } = renew(live, parts);
  const change: AccountWrite = { kind: 'user.change', userId: user.userId, change: { password } };
  return { status: 204, headers, writes: [...proved, change, ...writes] };
}

function beginSecondFactor(call: AccountCall, { pending }: OwnAccountParts): Answer {
  const { user } = ownSession(call);
  if (user.hasSecondFactor) {
    throw new AppError('conflict', 'Your account has a second factor; remove it first.');
  }
  const secret = pending.make(user.userId);
  return { body: { secret, uri: totpUri(secret, user.userName) } };
}

function confirmSecondFactor(
  call: AccountCall,
  { code }: { readonly code: string },
  parts: OwnAccountParts,
): Answer {
  const live = ownSession(call);
  const { userId } = live.user;
  const secret = parts.pending.of(userId);
  if (secret === undefined) {
    throw new AppError('conflict', 'Begin with the second factor again: its secret is too old.');
  }
  const step = stepOfCode(secret, code, parts.clock());
  if (step === undefined) throw invalidField('code', 'is not the code of this secret');
  const { codes, hashes } = newRecoveryCodes();
  const { writes, headers } = renew(live, parts);
  return {
    body: { recovery_codes: codes },
    headers,
    writes: [
      { kind: 'user.change', userId, change: { totpSecret: secret } },
      { kind: 'user.use-code', userId, step, refusal: wrongCode() },
      { kind: 'recovery-codes.replace', userId, hashes },
      ...writes,
    ],
    settled: (committed) => {
      if (committed) parts.pending.forget(userId);
    },
  };
}

async function removeSecondFactor(
  call: AccountCall,
  proof: { readonly password: string; readonly code: string },
  parts: OwnAccountParts,
): Promise<Answer> {
  const live = ownSession(call);
  const { userId, hasSecondFactor } = live.user;
  if (!hasSecondFactor) throw new AppError('conflict', 'Your account has no second factor.');
  const proved = await prove(call, live, proof, parts);
  const { writes, headers } = renew(live, parts);
  return {
    status: 204,
    headers,
    writes: [
      ...proved,
      { kind: 'user.change', userId, change: { totpSecret: null } },
      { kind: 'recovery-codes.replace', userId, hashes: [] },
      ...writes,
    ],
  };
}

/** The password and the second factor of the person who is signed in. */
export const ownAccountEndpoints = (parts: OwnAccountParts): readonly AccountEndpoint[] => [
  {
    method: 'POST',
    path: '/password',
    action: 'password.change',
    needsSession: true,
    request: passwordRequest,
    handle: (call, input) => changePassword(call, input as { old: string; new: string }, parts),
  },
  {
    method: 'POST',
    path: '/second-factor',
    action: 'second-factor.begin',
    needsSession: true,
    handle: async (call) => beginSecondFactor(call, parts),
  },
  {
    method: 'POST',
    path: '/second-factor/confirm',
    action: 'second-factor.set',
    needsSession: true,
    request: codeRequest,
    handle: async (call, input) => confirmSecondFactor(call, input as { code: string }, parts),
  },
  {
    method: 'DELETE',
    path: '/second-factor',
    action: 'second-factor.remove',
    needsSession: true,
    request: proofRequest,
    handle: (call, input) =>
      removeSecondFactor(call, input as { password: string; code: string }, parts),
  },
];
