import type { FhirAccess } from '../../calls/fhir-access.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { KeyRecord } from '../../store/key-repository.js';

/** Who makes a request: a program with its key, or a person with a session. */
export interface Principal {
  readonly type: 'api_key' | 'user';
  readonly id: string;
  readonly name: string;
  /** Whose data the request is about: those of the key, or of the world the person has chosen. */
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Of a token: what it may do with FHIR resources; absent where the scopes alone decide. */
  readonly access?: FhirAccess;
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
