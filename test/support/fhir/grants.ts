import type { FhirGrant, FhirPermission } from '../../../src/calls/fhir-access.js';

const PERMISSIONS: Readonly<Record<string, FhirPermission>> = {
  c: 'create',
  r: 'read',
  u: 'update',
  d: 'delete',
  s: 'search',
};

/**
 * The grant of a scope: `patient/Observation.rs?category=laboratory`.
 *
 * @param patient whom a scope of `patient/` concerns
 */
export function grantOf(scope: string, patient = 'anna'): FhirGrant {
  const [, level, type = '', letters = '', criteria] =
    /^(patient|user)\/(\*|\w+)\.([cruds]+)(?:\?(.*))?$/.exec(scope) ?? [];
  if (level === undefined) throw new Error(`No scope: ${scope}`);
  return {
    type,
    may: new Set([...letters].flatMap((letter) => PERMISSIONS[letter] ?? [])),
    criteria: [...new URLSearchParams(criteria ?? '')],
    ...(level === 'patient' && { patient }),
  };
}

/** The grants of scopes with blanks between them. */
export const grantsOf = (scopes: string, patient?: string): readonly FhirGrant[] =>
  scopes.split(' ').map((scope) => grantOf(scope, patient));
