import type { Answer } from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { AccountWrite, InvitationRecord, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import { checkDisplayName, checkUserName, nameTaken } from '../auth/accounts.js';
import { accountCounter } from '../auth/lock-out.js';
import { checkPassword } from '../auth/password-rules.js';
import type { Passwords } from '../auth/passwords.js';
import { tokenHash } from '../auth/tokens.js';
import type { AccountCall, AccountEndpoint } from './account-endpoint.js';
import { invitationRequest, invitationToken } from './schema.js';
import type { SignInWays } from './session-endpoints.js';

export interface InvitationEndpointParts {
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly minPasswordLength: number;
  readonly ways: SignInWays;
  readonly clock: Clock;
}

interface InvitationRequest {
  readonly token: string;
  readonly password: string;
  readonly user_name?: string | undefined;
  readonly display_name?: string | undefined;
}

/** One error for a link that never was, was used, or is too old. */
const gone = (): AppError =>
  new AppError('gone', 'This link was used before or has expired; ask for a new one.');

/** @throws AppError `gone` */
function findInvited(
  token: string,
  { users, clock, ways }: InvitationEndpointParts,
): { readonly invitation: InvitationRecord; readonly user: UserRecord } {
  const invitation = users.findInvitation(tokenHash(token));
  if (!ways.local || invitation === undefined || invitation.expiresAt <= clock()) throw gone();
  const user = users.find(invitation.userId);
  if (user === undefined || user.disabledAt !== null) throw gone();
  return { invitation, user };
}

function describe(
  call: AccountCall,
  { token }: { readonly token: string },
  parts: InvitationEndpointParts,
): Answer {
  const { invitation, user } = findInvited(token, parts);
  call.concerns(user.userId);
  return {
    body: {
      user_name: user.userName,
      display_name: user.displayName,
      chooses_name: invitation.choosesName,
      min_password_length: parts.minPasswordLength,
      expires_at: isoTime(invitation.expiresAt),
    },
  };
}

function namesFrom(
  { user_name, display_name }: InvitationRequest,
  { choosesName }: InvitationRecord,
  { userName, displayName }: UserRecord,
) {
  if (!choosesName) return { userName, displayName };
  const name = user_name === undefined ? userName : checkUserName('user_name', user_name);
  return {
    userName: name,
    displayName: checkDisplayName('display_name', display_name ?? user_name ?? displayName),
  };
}

async function accept(
  call: AccountCall,
  request: InvitationRequest,
  parts: InvitationEndpointParts,
): Promise<Answer> {
  const { invitation, user } = findInvited(request.token, parts);
  const { userId } = user;
  call.actsAs(userId);
  const names = namesFrom(request, invitation, user);
  checkPassword('password', request.password, names, parts.minPasswordLength);
  const password = await parts.passwords.hash(request.password);
  const writes: readonly AccountWrite[] = [
    { kind: 'invitation.use', tokenHash: invitation.tokenHash, refusal: gone() },
    {
      kind: 'user.change',
      userId,
      change: { ...names, password },
      refusal: nameTaken(names.userName),
    },
    { kind: 'sign-in.forgive', name: accountCounter(names.userName) },
    { kind: 'session.end-all', userId },
  ];
  return { body: { user_name: names.userName }, writes };
}

/** One-time links with which people choose a password. */
export const invitationEndpoints = (parts: InvitationEndpointParts): readonly AccountEndpoint[] => [
  {
    method: 'POST',
    path: '/invitation/check',
    action: 'invitation.read',
    needsSession: false,
    request: invitationToken,
    handle: async (call, input) => describe(call, input as { token: string }, parts),
  },
  {
    method: 'POST',
    path: '/invitation',
    action: 'invitation.accept',
    needsSession: false,
    request: invitationRequest,
    handle: (call, input) => accept(call, input as InvitationRequest, parts),
  },
];
