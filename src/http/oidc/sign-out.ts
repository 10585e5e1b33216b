import type { AuditEvent } from '../../audit/audit-log.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { AccountWrite } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { ProviderLogout } from './logout-token.js';
import type { RequestFacts } from './sign-in.js';

export interface ProviderSignOutParts {
  readonly users: UserRepository;
  readonly commit: Commit<AuditEvent>;
}

const ACTION = 'session.end-by-provider';

/** Whose sessions end, and with which writes. */
function endings(
  { issuer, subject, session }: ProviderLogout,
  users: UserRepository,
): ReadonlyMap<string, AccountWrite> {
  if (session !== undefined) {
    // The session of one browser; of another person's session the provider must not speak.
    const owners = users
      .ownersOfProvided(issuer, session)
      .filter((owner) => subject === undefined || owner.subject === subject);
    return new Map(
      owners.map(({ userId }) => [
        userId,
        { kind: 'session.end-provided', userId, providerSession: session },
      ]),
    );
  }
  const known = subject === undefined ? undefined : users.findBySubject(issuer, subject);
  if (known === undefined) return new Map();
  return new Map([[known.userId, { kind: 'session.end-all', userId: known.userId }]]);
}

/** Ends the sessions that the provider says have ended, and records it for each person. */
export async function signOutByProvider(
  logout: ProviderLogout,
  facts: RequestFacts,
  { users, commit }: ProviderSignOutParts,
): Promise<void> {
  const ended = endings(logout, users);
  const record = (target?: string): AuditEvent => ({
    action: ACTION,
    outcome: 'success',
    actor: { type: 'unknown', id: 'identity provider' },
    ...facts,
    status: 200,
    ...(target !== undefined && { target }),
  });
  const records = ended.size === 0 ? [record()] : [...ended.keys()].map(record);
  const writes = [...ended.values()];
  await commit({ wait: 'synced', work: { value: undefined, writes, records } });
}
