import { describe, expect, it } from 'vitest';
import { reply } from '../../../src/http/reply.js';
import { smallApp } from '../../support/http-app.js';

const app = smallApp();
app.get('/', (c) => reply(c, 200, c.get('requestId')));

async function idFor(given?: string): Promise<string | null> {
  const response = await app.request('/', given === undefined ? {} : header(given));
  const id = response.headers.get('x-request-id');
  expect(await response.text()).toBe(id);
  return id;
}
const header = (value: string) => ({ headers: { 'X-Request-Id': value } });

describe('requestId', () => {
  it.each(['a', '0', 'A1._:-z', 'x'.repeat(128), '7f3d2c1e-0000-4000-8000-000000000000'])(
    'keeps %s',
    async (given) => {
      expect(await idFor(given)).toBe(given);
    },
  );

  it.each(['', '-a', '.a', 'a b', 'a/b', 'a"b', 'é', '<script>', 'x'.repeat(129), '{"a":1}'])(
    'puts its own in the place of %j',
    async (given) => {
      expect(await idFor(given)).toMatch(/^req_[0-9a-f]{32}$/);
    },
  );

  it('makes another one for each request', async () => {
    const ids = await Promise.all([idFor(), idFor(), idFor()]);
    expect(new Set(ids).size).toBe(3);
  });
});
