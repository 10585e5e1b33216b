import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { createBodyBudget } from '../../../src/http/body.js';
import type { Exchange, Planned } from '../../../src/http/exchange.js';
import { isFhirPath, mountFhir } from '../../../src/http/fhir-endpoint.js';
import type { AuditEvent } from '../../../src/security/audit-log.js';
import { keyRecord, smallApp } from '../../support/http-app.js';
import { memoryIdempotency } from '../../support/memory-idempotency.js';

interface Setup {
  readonly planned?: Partial<Planned>;
  readonly admit?: () => void;
  readonly append?: (event: AuditEvent, wait: unknown) => Promise<void>;
}

function endpoint({ planned = {}, admit, append }: Setup = {}) {
  const app = smallApp(keyRecord({ scopes: ['fhir.read'] }));
  const events: { event: AuditEvent; wait: unknown }[] = [];
  const exchanges: Exchange[] = [];
  const whole: Planned = {
    action: 'fhir.read',
    target: 'Patient/1',
    scopes: ['fhir.read'],
    handle: async (exchange) => {
      exchanges.push(exchange);
      return { status: 200, headers: { ETag: 'W/"1"' }, text: '{}' };
    },
    ...planned,
  };
  const router = app.basePath('/v1');
  mountFhir(router, {
    part: { plan: (method) => (method === 'TRACE' ? { allow: ['GET'] } : whole) },
    audit: {
      append: append ?? (async (event, wait) => void events.push({ event, wait })),
      flush: () => undefined,
    },
    readsWait: 'written',
    bodyBudget: createBodyBudget(1_000),
    idempotency: memoryIdempotency(),
    address: (host) => `https://${host ?? 'own'}`,
    admit: admit ?? (() => undefined),
  });
  const ask = (path: string, init?: RequestInit) => app.request(`/v1${path}`, init);
  return { ask, events, exchanges };
}

const JSON_BODY = { types: ['application/json'], limitBytes: 100 };
const post = (body: string, type = 'application/json') => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
});

describe('what a part of the interface is told', () => {
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
  const event: AuditEvent = {
    action: 'fhir.read',
    outcome: 'success',
    actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  };

  it('is completed and kept before the answer leaves', async () => {
    const handle = async () => ({ status: 200, headers: {}, text: '{}', event });
    const { ask, events } = endpoint({ planned: { handle, body: JSON_BODY } });
    expect((await ask('/fhir/Patient', post('{}'))).status).toBe(200);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(events).toEqual([
      {
        event: { ...event, status: 200, request_sha256: digest, response_sha256: digest },
        wait: 'written',
      },
    ]);
  });

  it('is not written twice where the part has committed its own', async () => {
    const { ask, events } = endpoint();
    expect((await ask('/fhir/Patient/1')).status).toBe(200);
    expect(events).toEqual([]);
  });

  it('that cannot be kept takes the answer with it', async () => {
    const { ask } = endpoint({
      planned: { handle: async () => ({ status: 200, headers: {}, text: '{"secret":1}', event }) },
      append: () => Promise.reject(new AppError('overloaded', 'No record, no answer.')),
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
    expect(events[0]?.event).toMatchObject({
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
    expect(events[0]?.event).toMatchObject({ outcome: 'failed', status: 503 });
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
