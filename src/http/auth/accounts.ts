import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import { ROLES } from '../../core/roles.js';
import type { AccountWrite, InvitationRecord, NewUser, UserRecord } from '../../store/user.js';
import { accountCounter } from './lock-out.js';
import { isRole } from './roles.js';
import { newToken, tokenHash } from './tokens.js';

/** A person to be added. */
export interface AccountRequest {
  readonly userName: string;
  readonly displayName?: string | undefined;
  readonly roles: readonly string[];
  readonly worlds: readonly KeyMode[];
}

/** A one-time link; its token is only in this answer, never again. */
export interface Invitation {
  readonly token: string;
  readonly expiresAt: number;
}

/** How long a link for a password works. */
export const INVITATION_MS = 3 * 86_400_000;

const USER_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u;
const MAX_DISPLAY_NAME = 100;

/** A name without its differences of form; case stays, but is ignored in comparisons. */
export function checkUserName(field: string, text: string): string {
  const name = text.normalize('NFKC').trim();
  if (USER_NAME.test(name)) return name;
  throw invalidField(field, 'must be 1 to 64 letters, digits and . _ @ + -, without spaces');
}

export function checkDisplayName(field: string, text: string): string {
  const name = text.normalize('NFKC').trim();
  // Control characters would reach the terminals of administrators.
  if (name !== '' && name.length <= MAX_DISPLAY_NAME && !/\p{C}/u.test(name)) return name;
  throw invalidField(field, `must have 1 to ${MAX_DISPLAY_NAME} printable characters`);
}

export function checkRoles(roles: readonly string[]): readonly string[] {
  if (roles.length > 0 && roles.every(isRole)) return [...new Set(roles)];
  throw invalidField('roles', `must be among ${ROLES.join(', ')}`);
}

export const nameTaken = (userName: string): AppError =>
  new AppError('conflict', `There is a person with the name ${userName} already.`);

/** The writes that add a person, who has no password yet. */
export function addUser(
  { userName, displayName, roles, worlds }: AccountRequest,
  now: number,
): { readonly user: NewUser; readonly writes: readonly AccountWrite[] } {
  const name = checkUserName('user_name', userName);
  if (worlds.length === 0) throw invalidField('worlds', 'must be test, live or both');
  const user: NewUser = {
    userId: newId('user'),
    source: 'local',
    issuer: null,
    subject: null,
    userName: name,
    displayName: checkDisplayName('display_name', displayName ?? name),
    roles: checkRoles(roles),
    worlds: [...new Set(worlds)],
    createdAt: now,
  };
  return { user, writes: [{ kind: 'user.insert', user, refusal: nameTaken(name) }] };
}

/** The writes that let a person choose a password, by a link that works once. */
export function invite(
  userId: string,
  {
    choosesName = false,
    expiresAt,
  }: { readonly choosesName?: boolean; readonly expiresAt: number },
): { readonly invitation: Invitation; readonly writes: readonly AccountWrite[] } {
  const token = newToken();
  const record: InvitationRecord = {
    tokenHash: tokenHash(token),
    userId,
    choosesName,
    expiresAt,
  };
  return {
    invitation: { token, expiresAt },
    writes: [{ kind: 'invitation.put', invitation: record }],
  };
}

/** The page that takes a link; the token is in the fragment, which browsers send to nobody. */
export const invitationUrl = (base: string, { token }: Invitation): string =>
  `${base}/console/invitation#${token}`;

/** A new link for a person who has lost the password; sessions end, the old password stays until then. */
export function resetUser(
  { userId, userName, source }: UserRecord,
  expiresAt: number,
  { withSecondFactor }: { readonly withSecondFactor: boolean },
): { readonly invitation: Invitation; readonly writes: readonly AccountWrite[] } {
  if (source !== 'local') {
    const message = `${userName} signs in at the identity provider, which keeps the password.`;
    throw new AppError('conflict', message);
  }
  const { invitation, writes } = invite(userId, { expiresAt });
  const withoutFactor: readonly AccountWrite[] = [
    { kind: 'user.change', userId, change: { totpSecret: null } },
    { kind: 'recovery-codes.replace', userId, hashes: [] },
  ];
  return {
    invitation,
    writes: [
      ...writes,
      ...(withSecondFactor ? withoutFactor : []),
      { kind: 'sign-in.forgive', name: accountCounter(userName) },
      { kind: 'session.end-all', userId },
    ],
  };
}

/** The writes that keep a person out, at once: sessions and links end. */
export const disableUser = (userId: string, clock: Clock): readonly AccountWrite[] => [
  { kind: 'user.change', userId, change: { disabledAt: clock() } },
  { kind: 'invitation.withdraw', userId },
  { kind: 'session.end-all', userId },
];

export const enableUser = (userId: string): readonly AccountWrite[] => [
  { kind: 'user.change', userId, change: { disabledAt: null } },
];

/** @throws AppError `conflict` for a person whose roles the identity provider decides */
export function refuseProvidedRoles({ source, userName }: UserRecord): void {
  if (source === 'local') return;
  const message = `The roles of ${userName} come from the groups of the identity provider.`;
  throw new AppError('conflict', message);
}

/** The writes that change what a person may do; the person signs in again. */
export const changeGrants = (
  userId: string,
  change: { readonly roles?: readonly string[]; readonly worlds?: readonly KeyMode[] },
): readonly AccountWrite[] => [
  { kind: 'user.change', userId, change },
  { kind: 'session.end-all', userId },
];
