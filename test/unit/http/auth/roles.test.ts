import { describe, expect, it } from 'vitest';
import { KEY_SCOPES, PERSON_SCOPES } from '../../../../src/calls/scopes.js';
import { ROLES } from '../../../../src/core/roles.js';
import { isRole, scopesOf } from '../../../../src/http/auth/roles.js';

describe('scopesOf', () => {
  it('is what the roles allow, in either world', () => {
    const live = Object.fromEntries(ROLES.map((role) => [role, scopesOf([role], 'live')]));
    expect(live).toEqual({
      clinician: KEY_SCOPES,
      pharmacist: ['medications', 'cds', 'risk', 'analyze', 'fhir.read', 'jobs', 'models.read'],
      radiologist: [
        ...['imaging', 'pacs.read', 'pacs.write', 'transcribe', 'risk'],
        ...['fhir.read', 'fhir.write', 'jobs', 'models.read'],
      ],
      integrator: [],
      administrator: ['administration', 'jobs', 'models.read'],
      auditor: ['audit.read'],
    });
    for (const role of ROLES) {
      if (role !== 'integrator') expect(scopesOf([role], 'test')).toEqual(live[role]);
    }
    expect(scopesOf(['integrator'], 'test')).toEqual(KEY_SCOPES);
  });

  it('keeps patients from those who run and audit the appliance', () => {
    const clinical = [
      'analyze',
      'imaging',
      'transcribe',
      'risk',
      'medications',
      'cds',
      'fhir.read',
    ];
    const held = scopesOf(['administrator', 'auditor'], 'live');
    const isClinical = (scope: string) =>
      clinical.includes(scope) || scope === 'fhir.write' || scope.startsWith('pacs.');
    expect(held.filter(isClinical)).toEqual([]);
  });

  it('gives administration and the audit log to nobody else', () => {
    const others = ROLES.filter((role) => role !== 'administrator' && role !== 'auditor');
    const held = scopesOf(others, 'test');
    expect(held.filter((scope) => (PERSON_SCOPES as readonly string[]).includes(scope))).toEqual(
      [],
    );
  });

  it('joins roles, and takes nothing from one that is not known', () => {
    const held = scopesOf(['pharmacist', 'radiologist', 'root', 'constructor'], 'live');
    expect(new Set(held).size).toBe(held.length);
    expect(held).toContain('imaging');
    expect(held).toContain('medications');
    expect(scopesOf(['root'], 'live')).toEqual([]);
    expect(['Clinician', '', 'toString', '__proto__'].some(isRole)).toBe(false);
  });
});
