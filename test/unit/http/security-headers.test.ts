import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/core/errors.js';
import { reply } from '../../../src/http/reply.js';
import { securityHeaders } from '../../../src/http/security-headers.js';
import { smallApp } from '../../support/http-app.js';

function appWith(secure: boolean) {
  const app = smallApp();
  app.use(securityHeaders(secure));
  app.get('/', (c) => reply(c, 200, 'ok'));
  app.get('/fail', () => {
    throw new AppError('overloaded', 'Busy.');
  });
  return app;
}

describe('securityHeaders', () => {
  it.each(['/', '/fail', '/nowhere'])('are on the answer of %s', async (path) => {
    const { headers } = await appWith(true).request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it('insist on TLS only where there is TLS', async () => {
    const { headers } = await appWith(false).request('/');
    expect(headers.has('strict-transport-security')).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('let no other origin read answers', async () => {
    const { headers } = await appWith(true).request('/', { headers: { Origin: 'https://evil' } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
