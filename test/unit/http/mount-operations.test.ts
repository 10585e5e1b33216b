import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Call, postOperation } from '../../../src/calls/operation.js';
import { AppError } from '../../../src/core/errors.js';
import { createBodyBudget } from '../../../src/http/body.js';
import { mountOperations } from '../../../src/http/mount-operations.js';
import { createUploadSpool } from '../../../src/http/upload.js';
import type { KeyRecord } from '../../../src/store/key-repository.js';
import { errorOf, keyRecord, smallApp } from '../../support/http-app.js';
import { memoryCommit } from '../../support/memory-commit.js';
import { memoryIdempotency } from '../../support/memory-idempotency.js';
import { scratchFolder } from '../../support/scratch-folder.js';
import { NOON } from '../../support/stopped-clock.js';

const FACTS = { summary: 's', description: 'd', response: z.unknown() };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Setting {
  key?: KeyRecord;
  handle?: (call: Call, input: { size: number }) => Promise<{ body: unknown }>;
  admit?: () => void;
  auditFails?: boolean;
}

/** Two operations on one path, and what came into the audit log. */
function appWith({ key = keyRecord(), handle, admit, auditFails = false }: Setting = {}) {
  const { commit, records: events } = memoryCommit();
  const bodyBudget = createBodyBudget(1_000);
  const spool = createUploadSpool(join(scratchFolder(), 'spool'), 1_000);
  const app = smallApp(key);
  const answer = async () => ({ body: { ok: true }, audit: { result_id: 'im_1' } });
  mountOperations(
    app,
    [
      postOperation({
        ...FACTS,
        path: '/things',
        operationId: 'things.create',
        scope: 'imaging',
        request: z.strictObject({ size: z.int() }),
        bodyLimitBytes: 100,
        handle: handle ?? answer,
      }),
      {
        ...FACTS,
        method: 'GET',
        path: '/things',
        operationId: 'things.list',
        scope: 'models.read',
        handle: answer,
      },
    ],
    {
      bodyBudget,
      spool,
      clock: () => NOON,
      idempotency: memoryIdempotency(),
      admit: admit ?? (() => undefined),
      async commit(unit) {
        if (auditFails) throw new AppError('overloaded', 'No record, no answer.');
        return commit(unit);
      },
    },
  );
  const post = (body: string) =>
    app.request('/things', {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r1' },
    });
  return { app, events, post, bodyBudget };
}

const RECORD = {
  action: 'things.create',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  request_id: 'r1',
};

describe('an operation that succeeds', () => {
  it('answers after its record was written, with the digests of both bodies', async () => {
    const { post, events } = appWith();
    const response = await post('{ "size": 1 }');
    expect(events).toEqual([
      {
        ...RECORD,
        outcome: 'success',
        status: 200,
        result_id: 'im_1',
        request_sha256: sha256('{ "size": 1 }'),
        response_sha256: sha256('{"ok":true}'),
      },
    ]);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('{"ok":true}');
  });

  it('gets what its schema gives, and whose mode it is', async () => {
    const seen: unknown[] = [];
    const { post } = appWith({
      key: keyRecord({ mode: 'live' }),
      async handle({ mode, signal }, input) {
        seen.push(mode, input, signal.aborted);
        return { body: null };
      },
    });
    await post('{"size": 7}');
    expect(seen).toEqual(['live', { size: 7 }, false]);
  });

  it('has no digest of a body that a GET does not have', async () => {
    const { app, events } = appWith({ key: keyRecord({ scopes: ['models.read'] }) });
    expect((await app.request('/things')).status).toBe(200);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ action: 'things.list', outcome: 'success', status: 200 });
    expect(events[0]).not.toHaveProperty('request_sha256');
  });
});

describe('an operation that is refused', () => {
  it('for lack of a scope answers 403, does nothing and is recorded', async () => {
    let handled = false;
    const { post, events } = appWith({
      key: keyRecord({ scopes: ['risk', 'imaging.more'] }),
      async handle() {
        handled = true;
        return { body: 1 };
      },
    });
    const response = await post('{"size": 1}');
    expect(response.status).toBe(403);
    expect((await errorOf(response)).message).toContain('imaging');
    expect(handled).toBe(false);
    const refusal = { outcome: 'refused', status: 403, error_code: 'insufficient_scope' };
    expect(events).toEqual([{ ...RECORD, ...refusal }]);
  });

  it.each([
    ['{"size": "Jane Roe"}', 'validation_error', 400],
    ['{"size": 1, "Jane": 2}', 'validation_error', 400],
    ['{"size": Jane}', 'invalid_json', 400],
    [`{"size": ${'1'.repeat(100)}}`, 'payload_too_large', 413],
  ])('for its input %s is recorded as %s without the input', async (body, code, status) => {
    const { post, events } = appWith();
    const response = await post(body);
    expect(response.status).toBe(status);
    // What was read as JSON is named by its digest, whatever was wrong with it.
    const read = code === 'validation_error' && { request_sha256: sha256(body) };
    const refusal = { outcome: 'refused', status, error_code: code };
    expect(events).toEqual([{ ...RECORD, ...refusal, ...read }]);
    expect(JSON.stringify(events)).not.toContain('Jane');
  });

  it('while the appliance takes no work does not read the body', async () => {
    const { post, events } = appWith({
      admit() {
        throw new AppError('shutting_down', 'Stopping.', { retryAfterSeconds: 10 });
      },
    });
    const response = await post('not even JSON');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(events).toMatchObject([{ outcome: 'failed', error_code: 'shutting_down' }]);
  });
});

describe('an operation that fails', () => {
  it('answers 500 without internals and is recorded', async () => {
    const { post, events } = appWith({
      async handle() {
        throw new TypeError('cannot read /data/jane-roe');
      },
    });
    const response = await post('{"size": 1}');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/jane|data|TypeError/i);
    const failure = { outcome: 'failed', status: 500, error_code: 'internal_error' };
    const request_sha256 = sha256('{"size": 1}');
    expect(events).toEqual([{ ...RECORD, ...failure, request_sha256 }]);
  });

  it('also when its handler throws before it gives a promise', async () => {
    const { post, events } = appWith({
      handle() {
        throw new Error('at once');
      },
    });
    expect((await post('{"size": 1}')).status).toBe(500);
    expect(events).toMatchObject([{ outcome: 'failed' }]);
  });

  it('sends no answer when the record cannot be written', async () => {
    const { post } = appWith({
      auditFails: true,
      handle: async () => ({ body: { finding: 'pneumonia' } }),
    });
    const response = await post('{"size": 1}');
    const text = await response.text();
    expect(response.status).toBe(503);
    expect(response.headers.has('retry-after')).toBe(true);
    expect(text).toContain('overloaded');
    expect(text).not.toContain('pneumonia');
  });

  it('gives the room of its body back in every case', async () => {
    const free = async (setting: Setting, body: string) => {
      const { post, bodyBudget } = appWith(setting);
      await post(body);
      return bodyBudget.open().take(1_000);
    };
    const fails = { handle: () => Promise.reject(new Error('x')) };
    expect(await free({}, '{"size": 1}')).toBe(true);
    expect(await free({}, '{"size": "x"}')).toBe(true);
    expect(await free(fails, '{"size": 1}')).toBe(true);
    expect(await free({ auditFails: true }, '{"size": 1}')).toBe(true);
  });
});

describe('another method on the path of an operation', () => {
  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'FOO'])(
    '%s gets 405 with Allow',
    async (method) => {
      const { app } = appWith();
      const response = await app.request('/things', { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST, GET');
      expect(await errorOf(response)).toMatchObject({ code: 'method_not_allowed' });
    },
  );
});
