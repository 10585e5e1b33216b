import { KEY_SCOPES, type Scope } from '../../calls/scopes.js';
import type { KeyMode } from '../../core/key-mode.js';
import { ROLES, type Role } from '../../core/roles.js';

/** What a person with a role may do, in which world: the only place that decides it. */
interface RoleGrant {
  readonly scopes: readonly Scope[];
  readonly worlds: readonly KeyMode[];
}

const BOTH: readonly KeyMode[] = ['test', 'live'];

const GRANTS: Readonly<Record<Role, RoleGrant>> = {
  clinician: {
    scopes: KEY_SCOPES,
    worlds: BOTH,
  },
  pharmacist: {
    scopes: ['medications', 'cds', 'risk', 'analyze', 'fhir.read', 'jobs', 'models.read'],
    worlds: BOTH,
  },
  radiologist: {
    scopes: [
      ...(['imaging', 'pacs.read', 'pacs.write', 'transcribe', 'risk'] as const),
      ...(['fhir.read', 'fhir.write', 'jobs', 'models.read'] as const),
    ],
    worlds: BOTH,
  },
  /** Builds and tries programs: never with the data of patients. */
  integrator: { scopes: KEY_SCOPES, worlds: ['test'] },
  /** Runs the appliance: no data of patients. */
  administrator: { scopes: ['administration', 'jobs', 'models.read'], worlds: BOTH },
  auditor: { scopes: ['audit.read'], worlds: BOTH },
};

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/** The scopes of all roles together in a world; a role that is no longer known gives none. */
export function scopesOf(roles: readonly string[], world: KeyMode): readonly Scope[] {
  const granted = roles.filter(isRole).flatMap((role): readonly Scope[] => {
    const { scopes, worlds } = GRANTS[role];
    return worlds.includes(world) ? scopes : [];
  });
  return [...new Set(granted)];
}
