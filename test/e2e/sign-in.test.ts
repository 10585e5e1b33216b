import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Daemon, startDaemon } from '../support/daemon.js';
import type { HttpResponse } from '../support/https-client.js';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

const PASSWORD = 'seven quiet lighthouses';
const SESSION = '/console/api/session';

const cookieOf = ({ headers }: HttpResponse): string =>
  String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

/** Adds a person at the command line, who chooses a password by the link. */
async function join(userName: string, roles: string): Promise<string> {
  const added = await daemon.cli('users', 'add', userName, '--roles', roles, '--json');
  const { user_id, links } = JSON.parse(added) as { user_id: string; links: string[] };
  const [link = ''] = links;
  expect(new URL(link).pathname).toBe('/console/invitation');
  const token = new URL(link).hash.slice(1);
  const json = { token, password: PASSWORD };
  const accepted = await daemon.request('/console/api/invitation', { method: 'POST', json });
  expect(accepted.status).toBe(200);
  return user_id;
}

const signIn = (user_name: string, password = PASSWORD) =>
  daemon.request(SESSION, { method: 'POST', json: { user_name, password } });

it('begins with an administrator who chooses a name by the link of init', async () => {
  const set = JSON.parse(await daemon.cli('init', '--no-key', '--json')) as {
    administrator: { user_id: string; links: string[] };
  };
  const [link = ''] = set.administrator.links;
  const json = {
    token: new URL(link).hash.slice(1),
    password: PASSWORD,
    user_name: 'chief',
    display_name: 'The chief',
  };
  const path = '/console/api/invitation';
  expect((await daemon.request(path, { method: 'POST', json })).status).toBe(200);
  expect((await daemon.request(path, { method: 'POST', json })).status).toBe(410);
  const signedIn = await signIn('chief');
  expect(signedIn.json<{ user: unknown }>().user).toMatchObject({
    user_id: set.administrator.user_id,
    roles: ['administrator'],
  });
  const again = await daemon.cli('init', '--no-key', '--json');
  expect(again).not.toContain('invitation');
});

describe('a person', () => {
  it('comes in by a link, works, and is out at once when disabled', async () => {
    const userId = await join('ada', 'clinician');
    const signedIn = await signIn('ada');
    expect(signedIn.status).toBe(200);
    const { csrf_token } = JSON.parse(signedIn.text) as { csrf_token: string };
    const headers = {
      Cookie: cookieOf(signedIn),
      'X-CSRF-Token': csrf_token,
      'Wardbox-Mode': 'live',
    };
    const risk = { score: 'bmi', inputs: { weight: 80, height: 200 } };
    const answered = await daemon.request('/v1/risk', { method: 'POST', json: risk, headers });
    expect(answered.status).toBe(200);

    await daemon.cli('users', 'disable', 'ada');
    const refused = await daemon.request('/v1/risk', { method: 'POST', json: risk, headers });
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('no_session');
    expect((await signIn('ada')).status).toBe(401);
    await daemon.cli('users', 'enable', 'ada');
    expect((await signIn('ada')).status).toBe(200);

    const records = JSON.parse(await daemon.cli('audit', 'tail', '--lines', '50', '--json')) as {
      action: string;
      actor: { id: string };
    }[];
    const own = records.filter(({ actor }) => actor.id === userId).map(({ action }) => action);
    expect(own).toEqual(
      expect.arrayContaining(['invitation.accept', 'session.create', 'risk.create']),
    );
    expect(JSON.parse(await daemon.cli('audit', 'verify', '--json'))).toMatchObject({
      intact: true,
    });
  });

  it('keeps waiting after failures when the daemon starts again', async () => {
    await join('bob', 'pharmacist');
    for (let i = 0; i < 9; i += 1) {
      const { status } = await signIn('bob', 'wrong wrong wrong');
      if (status === 429) break;
      expect(status).toBe(401);
    }
    expect((await signIn('bob')).status).toBe(429);
    await daemon.cli('users', 'reset', 'bob');
    expect((await signIn('bob')).status).toBe(200);
  });

  it('leaves no password, token or link in the log and the database', async () => {
    const added = await daemon.cli('users', 'add', 'eve', '--roles', 'auditor', '--json');
    const { links } = JSON.parse(added) as { links: string[] };
    const token = new URL(links[0] ?? '').hash.slice(1);
    const cookie = cookieOf(await signIn('ada'));
    const log = JSON.stringify(await daemon.allLogs());
    const stored = ['wardbox.sqlite', 'wardbox.sqlite-wal']
      .map((name) => readFileSync(`${daemon.dataDir}/${name}`, 'latin1'))
      .join();
    for (const secret of [PASSWORD, token, cookie.slice('__Host-wardbox='.length)]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(log).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });
});

describe('the console', () => {
  it('is where a browser is led, compressed', async () => {
    const root = await daemon.request('/', { headers: { Accept: 'text/html' } });
    expect(root.status).toBe(302);
    expect(root.headers.location).toBe('/console/');
    const page = await daemon.request('/console/');
    expect(page.status).toBe(200);
    const [, script = ''] = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.text) ?? [];
    const asset = await daemon.request(script, { headers: { 'Accept-Encoding': 'br' } });
    expect(asset.status).toBe(200);
    expect(asset.headers['content-encoding']).toBe('br');
    expect(asset.headers['cache-control']).toContain('immutable');
  });
});
