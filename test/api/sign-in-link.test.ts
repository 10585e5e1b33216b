import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeGrants, disableUser, enableUser, resetUser } from '../../src/http/auth/accounts.js';
import { makeSignInLink } from '../../src/http/auth/sign-in-links.js';
import { tokenHash } from '../../src/http/auth/tokens.js';
import { signInLinkSchema } from '../../src/http/console/schema.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { AccountWriter } from '../../src/store/account-writer.js';
import type { AccountWrite, UserRecord } from '../../src/store/user.js';
import { createUserRepository } from '../../src/store/user-repository.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { addPerson, cookieOf, PASSWORD, postJson, signIn } from '../support/people.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance();
});
afterAll(() => box.stop());

const LINK = '/console/api/sign-in-link';
const CHECK = `${LINK}/check`;
const SESSION = '/console/api/session';

const app = () => box.appliance.app;
const users = () => createUserRepository(box.database);
const write = (writes: readonly AccountWrite[]) => {
  const writer = new AccountWriter(box.database);
  for (const one of writes) writer.carryOut(one);
};
const find = (userId: string): UserRecord => {
  const user = users().find(userId);
  if (user === undefined) throw new Error('there is no such person');
  return user;
};
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  postJson(app(), path, body, headers);
const refusal = async (response: Response) => [
  response.status,
  errorEnvelope.parse(await response.json()).error.code,
];
const GONE = [410, 'gone'];
const sessionStatus = async (cookie: string) =>
  (await app().request(SESSION, { headers: { Cookie: cookie } })).status;

async function linked(userName: string, roles = ['clinician'], ago = 0) {
  const userId = await addPerson(box.database, { userName, roles, worlds: ['test'] });
  const { link, writes } = makeSignInLink(find(userId), Date.now() - ago, []);
  write(writes);
  return { userId, token: link.token };
}

describe('a link that signs a person in', () => {
  it('shows whom it is for, and opens a session of the test world, once', async () => {
    const { userId, token } = await linked('demo', ['clinician', 'integrator']);
    const shown = await post(CHECK, { token });
    expect(signInLinkSchema.parse(await shown.json())).toMatchObject({
      user_name: 'demo',
      roles: ['clinician', 'integrator'],
    });
    const opened = await post(LINK, { token });
    expect(opened.status).toBe(200);
    expect(await opened.json()).toMatchObject({
      user: { user_id: userId },
      worlds: ['test'],
      scopes: expect.arrayContaining(['imaging', 'fhir.write']),
    });
    expect(opened.headers.get('set-cookie')).toMatch(
      /^__Host-wardbox=[\w-]{43}; .*HttpOnly; .*SameSite=Strict/,
    );
    expect(await sessionStatus(cookieOf(opened))).toBe(200);
    const live = await app().request('/v1/risk/scores', {
      headers: { Cookie: cookieOf(opened), 'Wardbox-Mode': 'live' },
    });
    expect(await refusal(live)).toEqual([403, 'insufficient_scope']);
    expect(await refusal(await post(LINK, { token }))).toEqual(GONE);
    expect(await refusal(await post(CHECK, { token }))).toEqual(GONE);
    const record = box.auditEvents().find(({ action }) => action === 'session.create-by-link');
    expect(record).toMatchObject({
      outcome: 'success',
      actor: { type: 'user', id: userId },
      target: userId,
    });
    expect(find(userId).lastSignInAt).toBeGreaterThan(Date.now() - 60_000);
  });

  it('opens one session when it is used several times at once', async () => {
    const { userId, token } = await linked('many');
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(LINK, { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(410)]);
    expect(users().sessionsOf(userId)).toHaveLength(1);
  });

  it('is left as it is by whatever only looks at it', async () => {
    const { token } = await linked('looked-at');
    for (const path of [LINK, CHECK]) {
      const looked = await app().request(`${path}?token=${token}`);
      expect(await refusal(looked)).toEqual([405, 'method_not_allowed']);
      expect(looked.headers.get('allow')).toBe('POST');
    }
    expect((await post(CHECK, { token })).status).toBe(200);
    expect((await post(CHECK, { token })).status).toBe(200);
    expect((await post(LINK, { token })).status).toBe(200);
  });

  it('ends after ten minutes, and with the next one', async () => {
    const late = await linked('late', ['clinician'], 600_001);
    expect(await refusal(await post(LINK, { token: late.token }))).toEqual(GONE);
    const first = await linked('replaced');
    const next = makeSignInLink(find(first.userId), Date.now(), []);
    write(next.writes);
    expect(await refusal(await post(LINK, { token: first.token }))).toEqual(GONE);
    expect((await post(LINK, { token: next.link.token })).status).toBe(200);
  });

  it('is stored as a hash alone, and in no record', async () => {
    const { token } = await linked('hashed');
    const stored = box.database.prepare('SELECT * FROM user_sign_in_links').all();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(users().findSignInLink(tokenHash(token))?.tokenHash).toHaveLength(32);
    await post(LINK, { token });
    expect(JSON.stringify(box.auditEvents())).not.toContain(token);
  });

  it.each<[string, (user: UserRecord) => readonly AccountWrite[]]>([
    ['is disabled', ({ userId }) => disableUser(userId, Date.now)],
    [
      'was disabled and enabled again',
      ({ userId }) => [...disableUser(userId, Date.now), ...enableUser(userId)],
    ],
    ['got live data', ({ userId }) => changeGrants(userId, { worlds: ['test', 'live'] })],
    ['got live data instead', ({ userId }) => changeGrants(userId, { worlds: ['live'] })],
    ['became an administrator', ({ userId }) => changeGrants(userId, { roles: ['administrator'] })],
    [
      'became an auditor as well',
      ({ userId }) => changeGrants(userId, { roles: ['clinician', 'auditor'] }),
    ],
    // Not in force even where the generation of the account stays.
    [
      'got live data in the database alone',
      ({ userId }) => [{ kind: 'user.change', userId, change: { worlds: ['test', 'live'] } }],
    ],
    [
      'got a second factor',
      ({ userId }) => [{ kind: 'user.change', userId, change: { totpSecret: 'JBSWY3DPEHPK3PXP' } }],
    ],
    ['was reset', (user) => resetUser(user, Date.now(), { withSecondFactor: false }).writes],
    ['was signed out everywhere', ({ userId }) => [{ kind: 'session.end-all', userId }]],
  ])('opens no account that %s since', async (how, change) => {
    const { userId, token } = await linked(how.replaceAll(' ', '-'));
    write(change(find(userId)));
    expect(await refusal(await post(CHECK, { token }))).toEqual(GONE);
    expect(await refusal(await post(LINK, { token }))).toEqual(GONE);
    expect(users().sessionsOf(userId)).toEqual([]);
    const refused = box.auditEvents().filter(({ target }) => target === userId);
    expect(refused).toContainEqual(
      expect.objectContaining({ action: 'session.create-by-link', error_code: 'gone' }),
    );
  });

  it('is refused to another site, and tokens that were never given to anybody', async () => {
    const { token } = await linked('foreign');
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example', Host: 'wardbox.example' },
      { Origin: 'null', Host: 'wardbox.example' },
    ]) {
      expect(await refusal(await post(LINK, { token }, headers))).toEqual([
        403,
        'cross_site_request',
      ]);
    }
    for (const wrong of ['x', 'A'.repeat(43), `${token}A`, token.slice(1), token.toLowerCase()]) {
      expect(await refusal(await post(LINK, { token: wrong }))).toEqual(GONE);
    }
    for (const body of [
      {},
      { token: '' },
      { token: 7 },
      { token: 'A'.repeat(2_000) },
      { token, x: 1 },
    ]) {
      expect(await refusal(await post(LINK, body))).toEqual([400, 'validation_error']);
    }
    expect((await post(LINK, { token })).status).toBe(200);
  });

  it('is no link for a password, and the other way round', async () => {
    const { token } = await linked('other-kind');
    const body = { token, password: 'nine patient gardeners' };
    expect(await refusal(await post('/console/api/invitation', body))).toEqual(GONE);
    expect((await post(LINK, { token })).status).toBe(200);
  });

  it('never takes over a session: the browser gets a new token, and its old session ends', async () => {
    const planted = `__Host-wardbox=${'P'.repeat(43)}`;
    const first = await linked('planted');
    const opened = await post(LINK, { token: first.token }, { Cookie: planted });
    expect(cookieOf(opened)).not.toBe(planted);
    expect(await sessionStatus(planted)).toBe(401);
    await addPerson(box.database, { userName: 'doctor', roles: ['clinician'] });
    const doctor = await signIn(app(), 'doctor');
    const second = await linked('next');
    const next = await post(LINK, { token: second.token }, { Cookie: doctor.cookie });
    expect(next.status).toBe(200);
    expect(cookieOf(next)).not.toBe(doctor.cookie);
    expect(await sessionStatus(doctor.cookie)).toBe(401);
  });

  it('gives no password: the session cannot choose one, and the own one stays', async () => {
    const { token } = await linked('own');
    const opened = await post(LINK, { token });
    const { csrf_token } = (await opened.json()) as { csrf_token: string };
    const headers = { Cookie: cookieOf(opened), 'X-CSRF-Token': csrf_token };
    const change = { old: token, new: 'nine patient gardeners' };
    expect(await refusal(await post('/console/api/password', change, headers))).toEqual([
      401,
      'invalid_credentials',
    ]);
    expect((await signIn(app(), 'own', { password: PASSWORD })).cookie).not.toBe('');
  });
});

it('signs nobody in where people have no accounts of the box', async () => {
  const other = await startTestAppliance({ sign_in: { local: false } });
  try {
    const worlds = ['test'] as const;
    const person = { userName: 'demo', roles: ['clinician'], worlds };
    const userId = await addPerson(other.database, person);
    const user = createUserRepository(other.database).find(userId) as UserRecord;
    const { link, writes } = makeSignInLink(user, Date.now(), []);
    const writer = new AccountWriter(other.database);
    for (const one of writes) writer.carryOut(one);
    const response = await postJson(other.appliance.app, LINK, { token: link.token });
    expect(await refusal(response)).toEqual(GONE);
  } finally {
    await other.stop();
  }
});
