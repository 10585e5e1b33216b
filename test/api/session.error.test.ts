import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSilentLogger } from '../../src/core/logger.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { addPerson, PASSWORD, postJson, signIn } from '../support/people.js';

/** A busy machine takes longer for four sign-ins than the first pause lasts: by this clock it does not. */
const BEGAN = Date.now();
const slowClock = () => BEGAN + Math.floor((Date.now() - BEGAN) / 100);

let box: TestAppliance;
beforeAll(async () => {
  const sign_in = { free_failures: 3, free_failures_per_address: 1_000 };
  box = await startTestAppliance({ sign_in }, createSilentLogger(), slowClock);
  for (const userName of ['ada', 'bob', 'carol', 'dora', 'emil', 'fay']) {
    await addPerson(box.database, { userName, roles: ['clinician'] });
  }
});
afterAll(() => box.stop());

const SESSION = '/console/api/session';
const app = () => box.appliance.app;
const errorOf = async (response: Response) => errorEnvelope.parse(await response.json()).error;
const attempt = (user_name: string, password = 'not the password at all') =>
  postJson(app(), SESSION, { user_name, password });

describe('a sign-in', () => {
  it('is refused in the same words for every reason', async () => {
    const answers = await Promise.all([attempt('ada'), attempt('no-such-person'), attempt('ADA ')]);
    const errors = await Promise.all(answers.map(errorOf));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(errors.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
  });

  it('is paused after failures, for names that exist and names that do not', async () => {
    for (const name of ['bob', 'robert-without-account']) {
      for (let i = 0; i < 3; i += 1) expect((await attempt(name)).status).toBe(401);
      const paused = await attempt(name, PASSWORD);
      expect(paused.status).toBe(429);
      expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await errorOf(paused)).code).toBe('rate_limited');
    }
  });

  it('has no more tries at the same time than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => attempt('carol')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  });

  it('that succeeds is forgiven what came before', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let i = 0; i < 2; i += 1) expect((await attempt('dora')).status).toBe(401);
      expect((await attempt('dora', PASSWORD)).status).toBe(200);
    }
  });

  it('names the field that is wrong', async () => {
    for (const [body, field] of [
      [{ password: 'x' }, 'user_name'],
      [{ user_name: 'ada' }, 'password'],
      [{ user_name: 'ada', password: 7 }, 'password'],
      [{ user_name: 'ada', password: 'x', code: '' }, 'code'],
      [{ user_name: 'ada', password: 'x', admin: true }, 'admin'],
      [{ user_name: 'a'.repeat(2_000), password: 'x' }, 'user_name'],
    ] as const) {
      const response = await postJson(app(), SESSION, body);
      expect(response.status).toBe(400);
      expect((await errorOf(response)).details).toMatchObject({ field });
    }
    const huge = await postJson(app(), SESSION, { user_name: 'ada', password: 'x'.repeat(20_000) });
    expect(huge.status).toBe(413);
  });
});

describe('a session', () => {
  it('is needed', async () => {
    const answers = await Promise.all([
      app().request(SESSION),
      app().request(SESSION, { method: 'DELETE' }),
      app().request('/console/api/sessions', { method: 'DELETE' }),
      postJson(app(), '/console/api/password', { old: 'x', new: 'y' }),
    ]);
    for (const response of answers) {
      expect(response.status).toBe(401);
      expect((await errorOf(response)).code).toBe('no_session');
    }
  });

  it('ends when it is idle, and when it is old, however much it is used', async () => {
    const change = (sql: string) => box.database.prepare(sql).run();
    const { headers, cookie } = await signIn(app(), 'emil');
    const read = async () => (await app().request(SESSION, { headers: { Cookie: cookie } })).status;
    expect((await app().request('/v1/models', { headers: headers() })).status).toBe(200);
    change(`UPDATE user_sessions SET ends_at = ${slowClock() - 1}`);
    expect(await read()).toBe(401);
    const next = await signIn(app(), 'emil');
    change(`UPDATE user_sessions SET used_at = ${slowClock() - 31 * 60_000}`);
    const old = await app().request(SESSION, { headers: { Cookie: next.cookie } });
    expect(old.status).toBe(401);
  });

  it('is not prolonged by asking for it, but by requests', async () => {
    const { headers, cookie } = await signIn(app(), 'fay');
    const past = slowClock() - 20 * 60_000;
    box.database.prepare('UPDATE user_sessions SET used_at = ?').run(past);
    const idleEnd = async () => {
      const response = await app().request(SESSION, { headers: { Cookie: cookie } });
      return Date.parse(((await response.json()) as { idle_ends_at: string }).idle_ends_at);
    };
    expect(await idleEnd()).toBe(past + 30 * 60_000);
    expect(await idleEnd()).toBe(past + 30 * 60_000);
    await app().request('/v1/models', { headers: headers() });
    expect(await idleEnd()).toBeGreaterThan(slowClock() + 29 * 60_000);
  });
});

it('answers other methods with those that there are', async () => {
  const response = await app().request(SESSION, { method: 'PUT' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, POST, DELETE');
  expect((await app().request('/console/api/nothing')).status).toBe(404);
});
