import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '../../src/http/console/schema.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { addPerson, cookieOf, PASSWORD, postJson, signIn } from '../support/people.js';

let box: TestAppliance;
let userId: string;
beforeAll(async () => {
  box = await startTestAppliance();
  const person = { userName: 'Ada', displayName: 'Dr Ada Example', roles: ['clinician'] };
  userId = await addPerson(box.database, person);
});
afterAll(() => box.stop());

const SESSION = '/console/api/session';
const RISK = { score: 'bmi', inputs: { weight: 80, height: 200 } };

const request = (path: string, init: RequestInit = {}) =>
  Promise.resolve(box.appliance.app.request(path, init));

describe('a session', () => {
  it('begins with the right password, in a cookie that no script can read', async () => {
    const credentials = { user_name: 'ada', password: PASSWORD };
    const response = await postJson(box.appliance.app, SESSION, credentials);
    expect(response.status).toBe(200);
    const cookie = response.headers.get('set-cookie');
    expect(cookie).toMatch(
      /^__Host-wardbox=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    const session = sessionSchema.parse(await response.json());
    expect(session.user).toEqual({
      user_id: userId,
      user_name: 'Ada',
      display_name: 'Dr Ada Example',
      roles: ['clinician'],
      source: 'local',
      second_factor: false,
    });
    expect(session.worlds).toEqual(['test', 'live']);
    expect(session.min_password_length).toBe(12);
    expect(session.scopes).toContain('fhir.read');
    const read = await request(SESSION, { headers: { Cookie: cookieOf(response) } });
    expect(sessionSchema.parse(await read.json())).toEqual(session);
  });

  it('makes requests as the person, in the world of the header', async () => {
    const { headers } = await signIn(box.appliance.app, 'ada');
    const response = await postJson(box.appliance.app, '/v1/risk', RISK, headers('live'));
    expect(response.status).toBe(200);
    const { risk_id } = (await response.json()) as { risk_id: string };
    const event = box.auditEvents().find(({ result_id }) => result_id === risk_id);
    expect(event?.actor).toEqual({ type: 'user', id: userId, mode: 'live' });
  });

  it('ends with the sign-out, at once', async () => {
    const { headers, cookie } = await signIn(box.appliance.app, 'ada');
    const out = await request(SESSION, { method: 'DELETE', headers: headers() });
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-wardbox=; Max-Age=0;/);
    expect((await request(SESSION, { headers: { Cookie: cookie } })).status).toBe(401);
    expect((await request('/v1/risk/scores', { headers: headers() })).status).toBe(401);
  });

  it('ends everywhere', async () => {
    const [one, other] = [
      await signIn(box.appliance.app, 'ada'),
      await signIn(box.appliance.app, 'ada'),
    ];
    const out = await request('/console/api/sessions', {
      method: 'DELETE',
      headers: one.headers(),
    });
    expect(out.status).toBe(204);
    for (const { cookie } of [one, other]) {
      expect((await request(SESSION, { headers: { Cookie: cookie } })).status).toBe(401);
    }
  });

  it('is recorded with its person', () => {
    const own = box.auditEvents().filter(({ action }) => action.startsWith('session.'));
    expect(own.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.create', 'session.end', 'session.end-all']),
    );
    for (const { actor, outcome } of own) {
      expect(outcome).toBe('success');
      expect(actor).toEqual({ type: 'user', id: userId });
    }
  });
});

it('says how to sign in', async () => {
  const response = await request('/console/api/sign-in');
  expect(await response.json()).toEqual({ local: true, oidc: null });
});
