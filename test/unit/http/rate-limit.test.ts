import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { principalOfKey } from '../../../src/http/auth/principal.js';
import { rateLimit, rateLimitByAddress } from '../../../src/http/rate-limit.js';
import { reply } from '../../../src/http/reply.js';
import type { KeyRecord } from '../../../src/store/key-repository.js';
import { errorOf, keyRecord, smallApp } from '../../support/http-app.js';

/** An app in which the header says whose request it is. */
function appWith(limit: number, ...keys: KeyRecord[]) {
  const app = smallApp();
  app.use(async (c, next) => {
    const key = keys.find(({ keyId }) => keyId === c.req.header('as'));
    c.set('principal', principalOfKey(key ?? keyRecord()));
    await next();
  });
  app.use(rateLimit(limit));
  app.get('/', (c) => reply(c, 200, 'ok'));
  return (as = 'key_1') => app.request('/', { headers: { as } });
}
const numberIn = (response: Response, name: string) => Number(response.headers.get(name));

describe('rateLimit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts down, refuses with 429 and never goes below zero', async () => {
    const call = appWith(3);
    const answers = [];
    for (let request = 0; request < 6; request += 1) answers.push(await call());
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429, 429]);
    expect(answers.map((answer) => numberIn(answer, 'x-ratelimit-remaining'))).toEqual([
      2, 1, 0, 0, 0, 0,
    ]);
    for (const answer of answers) {
      expect(answer.headers.get('x-ratelimit-limit')).toBe('3');
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(/^"default";r=[0-3];t=\d+$/);
      const reset = numberIn(answer, 'x-ratelimit-reset');
      expect(reset).toBeGreaterThanOrEqual(0);
      expect(reset).toBeLessThanOrEqual(60);
    }
  });

  it('states with a 429 how long to wait, and accepts requests after that', async () => {
    const call = appWith(1);
    expect((await call()).status).toBe(200);
    expect((await call()).headers.get('retry-after')).not.toBeNull();
    vi.advanceTimersByTime(45_200);
    const refusal = await call();
    expect(refusal.headers.get('retry-after')).toBe('15');
    expect(await errorOf(refusal)).toMatchObject({ code: 'rate_limited' });
    vi.advanceTimersByTime(15_000);
    const after = await call();
    expect(after.status).toBe(200);
    expect(after.headers.has('retry-after')).toBe(false);
  });

  it('accepts a refused client on time, however often it retries meanwhile', async () => {
    const call = appWith(1);
    await call();
    for (let second = 0; second < 59; second += 1) {
      vi.advanceTimersByTime(1_000);
      expect((await call()).status).toBe(429);
    }
    vi.advanceTimersByTime(1_100);
    expect((await call()).status).toBe(200);
  });

  it('counts each key apart and puts a key’s own limit before the default', async () => {
    const call = appWith(
      1,
      keyRecord({ keyId: 'key_a' }),
      keyRecord({ keyId: 'key_b' }),
      keyRecord({ keyId: 'key_c', ratePerMinute: 2 }),
    );
    expect((await call('key_a')).status).toBe(200);
    expect((await call('key_a')).status).toBe(429);
    expect((await call('key_b')).status).toBe(200);
    const own = [await call('key_c'), await call('key_c'), await call('key_c')];
    expect(own.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(own[0]!.headers.get('x-ratelimit-limit')).toBe('2');
  });

  it('counts requests that arrive together', async () => {
    const call = appWith(5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => call()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

describe('rateLimitByAddress', () => {
  it('counts each address by itself', async () => {
    const app = smallApp();
    app.use(async (c, next) => {
      c.set('remote', c.req.header('from') ?? '');
      await next();
    });
    app.use(rateLimitByAddress(2));
    app.get('/', (c) => reply(c, 200, 'ok'));
    const call = async (from: string) => (await app.request('/', { headers: { from } })).status;
    const one = [await call('10.0.0.1'), await call('10.0.0.1'), await call('10.0.0.1')];
    expect(one).toEqual([200, 200, 429]);
    expect(await call('10.0.0.2')).toBe(200);
  });
});
