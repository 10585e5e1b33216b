import type { Actor, AuditEvent } from '../../audit/audit-log.js';
import { AppError } from '../../core/errors.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { AccountWrite } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { OpenedSession } from '../auth/sessions.js';
import { checkStrength, entitlementOf } from './entitlement.js';
import type { Identity, IdentityProvider } from './identity-provider.js';
import { admitPerson, type PersonParts, withdrawRoles } from './person.js';
import { EXPLANATIONS, Refusal, type RefusalReason } from './refusal.js';
import type { Entitlement, OidcSettings } from './settings.js';
import type { Transaction } from './transactions.js';

/** Of the request, for the audit record. */
export interface RequestFacts {
  readonly request_id: string;
  readonly remote_address?: string;
}

export interface ProviderSignInParts extends PersonParts {
  readonly users: UserRepository;
  readonly provider: IdentityProvider;
  readonly settings: OidcSettings;
  readonly commit: Commit<AuditEvent>;
}

const ACTION = 'session.create';
const STRANGER: Actor = { type: 'unknown', id: 'not signed in' };

function refusedRecord(
  { reason }: Refusal,
  facts: RequestFacts,
  identity: Identity | undefined,
  userId: string | undefined,
): AuditEvent {
  const { status } = EXPLANATIONS[reason];
  // Who was refused matters, and an account to name there is none of.
  const target = userId ?? (identity && `subject:${identity.subject}`);
  return {
    action: ACTION,
    outcome: status >= 500 ? 'failed' : 'refused',
    actor: STRANGER,
    ...facts,
    status,
    error_code: reason,
    ...(target !== undefined && { target }),
  };
}

/** Providers leave the claim out for a person without groups: either way nothing is granted. */
const WITHOUT_ROLES: readonly RefusalReason[] = ['no_role', 'groups_missing'];

/** Refuses, and records why; a person who lost all roles loses them here as well. */
async function refuse(
  refusal: Refusal,
  identity: Identity | undefined,
  facts: RequestFacts,
  { users, commit }: ProviderSignInParts,
): Promise<never> {
  const known = identity && users.findBySubject(identity.issuer, identity.subject);
  const withdrawn: readonly AccountWrite[] =
    known !== undefined && WITHOUT_ROLES.includes(refusal.reason) ? withdrawRoles(known) : [];
  const records = [refusedRecord(refusal, facts, identity, known?.userId)];
  await commit({ wait: 'synced', work: { value: undefined, writes: withdrawn, records } });
  throw refusal;
}

async function admitOnce(
  identity: Identity,
  entitlement: Entitlement,
  facts: RequestFacts,
  parts: ProviderSignInParts,
): Promise<OpenedSession> {
  const { users, commit } = parts;
  const known = users.findBySubject(identity.issuer, identity.subject);
  if (known !== undefined && known.disabledAt !== null) throw new Refusal('account_disabled');
  const { opened, writes } = admitPerson(identity, entitlement, parts);
  const { userId } = opened.user;
  const record: AuditEvent = {
    action: ACTION,
    outcome: 'success',
    actor: { type: 'user', id: userId },
    ...facts,
    status: 200,
    target: userId,
  };
  await commit({ wait: 'synced', work: { value: undefined, writes, records: [record] } });
  return opened;
}

async function admit(
  identity: Identity,
  facts: RequestFacts,
  parts: ProviderSignInParts,
): Promise<OpenedSession> {
  checkStrength(identity.claims, parts.settings);
  const entitlement = entitlementOf(identity.claims, parts.settings);
  const attempt = () => admitOnce(identity, entitlement, facts, parts);
  return attempt().catch((error: unknown) => {
    // Two first sign-ins at the same time: the other one has added the person.
    if (error instanceof AppError && error.code === 'conflict') return attempt();
    throw error;
  });
}

/**
 * Signs a person in by the response of the provider. Every outcome has its audit record; a session
 * exists only when that is committed.
 *
 * @throws Refusal
 */
export async function signInByProvider(
  response: URLSearchParams,
  transaction: Transaction,
  facts: RequestFacts,
  parts: ProviderSignInParts,
): Promise<OpenedSession> {
  let identity: Identity | undefined;
  try {
    identity = await parts.provider.identify(response, transaction);
    return await admit(identity, facts, parts);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refuse(error, identity, facts, parts);
  }
}
