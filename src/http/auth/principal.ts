import { type Actor, actorWith } from '../../audit/audit-log.js';
import type { FhirAccess } from '../../calls/fhir-access.js';
import { sha256Hex } from '../../core/digest.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { KeyRecord } from '../../store/key-repository.js';

/** Who makes a request: a program with its key or with a token, or a person with a session. */
export interface Principal {
  readonly type: 'api_key' | 'user' | 'client';
  readonly id: string;
  readonly name: string;
  /** Whose data the request is about: those of the key, or of the world the person has chosen. */
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Of a token: what it may do with FHIR resources; absent where the scopes alone decide. */
  readonly access?: FhirAccess;
  /** Of a token: who issued it, where that is not the appliance itself. */
  readonly issuer?: string;
  /** Of a token: the issuer's name for the person for whom the program acts. */
  readonly user?: string;
  /** Its own limit, if it has one. */
  readonly ratePerMinute: number | null;
}

export const principalOfKey = (record: KeyRecord): Principal => ({
  type: 'api_key',
  id: record.keyId,
  name: record.name,
  mode: record.mode,
  scopes: record.scopes,
  ratePerMinute: record.ratePerMinute,
});

/** The caller, as audit records name it. */
export function actorOf({ type, id, mode, issuer, user }: Principal): Actor {
  if (type !== 'client') return actorWith(id, mode);
  return {
    type,
    id,
    mode,
    ...(issuer !== undefined && { issuer }),
    ...(user !== undefined && { user }),
  };
}

/** A name that no other caller has; two issuers may give the same one to two programs. */
export const callerName = ({ type, id, issuer }: Principal): string =>
  type === 'client' ? JSON.stringify([issuer ?? null, id]) : id;

const partsOf = ({ type, may, criteria, patient }: FhirAccess[number]) => [
  type,
  [...may].sort(),
  criteria,
  patient ?? null,
];

/**
 * A name that only callers share who would get the same answers. Tokens of one program are for different
 * people and patients.
 */
export function answerSpace(principal: Principal): string {
  const { type, mode, id, user, access = [] } = principal;
  if (type !== 'client') return `${mode}/${id}`;
  const audience = JSON.stringify([callerName(principal), user ?? null, access.map(partsOf)]);
  return `${mode}/client_${sha256Hex(audience)}`;
}
