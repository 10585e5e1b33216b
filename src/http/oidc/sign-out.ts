import type { AuditEvent } from '../../audit/audit-log.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { AccountWrite } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import { logoutTokenUsed, type ProviderLogout } from './logout-token.js';
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

/**
 * Ends the sessions that the provider says have ended, and records it for each person. The token is
 * used up in the same commit: if that fails, the provider can send it again.
 *
 * @throws Refusal `invalid_token` for a token that was used before, by this process or an earlier one
 */
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
  const used: AccountWrite = {
    kind: 'token.use',
    token: logout.token,
    refusal: logoutTokenUsed(),
  };
  const writes = [used, ...ended.values()];
  await commit({ wait: 'synced', work: { value: undefined, writes, records } });
}
