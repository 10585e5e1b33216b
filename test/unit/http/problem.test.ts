import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '../../../src/core/errors.js';
import { publicError } from '../../../src/http/problem.js';
import { errorEnvelope } from '../../../src/http/schema.js';
import { errorOf, smallApp } from '../../support/http-app.js';
import { NOON } from '../../support/stopped-clock.js';

const STATUSES: Record<ErrorCode, number> = {
  validation_error: 400,
  invalid_json: 400,
  unsupported_media_type: 400,
  invalid_api_key: 401,
  invalid_token: 401,
  invalid_client: 401,
  no_session: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  insufficient_scope: 403,
  cross_site_request: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  conflict: 409,
  idempotency_mismatch: 409,
  gone: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_encoding: 415,
  unprocessable: 422,
  rate_limited: 429,
  headers_too_large: 431,
  client_closed_request: 499,
  internal_error: 500,
  overloaded: 503,
  model_unavailable: 503,
  shutting_down: 503,
};

async function answerTo(thrown: unknown, headers: Record<string, string> = {}) {
  const app = smallApp();
  const failures: unknown[] = [];
  app.use(async (c, next) => {
    await next();
    failures.push(c.get('failure'));
  });
  app.get('/', () => {
    throw thrown;
  });
  const response = await app.request('/', { headers });
  return { response, failure: failures[0] };
}

describe('problemResponse', () => {
  it.each(Object.entries(STATUSES))('answers %s with %d', async (code, status) => {
    const { response } = await answerTo(new AppError(code as ErrorCode, 'What went wrong.'));
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = await response.json();
    expect(errorEnvelope.safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ error: { code, details: {} } });
  });

  it('writes the envelope of the interface and nothing else', async () => {
    const issues = [
      { field: 'a.b', issue: 'is required' },
      { field: 'c', issue: 'is not known' },
    ];
    const thrown = new AppError('validation_error', 'Invalid.', { issues, cause: 'hidden' });
    const { response } = await answerTo(thrown, { 'X-Request-Id': 'abc' });
    expect(await response.json()).toEqual({
      error: {
        code: 'validation_error',
        message: 'Invalid.',
        details: { field: 'a.b', issue: 'is required', issues },
        request_id: 'abc',
        timestamp: new Date(NOON).toISOString(),
      },
    });
    expect(response.headers.get('x-request-id')).toBe('abc');
  });

  it('states when to retry after a 503, by default after five seconds', async () => {
    const told = await answerTo(new AppError('overloaded', 'Busy.', { retryAfterSeconds: 9 }));
    expect(told.response.headers.get('retry-after')).toBe('9');
    const untold = await answerTo(new AppError('shutting_down', 'Bye.'));
    expect(untold.response.headers.get('retry-after')).toBe('5');
    const other = await answerTo(new AppError('conflict', 'No.'));
    expect(other.response.headers.get('retry-after')).toBeNull();
  });

  it('asks for a key after a 401 and closes the connection after a 413', async () => {
    const closed = (await answerTo(new AppError('payload_too_large', 'Big.'))).response.headers;
    expect(closed.get('connection')).toBe('close');
    const asked = (await answerTo(new AppError('invalid_api_key', 'Who?'))).response.headers;
    expect(asked.get('www-authenticate')).toMatch(/^Bearer /);
    expect(asked.get('connection')).toBeNull();
  });

  it.each([
    ['an error of a library', new Error('SQLITE_CORRUPT at /data/wardbox.sqlite for Jane Roe')],
    ['an internal error', new AppError('internal_error', 'The file /data/x of Jane Roe')],
    ['an error with a code of its own', Object.assign(new Error('Jane'), { code: 'not_found' })],
  ])('reveals nothing of %s, but logs everything', async (_, thrown) => {
    const { response, failure } = await answerTo(thrown);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/Jane|data|SQLITE/);
    expect(JSON.parse(text).error.code).toBe('internal_error');
    expect(failure).toBe(thrown);
  });

  it('keeps refusals of the client out of the failures', async () => {
    expect((await answerTo(new AppError('not_found', 'None.'))).failure).toBeUndefined();
    expect((await errorOf((await answerTo(new AppError('not_found', 'N.'))).response)).code).toBe(
      'not_found',
    );
  });
});

describe('publicError', () => {
  it.each([undefined, null, 'text', 0, { code: 'not_found' }])('hides %j', (thrown) => {
    expect(publicError(thrown).code).toBe('internal_error');
    expect(publicError(thrown).cause).toBe(thrown);
    expect(publicError(thrown).message).toBe('The request failed inside the appliance.');
  });
});
