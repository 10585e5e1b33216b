import { afterEach, describe, expect, it, vi } from 'vitest';
import { request, useSession } from '../../../src/console/api/client.js';

afterEach(() => vi.unstubAllGlobals());

const answering = (response: Response) => vi.stubGlobal('fetch', async () => response);
const failure = () => request('GET', '/v1/models').catch((error: unknown) => error);

describe('a request of the console', () => {
  it('gives the JSON of the answer, and nothing for an answer without content', async () => {
    answering(Response.json({ models: [] }));
    expect(await request('GET', '/v1/models')).toEqual({ models: [] });
    answering(new Response(null, { status: 204 }));
    expect(await request('DELETE', '/console/api/session')).toBeUndefined();
  });

  it.each([
    ['', 'an empty one'],
    ['<!doctype html>', 'the page of another server'],
    ['{"models": [', 'one that was cut off'],
  ])('takes %j for no answer: %s', async (body) => {
    answering(new Response(body, { headers: { 'X-Request-Id': 'req_1' } }));
    expect(await failure()).toMatchObject({ code: 'unreadable', status: 200, requestId: 'req_1' });
  });

  it('that breaks off did not reach the appliance, as far as is known', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new TypeError('network error')),
    });
    answering(new Response(broken));
    expect(await failure()).toMatchObject({ code: 'not_reached', status: 0 });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    expect(await failure()).toMatchObject({ code: 'not_reached', status: 0 });
  });

  it.each([
    ['no_session', true],
    ['invalid_api_key', true],
    ['invalid_credentials', false],
    ['second_factor_required', false],
  ])('that is refused with 401 %s ends the session: %s', async (code, isEnd) => {
    const onSignedOut = vi.fn();
    useSession({ csrfToken: () => undefined, onSignedOut });
    answering(Response.json({ error: { code, message: 'no' } }, { status: 401 }));
    await failure();
    expect(onSignedOut).toHaveBeenCalledTimes(isEnd ? 1 : 0);
  });

  it('ends the session where FHIR refuses it, in its own words', async () => {
    const onSignedOut = vi.fn();
    useSession({ csrfToken: () => undefined, onSignedOut });
    const issue = [{ severity: 'error', code: 'login', diagnostics: 'Sign in first.' }];
    answering(Response.json({ resourceType: 'OperationOutcome', issue }, { status: 401 }));
    await failure();
    expect(onSignedOut).toHaveBeenCalledOnce();
  });
});
