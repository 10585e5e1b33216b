import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkStrength,
  entitlementOf,
  mentionGroups,
} from '../../../../src/http/oidc/entitlement.js';
import type { Entitlement } from '../../../../src/http/oidc/settings.js';

const groups: Readonly<Record<string, Entitlement>> = {
  radiology: { roles: ['radiologist'], worlds: ['live', 'test'] },
  pharmacy: { roles: ['pharmacist', 'auditor'], worlds: ['live'] },
  it: { roles: ['integrator'], worlds: ['test'] },
};
const settings = { groups_claim: 'groups', groups };
const refused = (reason: string, detail?: string) => expect.objectContaining({ reason, detail });

describe('entitlementOf', () => {
  it('joins the roles of groups in the worlds that all of them give', () => {
    expect(entitlementOf({ groups: ['radiology', 'pharmacy', 'cooks'] }, settings)).toEqual({
      roles: ['auditor', 'pharmacist', 'radiologist'],
      worlds: ['live'],
    });
  });

  it('takes nothing of a group for test data into live data', () => {
    expect(entitlementOf({ groups: ['it', 'pharmacy'] }, settings)).toEqual({
      roles: ['auditor', 'pharmacist'],
      worlds: ['live'],
    });
  });

  it('never gives a role in a world in which no group gives it', () => {
    const names = fc.subarray(Object.keys(groups), { minLength: 1 });
    fc.assert(
      fc.property(names, (held) => {
        const { roles, worlds } = entitlementOf({ groups: held }, settings);
        expect(worlds.length).toBeGreaterThan(0);
        for (const role of roles) {
          for (const world of worlds) {
            const givers = held.filter((name) => groups[name]?.roles.includes(role));
            expect(givers.some((name) => groups[name]?.worlds.includes(world))).toBe(true);
          }
        }
      }),
    );
  });

  it.each([
    ['a single group as a text', { groups: 'it' }, 'groups'],
    ['a claim within a claim', { realm_access: { roles: ['it'] } }, ['realm_access', 'roles']],
    ['a claim with a URL as its name', { 'https://x.example/g': ['it'] }, 'https://x.example/g'],
  ])('reads %s', (_, claims, path) => {
    expect(entitlementOf(claims, { groups_claim: path, groups })).toEqual({
      roles: ['integrator'],
      worlds: ['test'],
    });
  });

  it.each([
    ['no claim', {}, 'no claim'],
    ['null', { groups: null }, 'not a list of texts'],
    ['numbers', { groups: [1] }, 'not a list of texts'],
    ['an object', { groups: { radiology: true } }, 'not a list of texts'],
    ['more than any directory has', { groups: Array(10_001).fill('it') }, 'not a list of texts'],
    ['a mark that there are too many', { hasgroups: true }, 'too many for a token'],
    ['a place where they are', { _claim_names: { groups: 'src1' } }, 'too many for a token'],
  ])('refuses %s', (_, claims, detail) => {
    expect(() => entitlementOf(claims, settings)).toThrow(refused('groups_missing', detail));
  });

  it.each([
    ['no group', []],
    ['groups without a role', ['cooks']],
    ['names of every object', ['constructor', '__proto__', 'toString']],
    ['a name in other letters', ['Radiology', 'radiology ']],
  ])('gives nothing for %s', (_, names) => {
    expect(() => entitlementOf({ groups: names }, settings)).toThrow(refused('no_role'));
  });
});

describe('mentionGroups', () => {
  it('is true where the token says anything about them', () => {
    expect(mentionGroups({ groups: [] }, 'groups')).toBe(true);
    expect(mentionGroups({ hasgroups: true }, 'groups')).toBe(true);
    expect(mentionGroups({ _claim_names: { groups: 'src1' } }, 'groups')).toBe(true);
    expect(mentionGroups({ _claim_names: { other: 'src1' } }, 'groups')).toBe(false);
    expect(mentionGroups({}, 'groups')).toBe(false);
  });
});

describe('checkStrength', () => {
  const none = { required_acr: [], required_amr: [] };

  it.each([
    ['nothing', {}, none],
    ['one of the classes', { acr: 'b' }, { ...none, required_acr: ['a', 'b'] }],
    ['all methods', { amr: ['pwd', 'otp', 'mfa'] }, { ...none, required_amr: ['otp', 'mfa'] }],
  ])('is content with %s where that is required', (_, claims, required) => {
    expect(() => checkStrength(claims, required)).not.toThrow();
  });

  it.each([
    ['no class', {}, { ...none, required_acr: ['a'] }, 'acr'],
    ['another class', { acr: 'c' }, { ...none, required_acr: ['a'] }, 'acr'],
    ['no methods', {}, { ...none, required_amr: ['mfa'] }, 'amr'],
    ['some methods', { amr: ['pwd'] }, { ...none, required_amr: ['pwd', 'mfa'] }, 'amr'],
    ['a text that contains it', { amr: 'mfa' }, { ...none, required_amr: ['mfa'] }, 'amr'],
  ])('refuses %s', (_, claims, required, detail) => {
    expect(() => checkStrength(claims, required)).toThrow(refused('weak_authentication', detail));
  });
});
