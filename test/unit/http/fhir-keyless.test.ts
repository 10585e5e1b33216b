import { describe, expect, it } from 'vitest';
import type { KeylessRequest } from '../../../src/calls/exchange.js';
import { AppError } from '../../../src/core/errors.js';
import { mountKeyless } from '../../../src/http/fhir-keyless.js';
import { rateLimitByAddress } from '../../../src/http/rate-limit.js';
import { reply } from '../../../src/http/reply.js';
import { smallApp } from '../../support/http-app.js';

/** Behind it everything is answered with 418, as with a key. */
function keyless(admit: () => void = () => undefined) {
  const app = smallApp();
  const asked: KeylessRequest[] = [];
  mountKeyless(app.basePath('/v1'), rateLimitByAddress(2), {
    part: {
      plan: () => ({ allow: [] }),
      answerKeyless: (request) => {
        asked.push(request);
        return { status: 200, headers: {}, text: '{}' };
      },
    },
    address: () => 'https://own',
    admit,
  });
  app.all('*', (c) => reply(c, 418, '{}'));
  const ask = (path = '/v1/fhir/metadata', init: RequestInit = {}) => app.request(path, init);
  return { ask, asked };
}

describe('what is answered without a key', () => {
  it('is limited by address, and says how much is left', async () => {
    const { ask } = keyless();
    const first = await ask();
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    expect([first.status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 429]);
  });

  it('is given the requested resource and the address', async () => {
    const { ask, asked } = keyless();
    await ask('/v1/fhir/metadata?_format=json', { headers: { accept: 'application/json' } });
    expect(asked).toEqual([
      {
        path: ['metadata'],
        query: [['_format', 'json']],
        headers: { accept: 'application/json' },
        base: 'https://own/v1/fhir',
      },
    ]);
  });

  it('is neither what has a key, nor a change, nor anything else', async () => {
    const { ask, asked } = keyless();
    const headers = { authorization: 'Bearer x' };
    expect((await ask('/v1/fhir/metadata', { headers })).status).toBe(418);
    expect((await ask('/v1/fhir/metadata', { method: 'POST' })).status).toBe(418);
    expect((await ask('/v1/fhir/Patient')).status).toBe(418);
    expect(asked).toEqual([]);
  });

  it('is refused while nothing new is taken', async () => {
    const { ask } = keyless(() => {
      throw new AppError('shutting_down', 'Stopping.');
    });
    expect((await ask()).status).toBe(503);
  });
});
