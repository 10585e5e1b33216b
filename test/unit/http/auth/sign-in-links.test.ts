import { describe, expect, it } from 'vitest';
import {
  makeSignInLink,
  reasonAgainstLink,
  SIGN_IN_LINK_MS,
  signInLinkUrl,
} from '../../../../src/http/auth/sign-in-links.js';
import { tokenHash } from '../../../../src/http/auth/tokens.js';
import type { UserRecord } from '../../../../src/store/user.js';
import { NOON } from '../../../support/stopped-clock.js';

const DEMO: UserRecord = {
  userId: 'user_1',
  source: 'local',
  issuer: null,
  subject: null,
  userName: 'demo',
  displayName: 'Demo Clinician',
  roles: ['clinician'],
  worlds: ['test'],
  hasPassword: false,
  hasSecondFactor: false,
  generation: 3,
  createdAt: NOON,
  lastSignInAt: null,
  disabledAt: null,
};

describe('reasonAgainstLink', () => {
  it.each([[['clinician']], [['pharmacist', 'radiologist']], [['integrator']]])(
    'has none against %j of the test world',
    (roles) => expect(reasonAgainstLink({ ...DEMO, roles }, ['administrator'])).toBeUndefined(),
  );

  it.each<[Partial<UserRecord>, string]>([
    [{ worlds: ['live'] }, 'live data'],
    [{ worlds: ['test', 'live'] }, 'live data'],
    [{ worlds: [] }, 'live data'],
    [{ roles: ['administrator'] }, 'whole appliance'],
    [{ roles: ['clinician', 'auditor'] }, 'whole appliance'],
    [{ hasSecondFactor: true }, 'has a second factor'],
    [{ roles: ['pharmacist'] }, 'has to set up a second factor'],
    [{ disabledAt: NOON }, 'is disabled'],
    [{ source: 'oidc', issuer: 'https://login.example', subject: 'x' }, 'identity provider'],
  ])('has one against %j', (change, reason) => {
    const user = { ...DEMO, ...change };
    expect(reasonAgainstLink(user, ['pharmacist'])).toContain(reason);
    expect(() => makeSignInLink(user, NOON, ['pharmacist'])).toThrow(reason);
  });
});

describe('makeSignInLink', () => {
  it('makes a link of ten minutes whose token is stored as a hash, with the state of the account', () => {
    const { link, writes } = makeSignInLink(DEMO, NOON, []);
    expect(SIGN_IN_LINK_MS).toBe(600_000);
    expect(link).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: NOON + SIGN_IN_LINK_MS,
    });
    expect(writes).toEqual([
      {
        kind: 'sign-in-link.put',
        link: {
          tokenHash: tokenHash(link.token),
          userId: 'user_1',
          generation: 3,
          expiresAt: link.expiresAt,
        },
      },
    ]);
    expect(makeSignInLink(DEMO, NOON, []).link.token).not.toBe(link.token);
  });

  it('keeps the token behind the fragment of the address', () => {
    const { link } = makeSignInLink(DEMO, NOON, []);
    const url = new URL(signInLinkUrl('https://wardbox.example:8443', link));
    expect([url.pathname, url.search, url.hash]).toEqual([
      '/console/sign-in-link',
      '',
      `#${link.token}`,
    ]);
  });
});
