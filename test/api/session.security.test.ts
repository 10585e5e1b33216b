import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../src/audit/audit-log.js';
import { changeGrants, disableUser, enableUser } from '../../src/http/auth/accounts.js';
import { errorEnvelope } from '../../src/http/schema.js';
import { AccountWriter } from '../../src/store/account-writer.js';
import type { AccountWrite } from '../../src/store/user.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { filmQuestion, LATER } from '../support/jobs.js';
import {
  addPerson,
  type Browser,
  cookieOf,
  PASSWORD,
  postJson,
  signIn,
} from '../support/people.js';

let box: TestAppliance;
let ada: Browser;
let adaId: string;
beforeAll(async () => {
  box = await startTestAppliance();
  adaId = await addPerson(box.database, { userName: 'ada', roles: ['clinician'] });
  await addPerson(box.database, { userName: 'tess', roles: ['clinician'], worlds: ['test'] });
  await addPerson(box.database, { userName: 'ivo', roles: ['integrator'] });
  await addPerson(box.database, { userName: 'root', roles: ['administrator'] });
  ada = await signIn(box.appliance.app, 'ada');
});
afterAll(() => box.stop());

const SESSION = '/console/api/session';
const SCORES = '/v1/risk/scores';
const RISK = { score: 'bmi', inputs: { weight: 80, height: 200 } };

type Headers = Record<string, string>;

const app = () => box.appliance.app;
const codeOf = async (response: Response) => errorEnvelope.parse(await response.json()).error.code;
const get = (path: string, headers: Headers) => Promise.resolve(app().request(path, { headers }));
const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const write = (writes: readonly AccountWrite[]) => {
  const writer = new AccountWriter(box.database);
  for (const one of writes) writer.carryOut(one);
};
const postRisk = (headers: Headers) => postJson(app(), '/v1/risk', RISK, headers);
const refusal = async (response: Response) => [response.status, await codeOf(response)];

describe('a cookie', () => {
  it('that nobody was given is no session, whatever is in it', async () => {
    const token = ada.cookie.slice('__Host-wardbox='.length);
    for (const value of [
      '',
      'x',
      'A'.repeat(43),
      `${token}x`,
      `${token} `.repeat(2),
      '%00',
      `"${token}"`,
    ]) {
      const headers = { ...ada.headers(), Cookie: `__Host-wardbox=${value}` };
      expect(await refusal(await get(SCORES, headers)), value).toEqual([401, 'no_session']);
    }
    for (const cookie of [
      `wardbox=${token}`,
      `__host-wardbox=${token}`,
      `x=__Host-wardbox=${token}`,
    ]) {
      const headers = { ...ada.headers(), Cookie: cookie };
      expect(await refusal(await get(SCORES, headers)), cookie).toEqual([401, 'invalid_api_key']);
    }
  });

  it('is not looked at beside an Authorization header', async () => {
    const wrong = { ...ada.headers(), Authorization: 'Bearer sk_test_nothing' };
    expect(await refusal(await get(SCORES, wrong))).toEqual([401, 'invalid_api_key']);
    expect(await refusal(await get(SCORES, { ...ada.headers(), Authorization: '' }))).toEqual([
      401,
      'invalid_api_key',
    ]);
    const key = { ...ada.headers('live'), Authorization: `Bearer ${box.defaultKey}` };
    const response = await postRisk(key);
    const { risk_id } = (await response.json()) as { risk_id: string };
    const event = box.auditEvents().find(({ result_id }) => result_id === risk_id);
    expect(event?.actor).toMatchObject({ type: 'api_key', mode: 'test' });
  });

  it('is another one after the sign-in: what was planted before never becomes a session', async () => {
    const planted = `__Host-wardbox=${'P'.repeat(43)}`;
    const credentials = { user_name: 'ada', password: PASSWORD };
    const response = await postJson(app(), SESSION, credentials, { Cookie: planted });
    expect(response.status).toBe(200);
    expect(cookieOf(response)).not.toBe(planted);
    expect((await get(SESSION, { Cookie: planted })).status).toBe(401);
    const again = await postJson(app(), SESSION, credentials, { Cookie: cookieOf(response) });
    expect(again.status).toBe(200);
    expect((await get(SESSION, { Cookie: cookieOf(response) })).status).toBe(401);
  });

  it('is stored as a hash only', () => {
    const token = ada.cookie.slice('__Host-wardbox='.length);
    const rows = box.database
      .prepare<[], Record<string, unknown>>('SELECT * FROM user_sessions')
      .all();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const values = Object.values(row).map((value) =>
        Buffer.isBuffer(value) ? value.toString('latin1') : String(value),
      );
      expect(values.join()).not.toContain(token);
    }
  });
});

describe('a change', () => {
  it('needs the CSRF token of this very session', async () => {
    const other = await signIn(app(), 'tess');
    for (const headers of [
      without(ada.headers(), 'X-CSRF-Token'),
      { ...ada.headers(), 'X-CSRF-Token': '' },
      { ...ada.headers(), 'X-CSRF-Token': ada.csrfToken.slice(1) },
      { ...ada.headers(), 'X-CSRF-Token': other.csrfToken },
      { ...ada.headers(), 'X-CSRF-Token': ada.cookie.slice('__Host-wardbox='.length) },
    ]) {
      expect(await refusal(await postRisk(headers))).toEqual([403, 'cross_site_request']);
      const out = await app().request(SESSION, { method: 'DELETE', headers });
      expect(await refusal(out)).toEqual([403, 'cross_site_request']);
    }
    expect((await postRisk(ada.headers())).status).toBe(200);
  });

  it('must come from a page of this server, where the browser says where it comes from', async () => {
    const sent = { ...without(ada.headers(), 'Sec-Fetch-Site'), Host: 'box.example:8443' };
    for (const headers of [
      { ...sent, 'Sec-Fetch-Site': 'cross-site' },
      { ...sent, 'Sec-Fetch-Site': 'same-site' },
      { ...sent, 'Sec-Fetch-Site': 'none' },
      { ...sent, Origin: 'https://evil.example' },
      { ...sent, Origin: 'https://box.example' },
      { ...sent, Origin: 'https://box.example:8443.evil.example' },
      { ...sent, Origin: 'null' },
      { ...sent, Origin: '' },
      { ...sent, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example:8443' },
    ]) {
      expect(await refusal(await postRisk(headers)), JSON.stringify(headers)).toEqual([
        403,
        'cross_site_request',
      ]);
    }
    const own = { ...sent, 'Sec-Fetch-Site': 'same-origin', Origin: 'https://box.example:8443' };
    expect((await postRisk(own)).status).toBe(200);
    expect((await postRisk(sent)).status).toBe(200);
  });

  it('such as a sign-in is not made by another site either', async () => {
    const credentials = { user_name: 'ada', password: PASSWORD };
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { Origin: 'https://evil.example' },
    ]) {
      const response = await postJson(app(), SESSION, credentials, headers);
      expect(await refusal(response)).toEqual([403, 'cross_site_request']);
      expect(response.headers.get('set-cookie')).toBeNull();
    }
    const asForm = await app().request(SESSION, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: JSON.stringify(credentials),
    });
    expect(await refusal(asForm)).toEqual([400, 'unsupported_media_type']);
  });
});

describe('a world', () => {
  it('must be named', async () => {
    const response = await get(SCORES, without(ada.headers(), 'Wardbox-Mode'));
    expect(response.status).toBe(400);
    const { error } = errorEnvelope.parse(await response.json());
    expect(error).toMatchObject({ code: 'validation_error', details: { field: 'Wardbox-Mode' } });
    for (const mode of ['', 'Live', 'production', 'test,live']) {
      expect((await get(SCORES, { ...ada.headers(), 'Wardbox-Mode': mode })).status).toBe(400);
    }
  });

  it('must be one of the account', async () => {
    const tess = await signIn(app(), 'tess');
    expect((await get(SCORES, tess.headers('test'))).status).toBe(200);
    expect(await refusal(await get(SCORES, tess.headers('live')))).toEqual([
      403,
      'insufficient_scope',
    ]);
  });

  it('has its own data', async () => {
    const patient = { resourceType: 'Patient', active: true };
    const headers = { ...ada.headers('test'), 'Content-Type': 'application/fhir+json' };
    const made = await postJson(app(), '/v1/fhir/Patient', patient, headers);
    expect(made.status).toBe(201);
    const { id } = (await made.json()) as { id: string };
    expect((await get(`/v1/fhir/Patient/${id}`, ada.headers('test'))).status).toBe(200);
    expect((await get(`/v1/fhir/Patient/${id}`, ada.headers('live'))).status).toBe(404);
    const key = { Authorization: `Bearer ${box.key({ mode: 'live' })}` };
    expect((await get(`/v1/fhir/Patient/${id}`, key)).status).toBe(404);
  });
});

describe('a role', () => {
  it('allows what it allows, and nothing by asking', async () => {
    const root = await signIn(app(), 'root');
    expect((await get('/v1/fhir/Patient', root.headers())).status).toBe(403);
    expect(await refusal(await postRisk(root.headers()))).toEqual([403, 'insufficient_scope']);
    expect((await get('/v1/models', root.headers())).status).toBe(200);
  });

  it('of an integrator ends where patients begin', async () => {
    const ivo = await signIn(app(), 'ivo');
    expect((await postRisk(ivo.headers('test'))).status).toBe(200);
    expect(await refusal(await postRisk(ivo.headers('live')))).toEqual([403, 'insufficient_scope']);
    const session = await get(SESSION, { Cookie: ivo.cookie });
    expect(await session.json()).toMatchObject({ worlds: ['test'] });
  });

  it('that is taken away is gone at once', async () => {
    const userId = await addPerson(box.database, { userName: 'ron', roles: ['clinician'] });
    const ron = await signIn(app(), 'ron');
    write(changeGrants(userId, { roles: ['auditor'] }));
    expect(await refusal(await postRisk(ron.headers()))).toEqual([401, 'no_session']);
    const again = await signIn(app(), 'ron');
    expect(await refusal(await postRisk(again.headers()))).toEqual([403, 'insufficient_scope']);
  });
});

describe('a disabled person', () => {
  it('is out at once, with every session, and stays out', async () => {
    const userId = await addPerson(box.database, { userName: 'dis', roles: ['clinician'] });
    const [one, other] = [await signIn(app(), 'dis'), await signIn(app(), 'dis')];
    write(disableUser(userId, Date.now));
    for (const { headers } of [one, other]) {
      expect(await refusal(await postRisk(headers()))).toEqual([401, 'no_session']);
    }
    const credentials = { user_name: 'dis', password: PASSWORD };
    expect(await refusal(await postJson(app(), SESSION, credentials))).toEqual([
      401,
      'invalid_credentials',
    ]);
    write(enableUser(userId));
    expect(await refusal(await postRisk(one.headers()))).toEqual([401, 'no_session']);
    expect((await postJson(app(), SESSION, credentials)).status).toBe(200);
  });
});

describe('what belongs to a person', () => {
  it('is not found by another person or a key', async () => {
    const film = await filmQuestion();
    const prefer = { ...ada.headers(), ...LATER, 'Idempotency-Key': 'one' };
    const accepted = await postJson(app(), '/v1/imaging', film, prefer);
    expect(accepted.status).toBe(202);
    const { job_id } = (await accepted.json()) as { job_id: string };
    const tess = await signIn(app(), 'tess');
    expect((await get(`/v1/jobs/${job_id}`, ada.headers())).status).toBe(200);
    expect((await get(`/v1/jobs/${job_id}`, ada.headers('live'))).status).toBe(404);
    expect((await get(`/v1/jobs/${job_id}`, tess.headers())).status).toBe(404);
    expect((await box.get(`/v1/jobs/${job_id}`)).status).toBe(404);
    const own = { ...tess.headers(), ...LATER, 'Idempotency-Key': 'one' };
    const second = await postJson(app(), '/v1/imaging', film, own);
    expect(second.status).toBe(202);
    expect(second.headers.get('idempotency-replayed')).toBeNull();
    const again = await postJson(app(), '/v1/imaging', film, prefer);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('records', () => {
  const events = (action: string): AuditEvent[] =>
    box.auditEvents().filter((event) => event.action === action);

  it('name the account of a failed sign-in, not who it was', async () => {
    const before = events('session.create').length;
    await postJson(app(), SESSION, { user_name: 'ada', password: 'wrong wrong wrong' });
    await postJson(app(), SESSION, { user_name: 'nobody-at-all', password: 'wrong wrong wrong' });
    const [known, unknown] = events('session.create').slice(before);
    expect(known).toMatchObject({
      outcome: 'refused',
      status: 401,
      error_code: 'invalid_credentials',
      actor: { type: 'unknown' },
      target: adaId,
    });
    expect(unknown?.target).toBeUndefined();
    expect(unknown).toMatchObject({ outcome: 'refused', error_code: 'invalid_credentials' });
  });

  it('hold no password, token or name that was typed', () => {
    const text = JSON.stringify(box.auditEvents());
    for (const secret of [
      'wrong wrong',
      PASSWORD,
      'nobody-at-all',
      ada.cookie.slice(15),
      ada.csrfToken,
    ]) {
      expect(text).not.toContain(secret);
    }
    for (const event of events('session.create')) expect(event.request_sha256).toBeUndefined();
  });
});
