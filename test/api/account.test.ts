import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser, invite, resetUser } from '../../src/http/auth/accounts.js';
import { recoveryCodes, secondFactorSecret } from '../../src/http/console/schema.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { AccountWriter } from '../../src/store/account-writer.js';
import type { AccountWrite } from '../../src/store/user.js';
import { createUserRepository } from '../../src/store/user-repository.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import {
  addPerson,
  type Browser,
  cookieOf,
  PASSWORD,
  postJson,
  signIn,
} from '../support/people.js';

let box: TestAppliance;
beforeAll(async () => {
  box = await startTestAppliance({
    sign_in: { second_factor_for: ['administrator'], free_failures_per_address: 1_000 },
  });
});
afterAll(() => box.stop());

const API = '/console/api';
const NEXT = 'nine patient gardeners';
const HOUR_MS = 3_600_000;

const app = () => box.appliance.app;
const post = (path: string, body: unknown, browser?: Browser) =>
  postJson(app(), `${API}${path}`, body, browser?.headers());
const refusal = async (response: Response) => [
  response.status,
  errorEnvelope.parse(await response.json()).error.code,
];
const write = (writes: readonly AccountWrite[]) => {
  const writer = new AccountWriter(box.database);
  for (const one of writes) writer.carryOut(one);
};
const sessionStatus = async (cookie: string) =>
  (await app().request(`${API}/session`, { headers: { Cookie: cookie } })).status;
const codeAt = (secret: string, timestamp: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

describe('a password', () => {
  it('is changed with the old one; every other session ends, and this one has a new token', async () => {
    await addPerson(box.database, { userName: 'ada', roles: ['clinician'] });
    const [here, there] = [await signIn(app(), 'ada'), await signIn(app(), 'ada')];
    expect(
      await refusal(await post('/password', { old: 'not it at all', new: NEXT }, here)),
    ).toEqual([401, 'invalid_credentials']);
    expect(await refusal(await post('/password', { old: PASSWORD, new: 'short' }, here))).toEqual([
      400,
      'validation_error',
    ]);
    const changed = await post('/password', { old: PASSWORD, new: NEXT }, here);
    expect(changed.status).toBe(204);
    expect(await sessionStatus(cookieOf(changed))).toBe(200);
    for (const { cookie } of [here, there]) expect(await sessionStatus(cookie)).toBe(401);
    const old = { user_name: 'ada', password: PASSWORD };
    expect((await post('/session', old)).status).toBe(401);
    expect((await post('/session', { ...old, password: NEXT })).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('is asked for once it is set up; a code works once, a recovery code too', async () => {
    await addPerson(box.database, { userName: 'tom', roles: ['clinician'] });
    const first = await signIn(app(), 'tom');
    const { secret, uri } = secondFactorSecret.parse(
      await (await post('/second-factor', undefined, first)).json(),
    );
    expect(uri).toContain(secret);
    const wrong = await post('/second-factor/confirm', { code: '000000' }, first);
    expect(wrong.status).toBe(400);
    const now = Date.now();
    const set = await post('/second-factor/confirm', { code: codeAt(secret, now) }, first);
    expect(set.status).toBe(200);
    const { recovery_codes: codes } = recoveryCodes.parse(await set.json());
    expect(codes).toHaveLength(10);
    expect(await sessionStatus(first.cookie)).toBe(401);
    expect(await sessionStatus(cookieOf(set))).toBe(200);

    const credentials = { user_name: 'tom', password: PASSWORD };
    const needed = [401, 'second_factor_required'];
    expect(await refusal(await post('/session', credentials))).toEqual(needed);
    const used = { ...credentials, code: codeAt(secret, now) };
    expect(await refusal(await post('/session', used))).toEqual(needed);
    const fresh = { ...credentials, code: codeAt(secret, Date.now() + 30_000) };
    const both = await Promise.all([post('/session', fresh), post('/session', fresh)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);

    const recovery = { ...credentials, code: codes[3]?.toUpperCase() };
    const recovered = await Promise.all([post('/session', recovery), post('/session', recovery)]);
    expect(recovered.map(({ status }) => status).sort()).toEqual([200, 401]);
    const invented = { ...credentials, code: 'aaaa-bbbb-cccc-dddd' };
    expect(await refusal(await post('/session', invented))).toEqual(needed);
    const withoutPassword = { ...credentials, password: 'wrong wrong wrong', code: codes[4] };
    expect(await refusal(await post('/session', withoutPassword))).toEqual([
      401,
      'invalid_credentials',
    ]);

    const last = await signIn(app(), 'tom', { code: codes[5] ?? '' });
    const removed = await app().request(`${API}/second-factor`, {
      method: 'DELETE',
      headers: { ...last.headers(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD, code: codes[6] }),
    });
    expect(removed.status).toBe(204);
    expect((await post('/session', credentials)).status).toBe(200);
  });

  it('comes before everything else where the role needs one', async () => {
    await addPerson(box.database, { userName: 'root', roles: ['administrator'] });
    const root = await signIn(app(), 'root');
    const read = await app().request(`${API}/session`, { headers: { Cookie: root.cookie } });
    expect(await read.json()).toMatchObject({ second_factor_missing: true, scopes: [] });
    const closed = await app().request('/v1/models', { headers: root.headers() });
    expect(await refusal(closed)).toEqual([403, 'insufficient_scope']);
    const begun = secondFactorSecret.parse(
      await (await post('/second-factor', undefined, root)).json(),
    );
    const code = codeAt(begun.secret, Date.now());
    const set = await post('/second-factor/confirm', { code }, root);
    const headers = { Cookie: cookieOf(set), 'Wardbox-Mode': 'test' };
    expect((await app().request('/v1/models', { headers })).status).toBe(200);
  });
});

describe('a one-time link', () => {
  const people = () => createUserRepository(box.database);

  function invited(userName: string, { choosesName = false, ttl = HOUR_MS } = {}): string {
    const wanted = { userName, roles: ['clinician'], worlds: ['test'] as const };
    const { user, writes } = addUser(wanted, Date.now());
    const link = invite(user.userId, { choosesName, expiresAt: Date.now() + ttl });
    write([...writes, ...link.writes]);
    return link.invitation.token;
  }

  it('lets a person choose a password, once', async () => {
    const token = invited('nora');
    const told = await post('/invitation/check', { token });
    expect(await told.json()).toMatchObject({
      user_name: 'nora',
      chooses_name: false,
      min_password_length: 12,
    });
    const easy = await post('/invitation', { token, password: 'nora nora nora' });
    expect(await refusal(easy)).toEqual([400, 'validation_error']);
    const both = await Promise.all(
      [NEXT, PASSWORD].map((password) => post('/invitation', { token, password })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await refusal(await post('/invitation', { token, password: NEXT }))).toEqual([
      410,
      'gone',
    ]);
    expect(await refusal(await post('/invitation/check', { token }))).toEqual([410, 'gone']);
  });

  it('lets only the first person choose the name, and nobody the name of another', async () => {
    await addPerson(box.database, { userName: 'taken', roles: ['clinician'] });
    const named = { password: NEXT, user_name: 'Chief', display_name: 'The chief' };
    const bound = invited('bound');
    expect((await post('/invitation', { ...named, token: bound })).status).toBe(200);
    expect(people().findLocal('chief')).toBeUndefined();
    const free = invited('placeholder', { choosesName: true });
    const clash = { ...named, user_name: 'TAKEN', token: free };
    expect(await refusal(await post('/invitation', clash))).toEqual([409, 'conflict']);
    expect((await post('/invitation', { ...named, token: free })).status).toBe(200);
    expect(people().findLocal('chief')?.displayName).toBe('The chief');
  });

  it('expires, is replaced by the next one, and does not open a disabled account', async () => {
    expect(
      await refusal(await post('/invitation/check', { token: invited('late', { ttl: -1 }) })),
    ).toEqual([410, 'gone']);
    const first = invited('twice');
    const user = people().findLocal('twice');
    if (user === undefined) throw new Error('there is no such person');
    const again = resetUser(user, Date.now() + HOUR_MS, { withSecondFactor: false });
    write(again.writes);
    expect((await post('/invitation/check', { token: first })).status).toBe(410);
    const { token } = again.invitation;
    expect((await post('/invitation/check', { token })).status).toBe(200);
    write([{ kind: 'user.change', userId: user.userId, change: { disabledAt: Date.now() } }]);
    expect((await post('/invitation', { token, password: NEXT })).status).toBe(410);
  });

  it('for a reset ends the sessions of the person', async () => {
    await addPerson(box.database, { userName: 'rita', roles: ['clinician'] });
    const rita = await signIn(app(), 'rita');
    const user = people().findLocal('rita');
    if (user === undefined) throw new Error('there is no such person');
    write(resetUser(user, Date.now() + HOUR_MS, { withSecondFactor: true }).writes);
    expect(await sessionStatus(rita.cookie)).toBe(401);
  });
});

it('shows no secret in the audit log', () => {
  const text = JSON.stringify(box.auditEvents());
  for (const secret of [PASSWORD, NEXT, 'wrong wrong']) expect(text).not.toContain(secret);
  const acted = new Set(box.auditEvents().map(({ action }) => action));
  for (const action of [
    'password.change',
    'second-factor.set',
    'second-factor.remove',
    'invitation.accept',
  ]) {
    expect(acted).toContain(action);
  }
});
