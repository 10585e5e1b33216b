import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/calls/operation.js';
import { type Visitor, visitor } from '../support/administration.js';
import { startTestAppliance, type TestAppliance } from '../support/appliance.js';
import { errorOf } from '../support/http-app.js';

let box: TestAppliance;
let admin: Visitor;
let tester: Visitor;
let auditor: Visitor;
let clinician: Visitor;
beforeAll(async () => {
  box = await startTestAppliance();
  admin = await visitor(box, { userName: 'ada', roles: ['administrator'] });
  tester = await visitor(box, { userName: 'tess', roles: ['administrator'], worlds: ['test'] });
  auditor = await visitor(box, { userName: 'otto', roles: ['auditor'] });
  clinician = await visitor(box, { userName: 'clara', roles: ['clinician'] });
});
afterAll(() => box.stop());

interface Described {
  readonly paths: Record<string, Record<string, { description?: string }>>;
}

/** Every operation of administration and audit, as the document describes them. */
async function restricted(): Promise<Array<[Operation['method'], string, string]>> {
  const { paths } = (await (await box.get('/openapi.json')).json()) as Described;
  return Object.entries(paths).flatMap(([path, methods]) =>
    path.startsWith('/admin/') || path.startsWith('/audit/')
      ? Object.entries(methods).map(([method, { description = '' }]) => {
          const [, scope = ''] = /Scope: `([\w.]+)`/.exec(description) ?? [];
          const filled = `/v1${path.replace(/\{\w+\}/g, 'x')}`;
          return [method.toUpperCase() as Operation['method'], filled, scope] as const;
        })
      : [],
  ) as Array<[Operation['method'], string, string]>;
}

describe('administration and audit', () => {
  it('are for people with the role alone: no key, no clinician, not each for the other', async () => {
    const all = await restricted();
    expect(all.length).toBeGreaterThan(25);
    for (const [method, path, scope] of all) {
      const what = `${method} ${path}`;
      expect(scope, what).toBe(path.startsWith('/v1/admin/') ? 'administration' : 'audit.read');
      const other = scope === 'administration' ? auditor : admin;
      const body = method === 'POST' ? { body: {} } : {};
      for (const who of [clinician, other]) {
        const refused = await who.request(method, path, body);
        expect(refused.status, what).toBe(403);
        expect((await errorOf(refused)).code, what).toBe('insufficient_scope');
      }
      const headers = { Authorization: `Bearer ${box.defaultKey}` };
      const withKey = await box.appliance.app.request(path, { method, headers });
      expect(withKey.status, what).toBe(403);
      expect((await box.appliance.app.request(path, { method })).status, what).toBe(401);
    }
  });

  it('are refused from another site, and without the token of the session', async () => {
    const options = { body: { name: 'x', scopes: ['risk'] } };
    for (const headers of [{ 'X-CSRF-Token': 'x' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const refused = await admin.request('POST', '/v1/admin/keys', { ...options, headers });
      expect(refused.status).toBe(403);
    }
  });
});

describe('an administrator', () => {
  it('gets 404 for what does not exist, and 400 for what is wrong, by its field', async () => {
    const gone = [
      ['POST', '/v1/admin/keys/key_none/rotation', {}],
      ['DELETE', '/v1/admin/keys/key_none', undefined],
      ['POST', '/v1/admin/users/user_none', { disabled: true }],
      ['POST', '/v1/admin/users/user_none/reset', {}],
      ['DELETE', '/v1/admin/users/user_none/sessions', undefined],
      ['DELETE', '/v1/admin/jobs/job_none', undefined],
      ['POST', '/v1/admin/models/none-such/rollback', {}],
    ] as const;
    for (const [method, path, body] of gone) {
      const answer = await admin.request(method, path, body === undefined ? {} : { body });
      expect(answer.status, path).toBe(404);
    }
    const wrong = [
      ['/v1/admin/keys', { name: 'x', scopes: ['administration'] }, 'scopes.0'],
      [
        '/v1/admin/keys',
        { name: 'x', scopes: ['risk'], expires_at: '2020-01-01T00:00:00Z' },
        'expires',
      ],
      ['/v1/admin/users', { user_name: 'a b', roles: ['auditor'], worlds: ['test'] }, 'user_name'],
      ['/v1/admin/users', { user_name: 'ab', roles: ['king'], worlds: ['test'] }, 'roles.0'],
      ['/v1/admin/users/x', {}, 'body'],
    ] as const;
    for (const [path, body, field] of wrong) {
      const answer = await admin.request('POST', path, { body });
      expect(answer.status, path).toBe(400);
      expect((await errorOf(answer)).details.field).toBe(field);
    }
    const query = await admin.request('GET', '/v1/admin/usage?since=yesterday');
    expect((await errorOf(query)).details.field).toBe('since');
  });

  it('cannot raise or lock out themselves', async () => {
    const own = `/v1/admin/users/${admin.userId}`;
    for (const body of [
      { roles: ['administrator', 'clinician'] },
      { worlds: ['live'] },
      { disabled: true },
    ]) {
      expect((await admin.request('POST', own, { body })).status).toBe(409);
    }
    expect((await admin.request('POST', own, { body: { display_name: 'Ada A' } })).status).toBe(
      200,
    );
  });

  it('grants no world that they lack, and has no power over people who have it', async () => {
    const body = { user_name: 'eve', roles: ['clinician'], worlds: ['test', 'live'] };
    expect((await tester.request('POST', '/v1/admin/users', { body })).status).toBe(403);
    const other = `/v1/admin/users/${clinician.userId}`;
    expect((await tester.request('POST', `${other}/reset`, { body: {} })).status).toBe(403);
    expect((await tester.request('POST', other, { body: { disabled: true } })).status).toBe(403);
    expect((await tester.request('DELETE', `${other}/sessions`)).status).toBe(403);
    expect((await tester.request('GET', '/v1/admin/keys', { mode: 'live' })).status).toBe(403);
  });

  it('sees and changes the keys of one world alone', async () => {
    const { key_id } = await admin.json<{ key_id: string }>('POST', '/v1/admin/keys', {
      mode: 'live',
      body: { name: 'live one', scopes: ['risk'] },
    });
    const inTest = await admin.json<{ keys: { key_id: string }[] }>('GET', '/v1/admin/keys');
    expect(inTest.keys.map((one) => one.key_id)).not.toContain(key_id);
    expect((await admin.request('DELETE', `/v1/admin/keys/${key_id}`)).status).toBe(404);
    const rotated = await admin.request('POST', `/v1/admin/keys/${key_id}/rotation`, { body: {} });
    expect(rotated.status).toBe(404);
    expect(
      (await admin.request('DELETE', `/v1/admin/keys/${key_id}`, { mode: 'live' })).status,
    ).toBe(200);
    expect(
      (await admin.request('DELETE', `/v1/admin/keys/${key_id}`, { mode: 'live' })).status,
    ).toBe(404);
  });

  it('is refused a package that is none, and nothing is left of it', async () => {
    const form = new FormData();
    form.set('file', new Blob(['no package']), 'x.wbm');
    const encoded = new Response(form);
    const response = await admin.request('POST', '/v1/admin/models', {
      body: new Uint8Array(await encoded.arrayBuffer()),
      headers: { 'Content-Type': encoded.headers.get('content-type') ?? '' },
    });
    expect(response.status).toBe(422);
    const event = box.auditEvents().findLast(({ action }) => action === 'admin.models.install');
    expect(event?.outcome).not.toBe('success');
  });
});
