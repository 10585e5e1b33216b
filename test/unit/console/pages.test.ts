import { describe, expect, it } from 'vitest';
import { pagesFor } from '../../../src/console/pages/pages.js';
import type { Role, Session } from '../../../src/console/state/session.js';
import { scopesOf } from '../../../src/http/auth/roles.js';

const pathsOf = (role: Role, world: 'test' | 'live'): string[] =>
  pagesFor({ scopes: scopesOf([role], world) } as unknown as Session).map(({ path }) => path);

describe('the pages that are offered', () => {
  it.each<[Role, string[]]>([
    ['clinician', ['image', 'dictate', 'patients', 'analyze', 'risk', 'medications']],
    ['pharmacist', ['patients', 'analyze', 'risk', 'medications']],
    ['radiologist', ['image', 'dictate', 'patients', 'risk']],
    ['integrator', ['image', 'dictate', 'patients', 'analyze', 'risk', 'medications']],
    ['administrator', ['administration']],
    ['auditor', ['audit']],
  ])('to a person with the role of %s are those of the role', (role, paths) => {
    expect(pathsOf(role, 'test')).toEqual(paths);
    expect(pathsOf(role, 'live')).toEqual(role === 'integrator' ? [] : paths);
  });
});
