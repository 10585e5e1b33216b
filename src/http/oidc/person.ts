import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import type { AccountWrite, NewUser, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { OpenedSession, Sessions } from '../auth/sessions.js';
import type { Claims } from './entitlement.js';
import type { Identity } from './identity-provider.js';
import type { Entitlement } from './settings.js';

/** The account of a person of the provider, and what is to be committed with it. */
export interface AdmittedPerson {
  readonly opened: OpenedSession;
  readonly writes: readonly AccountWrite[];
}

export interface PersonParts {
  readonly users: Pick<UserRepository, 'findBySubject'>;
  readonly sessions: Pick<Sessions, 'openSession'>;
  readonly clock: Clock;
}

const MAX_NAME_LENGTH = 100;

/** The first claim that is a name; control characters would reach the terminals of administrators. */
function nameFrom(claims: Claims, names: readonly string[], otherwise: string): string {
  const candidates = [...names.map((name) => claims[name]), otherwise].map((value) =>
    typeof value === 'string'
      ? value.normalize('NFKC').replace(/\p{C}/gu, '').trim().slice(0, MAX_NAME_LENGTH)
      : '',
  );
  return candidates.find((name) => name !== '') ?? 'unnamed';
}

/** Names are shown, and identify nobody: two people may have the same. */
function namesOf({ claims, subject }: Identity) {
  const userName = nameFrom(claims, ['preferred_username', 'email'], subject);
  return { userName, displayName: nameFrom(claims, ['name'], userName) };
}

/** Whether a person may do less than before. */
function isShrunk(before: UserRecord, { roles, worlds }: Entitlement): boolean {
  const kept: readonly string[] = [...roles, ...worlds];
  return [...before.roles, ...before.worlds].some((one) => !kept.includes(one));
}

const alreadyThere = (): AppError =>
  new AppError('conflict', 'This person is being added by another sign-in; please try again.');

/**
 * Finds or adds the account of a person, with the names, roles and worlds that the provider states
 * now, and opens a session. Sessions that were opened with more roles end.
 */
export function admitPerson(
  identity: Identity,
  entitlement: Entitlement,
  { users, sessions, clock }: PersonParts,
): AdmittedPerson {
  const { issuer, subject, session } = identity;
  const origin = session === undefined ? {} : { providerSession: session };
  const facts = { ...namesOf(identity), ...entitlement };
  const now = clock();
  const known = users.findBySubject(issuer, subject);
  if (known === undefined) {
    const added: NewUser = {
      userId: newId('user'),
      source: 'oidc',
      issuer,
      subject,
      ...facts,
      createdAt: now,
    };
    const opened = sessions.openSession(toRecord(added, now), origin);
    const insert: AccountWrite = { kind: 'user.insert', user: added, refusal: alreadyThere() };
    const change: AccountWrite = {
      kind: 'user.change',
      userId: added.userId,
      change: { lastSignInAt: now },
    };
    return { opened, writes: [insert, change, ...opened.writes] };
  }
  const { userId } = known;
  const change = { ...facts, lastSignInAt: now };
  const renewed: AccountWrite = { kind: 'user.change', userId, change };
  const ended: readonly AccountWrite[] = isShrunk(known, entitlement)
    ? [{ kind: 'session.end-all', userId }]
    : [];
  const generation = known.generation + ended.length;
  const opened = sessions.openSession({ ...known, ...change, generation }, origin);
  return { opened, writes: [renewed, ...ended, ...opened.writes] };
}

const toRecord = (user: NewUser, now: number): UserRecord => ({
  ...user,
  hasPassword: false,
  hasSecondFactor: false,
  generation: 0,
  lastSignInAt: now,
  disabledAt: null,
});

/** The writes for a person whom the provider no longer gives any role: nothing is left to use. */
export const withdrawRoles = ({ userId }: UserRecord): readonly AccountWrite[] => [
  { kind: 'user.change', userId, change: { roles: [], worlds: [] } },
  { kind: 'session.end-all', userId },
];
