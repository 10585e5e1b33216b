import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/audit/audit-log.js';
import type { Exchange, RequestPlan } from '../../../src/calls/exchange.js';
import type { Answer } from '../../../src/calls/operation.js';
import { AppError } from '../../../src/core/errors.js';
import { createBodyBudget } from '../../../src/http/body.js';
import { isFhirPath, mountFhir } from '../../../src/http/fhir-endpoint.js';
import type { Commit, Decision, Step } from '../../../src/store/unit-of-work.js';
import { keyRecord, smallApp } from '../../support/http-app.js';
import { memoryCommit } from '../../support/memory-commit.js';
import { memoryIdempotency } from '../../support/memory-idempotency.js';

interface Setup {
  readonly planned?: Partial<RequestPlan>;
  readonly admit?: () => void;
  readonly commit?: Commit<AuditEvent>;
}

function endpoint({ planned = {}, admit, commit }: Setup = {}) {
  const memory = memoryCommit();
  const { records: events, waits } = memory;
  const app = smallApp(keyRecord({ scopes: ['fhir.read'] }));
  const exchanges: Exchange[] = [];
  const whole: RequestPlan = {
    action: 'fhir.read',
    target: 'Patient/1',
    scopes: ['fhir.read'],
    handle: async (exchange) => {
      exchanges.push(exchange);
      return { headers: { ETag: 'W/"1"' }, text: '{}' };
    },
    ...planned,
  };
  const router = app.basePath('/v1');
  mountFhir(router, {
    part: { plan: (method) => (method === 'TRACE' ? { allow: ['GET'] } : whole) },
    commit: commit ?? memory.commit,
    readsWait: 'written',
    bodyBudget: createBodyBudget(1_000),
    spool: { folder: '/nowhere', budget: createBodyBudget(0) },
    idempotency: memoryIdempotency(),
    address: (host) => `https://${host ?? 'own'}`,
    admit: admit ?? (() => undefined),
  });
  const ask = (path: string, init?: RequestInit) => app.request(`/v1${path}`, init);
  return { ask, events, waits, exchanges };
}

const JSON_BODY = { types: ['application/json'], limitBytes: 100 };
const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});

describe('what an exchange is given', () => {
  it('is the path, decoded and cut, the query in its order, and where it was called', async () => {
    const { ask, exchanges } = endpoint();
    await ask('/fhir/Patient/a%20b%2Fc/?x=1&y=a+b&x=2', {
      headers: { Host: 'box', 'If-Match': '*' },
    });
    expect(exchanges[0]).toMatchObject({
      method: 'GET',
      path: ['Patient', 'a b/c'],
      query: [
        ['x', '1'],
        ['y', 'a b'],
        ['x', '2'],
      ],
      headers: { ifMatch: '*' },
      base: 'https://box/v1/fhir',
      mode: 'test',
      actor: { type: 'api_key', id: 'key_1', mode: 'test' },
    });
  });

  it('is a body with its digest, or the fields of a form', async () => {
    const json = endpoint({ planned: { body: JSON_BODY } });
    await json.ask('/fhir/Patient', post('{"a": 1.50}'));
    expect(json.exchanges[0]?.body).toEqual({
      value: { a: 1.5 },
      text: '{"a": 1.50}',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const type = 'application/x-www-form-urlencoded';
    const form = endpoint({ planned: { body: { types: [type], limitBytes: 100 } } });
    await form.ask('/fhir/Patient/_search?a=1', post('a=2&b=%C3%A4', type));
    expect(form.exchanges[0]).toMatchObject({
      query: [
        ['a', '1'],
        ['a', '2'],
        ['b', 'ä'],
      ],
    });
    expect(form.exchanges[0]?.body).toBeUndefined();
  });
});

describe('a record', () => {
  it('is completed and kept before the answer leaves', async () => {
    const handle = async () => ({ text: '{}', audit: { action: 'fhir.search', count: 2 } });
    const { ask, events, waits } = endpoint({ planned: { handle, body: JSON_BODY } });
    expect((await ask('/fhir/Patient', post('{}'))).status).toBe(200);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(events).toEqual([
      {
        action: 'fhir.search',
        outcome: 'success',
        count: 2,
        target: 'Patient/1',
        actor: { type: 'api_key', id: 'key_1', mode: 'test' },
        request_id: expect.any(String),
        status: 200,
        request_sha256: digest,
        response_sha256: digest,
      },
    ]);
    expect(waits).toEqual(['written']);
  });

  it('of what is decided in its transaction waits for the disk, and comes behind its parts', async () => {
    const part: AuditEvent = {
      action: 'fhir.create',
      outcome: 'success',
      actor: { type: 'api_key', id: 'key_1', mode: 'test' },
    };
    const decision = { kind: 'idempotency.complete', answer: { space: 's', key: 'k' } };
    const handle = async () => ({
      *decide(): Decision<Answer> {
        yield decision as Step;
        return { status: 201, text: '{}', recordsBefore: [part] };
      },
    });
    const { ask, events, waits } = endpoint({ planned: { handle } });
    expect((await ask('/fhir/Patient/1')).status).toBe(201);
    expect(events).toMatchObject([part, { action: 'fhir.read', status: 201 }]);
    expect(waits).toEqual(['synced']);
  });

  it('of a decision that refuses is that of the refusal alone', async () => {
    const handle = async () => ({
      // biome-ignore lint/correctness/useYield: it refuses before it asks for anything
      *decide(): Decision<Answer> {
        throw new AppError('precondition_failed', 'Not this version.');
      },
    });
    const { ask, events } = endpoint({ planned: { handle } });
    expect((await ask('/fhir/Patient/1')).status).toBe(412);
    expect(events).toMatchObject([
      { outcome: 'refused', status: 412, error_code: 'precondition_failed' },
    ]);
  });

  it('that cannot be kept takes the answer with it', async () => {
    const { ask } = endpoint({
      planned: { handle: async () => ({ text: '{"secret":1}' }) },
      commit: () => Promise.reject(new AppError('overloaded', 'No record, no answer.')),
    });
    const response = await ask('/fhir/Patient/1');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('a fault', () => {
  it('of ours says nothing to the client and all to the record', async () => {
    const handle = async () => {
      throw new Error('SELECT secret');
    };
    const { ask, events } = endpoint({ planned: { handle } });
    const response = await ask('/fhir/Patient/1');
    expect(response.status).toBe(500);
    const text = await response.text();
    expect(text).toContain('OperationOutcome');
    expect(text).not.toContain('secret');
    expect(events[0]).toMatchObject({
      action: 'fhir.read',
      outcome: 'failed',
      target: 'Patient/1',
      status: 500,
      error_code: 'internal_error',
    });
  });

  it('of stopping says when to come again', async () => {
    const admit = () => {
      throw new AppError('shutting_down', 'Stopping.', { retryAfterSeconds: 9 });
    };
    const { ask, events } = endpoint({ admit });
    const response = await ask('/fhir/Patient/1');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('9');
    expect(events[0]).toMatchObject({ outcome: 'failed', status: 503 });
  });

  it('of a body gives back the memory it took', async () => {
    const { ask } = endpoint({ planned: { body: { ...JSON_BODY, limitBytes: 900 } } });
    for (let i = 0; i < 5; i += 1) {
      expect((await ask('/fhir/Patient', post(`{"a":"${'x'.repeat(800)}"`))).status).toBe(400);
    }
    expect((await ask('/fhir/Patient', post(`{"a":"${'x'.repeat(800)}"}`))).status).toBe(200);
  });
});

it.each([
  ['/v1/fhir', true],
  ['/api/v1/fhir/Patient', true],
  ['/v1/fhirs', false],
  ['/v1/risk/fhir', false],
  ['/fhir', false],
])('%s lies in FHIR: %s', (path, lies) => {
  expect(isFhirPath(path)).toBe(lies);
});
