import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenHash } from '../../src/http/auth/tokens.js';
import { createUserRepository } from '../../src/store/user-repository.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { TestBrowser } from '../support/oidc/browser.js';
import {
  BACK_CHANNEL_URI,
  type Person,
  startTestProvider,
  type TestProvider,
} from '../support/oidc/provider.js';
import { secretFile } from '../support/oidc/sign-in.js';

/** As people know it, and as a proxy calls it. */
const BOX = 'http://localhost:8443';
const HOST = '10.0.0.7:8443';
const START = `${BOX}/console/oidc/start`;
const CALLBACK = `${BOX}/console/oidc/callback`;
const SESSION = '__Host-wardbox';

const ANNA: Person = {
  sub: 'anna',
  preferred_username: 'anna.berg',
  name: 'Anna Berg',
  email: 'anna@hospital.example',
  groups: ['radiology', 'cooks'],
};

let provider: TestProvider;
let box: TestAppliance;

beforeAll(async () => {
  provider = await startTestProvider({
    redirectUris: [CALLBACK],
    signedOutUris: [`${BOX}/console/`],
  });
  box = await startTestAppliance({
    sign_in: {
      oidc: {
        name: 'Hospital account',
        public_url: BOX,
        issuer: provider.issuer,
        client_id: provider.clientId,
        client_secret_file: secretFile(provider),
        groups: {
          radiology: { roles: ['radiologist'], worlds: ['test', 'live'] },
          students: { roles: ['radiologist'], worlds: ['test'] },
          pharmacy: { roles: ['pharmacist'], worlds: ['live'] },
          trainees: { roles: ['pharmacist'], worlds: ['test'] },
        },
      },
    },
  });
});
afterAll(async () => {
  await box.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.person = ANNA;
  provider.tamper = undefined;
  provider.behave = undefined;
});

const boxAnswers = async (url: string, init: RequestInit) => {
  const headers = new Headers(init.headers);
  headers.set('host', HOST);
  return box.appliance.app.request(url, { ...init, headers });
};
const newBrowser = () => new TestBrowser({ [BOX]: boxAnswers });

/** Signs in to the end. */
async function signIn(browser = newBrowser(), query = '') {
  const visit = await browser.visit(`${START}${query}`);
  return { browser, ...visit, token: browser.cookies(BOX).get(SESSION) };
}

/** Signs in at the provider, and stops where it sends the browser back. */
async function respond(browser = newBrowser()) {
  const { url } = await browser.visit(START, (to) => to.startsWith(CALLBACK));
  return { browser, url };
}

const sessionOf = (browser: TestBrowser) => browser.request(`${BOX}/console/api/session`);
const users = () => createUserRepository(box.database);
const lastEvent = () => box.auditEvents().at(-1);

/** A person of the test's own, so that no other test has met it. */
const person = (sub: string, changes: Record<string, unknown> = {}): Person => ({
  ...ANNA,
  sub,
  ...changes,
});

describe('the page that offers sign-in', () => {
  it('is told of the provider', async () => {
    const response = await newBrowser().request(`${BOX}/console/api/sign-in`);
    expect(await response.json()).toEqual({ local: true, oidc: { name: 'Hospital account' } });
  });
});

describe('a person who signs in', () => {
  it('has a session with the roles of the groups, and a record', async () => {
    const { browser, response, text, token } = await signIn();
    expect(response.status).toBe(200);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(text).toContain('<meta http-equiv="refresh" content="0; url=/console/">');
    const session = await (await sessionOf(browser)).json();
    expect(session).toMatchObject({
      user: {
        user_id: expect.stringMatching(/^user_/),
        user_name: 'anna.berg',
        display_name: 'Anna Berg',
        roles: ['radiologist'],
        source: 'oidc',
      },
      worlds: ['live', 'test'],
    });
    const { user_id } = (session as { user: { user_id: string } }).user;
    expect(lastEvent()).toMatchObject({
      action: 'session.create',
      outcome: 'success',
      actor: { type: 'user', id: user_id },
      target: user_id,
      request_id: response.headers.get('x-request-id'),
    });
  });

  it('has the same account again, whatever the name and the e-mail address are', async () => {
    provider.person = person('again');
    await signIn();
    provider.person = person('again', { name: 'Anna Tal', preferred_username: 'anna.tal' });
    await signIn();
    const accounts = users()
      .list()
      .filter(({ subject }) => subject === 'again');
    expect(accounts).toEqual([
      expect.objectContaining({ userName: 'anna.tal', displayName: 'Anna Tal' }),
    ]);
  });

  it('has one account when two first sign-ins meet', async () => {
    provider.person = person('twice');
    const browsers = [newBrowser(), newBrowser(), newBrowser()];
    const urls: string[] = [];
    for (const browser of browsers) urls.push((await respond(browser)).url);
    const responses = await Promise.all(
      browsers.map((browser, index) => browser.request(urls[index] ?? '')),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const sessions = await Promise.all(browsers.map((browser) => sessionOf(browser)));
    expect(sessions.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(
      users()
        .list()
        .filter(({ subject }) => subject === 'twice'),
    ).toHaveLength(1);
  });

  it('never has the account of another person with the same name and address', async () => {
    provider.person = person('one');
    const first = await signIn();
    provider.person = person('two');
    const second = await signIn();
    const ids = await Promise.all(
      [first, second].map(async ({ browser }) => {
        const { user } = (await (await sessionOf(browser)).json()) as { user: { user_id: string } };
        return user.user_id;
      }),
    );
    expect(new Set(ids).size).toBe(2);
  });

  it('never has a local account of the same name', async () => {
    const request = { userName: 'local.person', roles: ['administrator'], worlds: ['live'] };
    box.database
      .prepare(
        `INSERT INTO users (user_id, source, user_name, display_name, roles, worlds, created_at)
         VALUES ('user_local', 'local', ?, 'Local', ?, ?, 0)`,
      )
      .run(request.userName, JSON.stringify(request.roles), JSON.stringify(request.worlds));
    provider.person = person('stranger', { preferred_username: request.userName });
    const { browser } = await signIn();
    const session = (await (await sessionOf(browser)).json()) as { user: Record<string, unknown> };
    expect(session.user).toMatchObject({ roles: ['radiologist'], source: 'oidc' });
    expect(session.user.user_id).not.toBe('user_local');
  });

  it('has a name without what would move a cursor, and never none', async () => {
    provider.person = person('odd', { name: '\u001b[31mRed\u0000\u202e', preferred_username: 7 });
    await signIn();
    const account = users().findBySubject(provider.issuer, 'odd');
    expect(account).toMatchObject({ displayName: '[31mRed', userName: 'odd' });
  });

  it('comes back to the page that was asked for', async () => {
    const page = '/console/live/patients/p1?tab=labs';
    const { text } = await signIn(newBrowser(), `?return=${encodeURIComponent(page)}`);
    expect(text).toContain(`content="0; url=${page}"`);
  });

  it('leaves no token of the provider anywhere', async () => {
    const secrets: string[] = [];
    provider.tamper = (response) => {
      secrets.push(String(response.id_token), String(response.access_token));
    };
    await signIn();
    const rows = JSON.stringify(box.database.prepare('SELECT * FROM user_sessions').all());
    const kept = rows + JSON.stringify(users().list()) + JSON.stringify(box.auditEvents());
    expect(secrets).toHaveLength(2);
    for (const secret of secrets) expect(kept).not.toContain(secret.slice(0, 40));
  });
});

describe('cookies', () => {
  it('carry the sign-in only as long and as far as it needs', async () => {
    const response = await newBrowser().request(START);
    expect(response.status).toBe(303);
    const [cookie = '', ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(
      /^__Host-wardbox-oidc-[\w-]{1,8}=[\w-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  it('are exchanged for the session at the end', async () => {
    const { browser, url } = await respond();
    const response = await browser.request(url);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual([
      expect.stringMatching(/^__Host-wardbox-oidc-[\w-]{1,8}=; Max-Age=0; /),
      expect.stringMatching(
        /^__Host-wardbox=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect([...browser.cookies(BOX).keys()]).toEqual([SESSION]);
  });

  it('of many sign-ins that were begun do not pile up', async () => {
    const browser = newBrowser();
    for (let count = 0; count < 20; count += 1) await browser.request(START);
    expect(browser.cookies(BOX).size).toBeLessThanOrEqual(6);
  });

  it('let two tabs sign in at the same time', async () => {
    const browser = newBrowser();
    const starts = [await browser.request(START), await browser.request(START)];
    for (const start of starts) {
      const location = start.headers.get('location') ?? '';
      const { response } = await browser.visit(location);
      expect(response.status).toBe(200);
    }
  });

  it('planted before the sign-in never become a session', async () => {
    const browser = newBrowser();
    browser.cookies(BOX).set(SESSION, 'p'.repeat(43));
    const { token } = await signIn(browser);
    expect(token).not.toBe('p'.repeat(43));
  });
});

describe('pages', () => {
  it('have no script, load nothing and stand in no frame', async () => {
    const { response, text } = await signIn();
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toMatch(/<script|javascript:|onload=|src=/i);
  });

  it('show nothing that came from outside', async () => {
    provider.person = undefined;
    const { response, text } = await signIn();
    expect(response.status).toBe(403);
    expect(text).toContain('You were not signed in');
    expect(text).not.toContain('secret of somebody');
    const evil = '<img src=x onerror=alert(1)>';
    const query = new URLSearchParams({ error: evil, state: evil, error_description: evil });
    const page = await newBrowser().request(`${CALLBACK}?${query}`);
    expect(await page.text()).not.toContain('<img');
  });
});

describe('a fault of the appliance itself', () => {
  it('is a page as well, and shows nothing of its inside', async () => {
    const { browser, url } = await respond();
    const write = 'CREATE TRIGGER no_sessions BEFORE INSERT ON user_sessions BEGIN';
    box.database.exec(`${write} SELECT RAISE(ABORT, 'inside of the database'); END`);
    try {
      const response = await browser.request(url);
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const text = await response.text();
      expect(text).toContain('You were not signed in');
      expect(text).not.toContain('inside of the database');
      expect(browser.cookies(BOX).has(SESSION)).toBe(false);
    } finally {
      box.database.exec('DROP TRIGGER no_sessions');
    }
  });
});

describe('a way back that leads elsewhere', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    '/%5cevil.example',
    'https://evil.example/console/',
    '/console/../v1/fhir',
    '/console/%2e%2e/evil',
    '/console/\nSet-Cookie: a=b',
  ])('%j is refused before anything is begun', async (path) => {
    const response = await newBrowser().request(`${START}?return=${encodeURIComponent(path)}`);
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await response.text()).toContain('return');
  });

  it.each(['cross-site', 'same-site'])('is not begun by another site (%s)', async (site) => {
    const response = await newBrowser().request(START, { headers: { 'sec-fetch-site': site } });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/console/');
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('a response of the provider', () => {
  it('is taken once', async () => {
    const { browser, url } = await respond();
    const cookies = new Map(browser.cookies(BOX));
    expect((await browser.request(url)).status).toBe(200);
    for (const [name, value] of cookies) browser.cookies(BOX).set(name, value);
    const second = await browser.request(url);
    expect(second.status).toBe(400);
    expect(await second.text()).toContain('This sign-in was already used');
    expect(second.headers.getSetCookie().filter((one) => one.startsWith(`${SESSION}=`))).toEqual(
      [],
    );
  });

  it('is worthless in another browser', async () => {
    const { url } = await respond();
    const thief = await newBrowser().request(url);
    expect(thief.status).toBe(400);
    expect(await thief.text()).toContain('This sign-in is not known here');
  });

  it('for another sign-in of the same browser is not taken', async () => {
    const { browser, url } = await respond();
    const other = await respond(browser);
    const mixed = new URL(url);
    mixed.searchParams.set('code', new URL(other.url).searchParams.get('code') ?? '');
    const response = await browser.request(mixed.href);
    expect(response.status).toBe(400);
    expect(lastEvent()).toMatchObject({ outcome: 'refused', error_code: 'code_refused' });
  });

  it('of another provider is refused and recorded', async () => {
    const { browser, url } = await respond();
    const mixed = new URL(url);
    mixed.searchParams.set('iss', 'https://evil.example');
    expect((await browser.request(mixed.href)).status).toBe(400);
    expect(lastEvent()).toMatchObject({
      action: 'session.create',
      outcome: 'refused',
      status: 400,
      error_code: 'invalid_response',
      actor: { type: 'unknown', id: 'not signed in' },
    });
  });

  it.each([
    ['no groups', { groups: undefined }, 'groups_missing', 'which groups you belong to'],
    ['too many groups', { groups: undefined, hasgroups: true }, 'groups_missing', 'which groups'],
    ['no group that counts', { groups: ['cooks'] }, 'no_role', 'none of your groups'],
  ])('with %s makes no account', async (name, claims, reason, words) => {
    provider.person = person(name, claims);
    const { response, text, token } = await signIn();
    expect(response.status).toBe(403);
    expect(text).toContain(words);
    expect(token).toBeUndefined();
    expect(users().findBySubject(provider.issuer, name)).toBeUndefined();
    expect(lastEvent()).toMatchObject({ error_code: reason, target: `subject:${name}` });
  });
});

describe('roles', () => {
  it('are those of the last sign-in, and sessions with more of them end', async () => {
    provider.person = person('mover', { groups: ['radiology'] });
    const before = await signIn();
    provider.person = person('mover', { groups: ['students'] });
    const after = await signIn();
    expect((await sessionOf(before.browser)).status).toBe(401);
    expect(await (await sessionOf(after.browser)).json()).toMatchObject({
      user: { roles: ['radiologist'] },
      worlds: ['test'],
    });
  });

  it('that are added end no session', async () => {
    provider.person = person('riser', { groups: ['students'] });
    const before = await signIn();
    provider.person = person('riser', { groups: ['students', 'trainees'] });
    await signIn();
    expect(await (await sessionOf(before.browser)).json()).toMatchObject({
      user: { roles: ['pharmacist', 'radiologist'] },
      worlds: ['test'],
    });
  });

  it('of test data alone do not come along into live data', async () => {
    provider.person = person('both', { groups: ['students', 'pharmacy'] });
    const { browser } = await signIn();
    expect(await (await sessionOf(browser)).json()).toMatchObject({
      user: { roles: ['pharmacist'] },
      worlds: ['live'],
    });
  });

  it('that are all gone leave nothing: no session, no role', async () => {
    provider.person = person('leaver');
    const before = await signIn();
    provider.person = person('leaver', { groups: [] });
    const after = await signIn();
    expect(after.response.status).toBe(403);
    expect((await sessionOf(before.browser)).status).toBe(401);
    expect(users().findBySubject(provider.issuer, 'leaver')).toMatchObject({
      roles: [],
      worlds: [],
    });
  });

  it('do not help a person whose account is disabled here', async () => {
    provider.person = person('disabled');
    await signIn();
    box.database.prepare("UPDATE users SET disabled_at = 1 WHERE subject = 'disabled'").run();
    const { response, text, token } = await signIn();
    expect(response.status).toBe(403);
    expect(text).toContain('Your account is disabled');
    expect(token).toBeUndefined();
    const account = users().findBySubject(provider.issuer, 'disabled');
    expect(lastEvent()).toMatchObject({ error_code: 'account_disabled', target: account?.userId });
  });
});

describe('a provider that does not answer', () => {
  it('is told with when to try again, and programs work on', async () => {
    const { browser, url } = await respond();
    await provider.stop();
    try {
      const response = await browser.request(url);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('15');
      expect(await response.text()).toContain('does not answer');
      expect(lastEvent()).toMatchObject({ outcome: 'failed', error_code: 'provider_unavailable' });
      expect((await box.get('/v1/models')).status).toBe(200);
    } finally {
      await provider.start();
    }
    expect((await signIn()).response.status).toBe(200);
  });
});

describe('a provider that was never there', () => {
  it('keeps nobody from anything but signing in with it', async () => {
    const alone = await startTestAppliance({
      sign_in: {
        oidc: {
          issuer: 'http://127.0.0.1:9',
          client_id: 'wardbox',
          client_secret_file: secretFile(provider),
          groups: { radiology: { roles: ['radiologist'], worlds: ['test'] } },
        },
      },
    });
    try {
      expect((await alone.get('/v1/models')).status).toBe(200);
      // Whom another provider signed in before is not signed in.
      const token = 't'.repeat(43);
      alone.database.exec(`
        INSERT INTO users (user_id, source, issuer, subject, user_name, display_name, roles, worlds,
          created_at) VALUES
          ('user_1', 'oidc', 'http://127.0.0.1:9/', 's1', 'a', 'A', '["auditor"]', '["test"]', 0),
          ('user_2', 'oidc', '${provider.issuer}', 's2', 'b', 'B', '["auditor"]', '["test"]', 0)`);
      const open = (userId: string) => {
        alone.database
          .prepare(
            `INSERT OR REPLACE INTO user_sessions
               (token_hash, user_id, generation, created_at, used_at, ends_at)
             VALUES (?, ?, 0, ?, ?, ?)`,
          )
          .run(tokenHash(token), userId, Date.now(), Date.now(), Date.now() + 3_600_000);
        const headers = { cookie: `${SESSION}=${token}` };
        return alone.appliance.app.request('/console/api/session', { headers });
      };
      expect((await open('user_1')).status).toBe(200);
      expect((await open('user_2')).status).toBe(401);
      const start = () => alone.appliance.app.request('/console/oidc/start');
      const response = await start();
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('15');
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(await response.text()).toContain('does not answer');
    } finally {
      await alone.stop();
    }
  });
});

describe('signing out', () => {
  const csrf = async (browser: TestBrowser) =>
    ((await (await sessionOf(browser)).json()) as { csrf_token: string }).csrf_token;
  const signOut = (browser: TestBrowser, headers: Record<string, string>) =>
    browser.request(`${BOX}/console/oidc/sign-out`, { method: 'POST', headers });

  it('ends the session here and leads to the end of the one at the provider', async () => {
    const { browser } = await signIn();
    const response = await signOut(browser, { 'X-CSRF-Token': await csrf(browser) });
    expect(response.status).toBe(200);
    const { location } = (await response.json()) as { location: string };
    expect((await sessionOf(browser)).status).toBe(401);
    expect(lastEvent()).toMatchObject({ action: 'session.end', outcome: 'success' });

    // The provider asks the person, and comes back to the console.
    const page = await browser.visit(location);
    expect(page.url).toContain(provider.issuer);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const confirmed = await browser.request(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(confirmed.headers.get('location')).toBe(`${BOX}/console/`);
  });

  it('everywhere ends all sessions', async () => {
    provider.person = person('roamer');
    const [here, there] = [await signIn(), await signIn()];
    const headers = { 'X-CSRF-Token': await csrf(here.browser) };
    const response = await here.browser.request(`${BOX}/console/oidc/sign-out?everywhere=true`, {
      method: 'POST',
      headers,
    });
    expect(response.status).toBe(200);
    expect((await sessionOf(there.browser)).status).toBe(401);
    expect(lastEvent()).toMatchObject({ action: 'session.end-all' });
  });

  it('needs the session and its token', async () => {
    const { browser } = await signIn();
    expect((await signOut(browser, {})).status).toBe(403);
    expect((await signOut(newBrowser(), {})).status).toBe(401);
    expect((await sessionOf(browser)).status).toBe(200);
  });

  it('works while the provider does not answer', async () => {
    const { browser } = await signIn();
    const token = await csrf(browser);
    await provider.stop();
    try {
      expect((await signOut(browser, { 'X-CSRF-Token': token })).status).toBe(200);
    } finally {
      await provider.start();
    }
    expect((await sessionOf(browser)).status).toBe(401);
  });
});

describe('a session that ends at the provider', () => {
  const announce = (token: string, type = 'application/x-www-form-urlencoded') =>
    boxAnswers(`${BOX}/console/oidc/back-channel-sign-out`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: String(new URLSearchParams({ logout_token: token })),
    });
  const logoutToken = (claims: Record<string, unknown>) =>
    provider.sign(
      {
        iss: provider.issuer,
        aud: provider.clientId,
        iat: Math.floor(Date.now() / 1_000),
        exp: Math.floor(Date.now() / 1_000) + 120,
        jti: String(Math.random()),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      },
      { typ: 'logout+jwt' },
    );

  it('ends here, as the provider itself announces it', async () => {
    provider.person = person('announced');
    const one = await signIn();
    const other = await signIn();
    const announced: string[] = [];
    provider.outgoing = async (url, init) => {
      announced.push(url);
      const path = new URL(url).pathname;
      return boxAnswers(`${BOX}${path}`, init);
    };
    const page = await one.browser.visit(`${provider.issuer}/session/end`);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    await one.browser.request(`${provider.issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    await expect.poll(() => lastEvent()?.action).toBe('session.end-by-provider');
    expect(announced).toEqual([BACK_CHANNEL_URI]);
    expect((await sessionOf(one.browser)).status).toBe(401);
    expect((await sessionOf(other.browser)).status).toBe(200);
    expect(lastEvent()).toMatchObject({
      outcome: 'success',
      target: users().findBySubject(provider.issuer, 'announced')?.userId,
    });
  });

  it('of a person means all sessions', async () => {
    provider.person = person('everywhere');
    const one = await signIn();
    const other = await signIn();
    expect((await announce(await logoutToken({ sub: 'everywhere' }))).status).toBe(200);
    expect((await sessionOf(one.browser)).status).toBe(401);
    expect((await sessionOf(other.browser)).status).toBe(401);
  });

  it('of another person is not that of this one', async () => {
    provider.person = person('victim');
    const { browser } = await signIn();
    const [{ providerSession } = { providerSession: '' }] = users().sessionsOf(
      users().findBySubject(provider.issuer, 'victim')?.userId ?? '',
    );
    const token = await logoutToken({ sub: 'somebody else', sid: providerSession });
    expect((await announce(token)).status).toBe(200);
    expect((await sessionOf(browser)).status).toBe(200);
  });

  it('is believed once, and only from the provider', async () => {
    const token = await logoutToken({ sub: 'nobody' });
    expect((await announce(token)).status).toBe(200);
    const again = await announce(token);
    expect(again.status).toBe(400);
    expect(await again.json()).toEqual({
      error: 'invalid_request',
      error_description: 'The logout token is not valid.',
    });
    expect((await announce('')).status).toBe(400);
    expect((await announce(token, 'text/plain')).status).toBe(400);
    expect((await announce('x'.repeat(70_000))).status).toBe(413);
  });
});
