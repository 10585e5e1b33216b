import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../src/audit/audit-log.js';
import type { Reply } from '../../../src/calls/commit-call.js';
import { type Claim, idempotencyKey, type RequestName } from '../../../src/http/idempotency.js';
import { respond } from '../../../src/http/pipeline.js';
import { problemCodec } from '../../../src/http/problem-codec.js';
import { reply } from '../../../src/http/reply.js';
import { errorOf, keyRecord, smallApp } from '../../support/http-app.js';
import { memoryCommit } from '../../support/memory-commit.js';
import { memoryIdempotency } from '../../support/memory-idempotency.js';
import { type StoppedClock, stoppedClock } from '../../support/stopped-clock.js';

const EVENT: AuditEvent = {
  action: 'things.create',
  outcome: 'success',
  actor: { type: 'api_key', id: 'key_1', mode: 'test' },
  request_id: 'r1',
  status: 200,
  result_id: 'th_1',
  target: 'Patient/1',
};
const DAY = 86_400_000;

interface Setting {
  readonly clock?: StoppedClock;
  /** Answers a request that has the right to it. */
  readonly work?: Work;
}

type Keep = (claim: Claim, reply: Reply) => Promise<string>;
type Work = (claim: Claim, count: number, keep: Keep) => Promise<string>;

/** Answers with how often it has worked; the body is what is asked. */
function counting({ clock = stoppedClock(), work }: Setting = {}) {
  const { commit, answers } = memoryCommit();
  const idempotency = memoryIdempotency(clock, answers);
  let count = 0;
  const keep: Keep = async (claim, reply) => {
    const work = { value: undefined, writes: claim.completion(reply, EVENT), records: [] };
    await commit({ work, wait: 'synced' });
    return reply.text ?? '';
  };
  const usual: Work = (claim, nth) =>
    keep(claim, { status: 200, headers: { ETag: `"${nth}"` }, text: `${nth}` });
  const served = (key = keyRecord()) => {
    const app = smallApp(key);
    app.all('*', async (c) => {
      const asked: RequestName = {
        key: idempotencyKey(c) ?? '',
        contentSha256: await c.req.text(),
      };
      const turn = await idempotency.claim(c, asked);
      if ('repetition' in turn) {
        const { status = 200, headers = {}, text = '' } = turn.repetition;
        return respond(c, problemCodec(clock), { status, headers, text });
      }
      count += 1;
      try {
        return reply(c, 200, await (work ?? usual)(turn.claim, count, keep));
      } finally {
        turn.claim.release();
      }
    });
    return app;
  };
  const app = served();
  const ask = async (name: string, body: string, path = '/things', headers = {}, by = app) => {
    const init = { method: 'POST', body, headers: { 'Idempotency-Key': name, ...headers } };
    const response = await by.request(path, init);
    const replayed = response.headers.get('idempotency-replayed');
    return { response, replayed, status: response.status, text: await response.clone().text() };
  };
  return { ask, served, idempotency, clock, count: () => count };
}

describe('the name of a request', () => {
  const app = smallApp();
  app.all('*', (c) => c.json({ key: idempotencyKey(c) ?? null }));
  const named = (name: string, method = 'POST') =>
    app.request('/', { method, headers: { 'Idempotency-Key': name } });

  it('is any visible ASCII, up to 255 characters of it', async () => {
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const names = fc.string({ unit: visible, minLength: 1, maxLength: 255 });
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect(await (await named(name)).json()).toEqual({ key: name });
      }),
    );
  });

  it.each(['', 'a b', 'x'.repeat(256), 'caf\u00e9', 'one, two'])(
    'is not %j, and the refusal says which header it was',
    async (name) => {
      const response = await named(name);
      expect(response.status).toBe(400);
      const error = await errorOf(response);
      expect(error).toMatchObject({
        code: 'validation_error',
        details: { field: 'Idempotency-Key' },
      });
      expect(name === '' || !JSON.stringify(error).includes(name)).toBe(true);
    },
  );

  it('means nothing where nothing is made, and need not be there', async () => {
    expect(await (await named('a b', 'PUT')).json()).toEqual({ key: null });
    expect(await (await app.request('/', { method: 'POST' })).json()).toEqual({ key: null });
  });
});

describe('a request that names itself', () => {
  it('is carried out once; then its answer is given again', async () => {
    const { ask, count } = counting();
    expect(await ask('a', '1')).toMatchObject({ status: 200, text: '1', replayed: null });
    const again = await ask('a', '1');
    expect(again).toMatchObject({ status: 200, text: '1', replayed: 'true' });
    expect(again.response.headers.get('etag')).toBe('"1"');
    expect(count()).toBe(1);
    expect((await ask('b', '1')).text).toBe('2');
  });

  it('is its own for each key and mode', async () => {
    const { ask, served } = counting();
    await ask('a', '1');
    for (const key of [keyRecord({ keyId: 'key_2' }), keyRecord({ mode: 'live' })]) {
      const other = await ask('a', '2', '/things', {}, served(key));
      expect(other).toMatchObject({ status: 200, replayed: null });
    }
    expect((await ask('a', '1')).replayed).toBe('true');
  });

  it.each([
    ['content', '2', '/things', {}],
    ['path', '1', '/other', {}],
    ['query', '1', '/things?x=1', {}],
    ['condition', '1', '/things', { 'If-None-Exist': 'identifier=1' }],
  ])('under the name of one with another %s is refused', async (_, body, path, headers) => {
    const { ask, count } = counting();
    await ask('a', '1');
    const { response } = await ask('a', body, path, headers);
    expect(response.status).toBe(409);
    expect(await errorOf(response)).toMatchObject({
      code: 'idempotency_mismatch',
      details: { field: 'Idempotency-Key' },
    });
    expect(count()).toBe(1);
    expect((await ask('a', '1')).replayed).toBe('true');
  });

  it('is forgotten after a day, whether or not its answer was swept away', async () => {
    const { ask, clock, idempotency } = counting();
    await ask('a', '1');
    clock.pass(DAY - 1);
    expect((await ask('a', '1')).replayed).toBe('true');
    clock.pass(1);
    expect(await ask('a', '2')).toMatchObject({ text: '2', replayed: null });
    expect(await idempotency.forgetOld()).toBe(0);
    clock.pass(DAY + 1);
    expect(await idempotency.forgetOld()).toBe(1);
  });

  it.each([199, 300, 400, 409, 503])('keeps no answer of %i', async (status) => {
    const { ask } = counting({
      work: (claim, nth, keep) => keep(claim, { status, headers: {}, text: `${nth}` }),
    });
    await ask('a', '1');
    expect(await ask('a', '2')).toMatchObject({ text: '2', replayed: null });
  });
});

describe('requests of one name at the same time', () => {
  it('are carried out once, and all get the answer', async () => {
    const { ask, count } = counting({
      async work(claim, nth, keep) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return keep(claim, { status: 200, headers: {}, text: `${nth}` });
      },
    });
    const all = await Promise.all(Array.from({ length: 32 }, () => ask('a', '1')));
    expect(count()).toBe(1);
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set(['1']));
    expect(all.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  });

  it('with another content are refused while the first is still at work', async () => {
    let finish = () => {};
    const working = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { ask } = counting({
      async work() {
        await working;
        return 'done';
      },
    });
    const first = ask('a', '1');
    expect((await ask('a', '2')).status).toBe(409);
    finish();
    expect((await first).text).toBe('done');
  });

  it('are tried one after the other until one comes to something', async () => {
    const { ask, count } = counting({
      async work(claim, nth, keep) {
        await new Promise((resolve) => setImmediate(resolve));
        if (nth < 3) throw new Error('not yet');
        return keep(claim, { status: 200, headers: {}, text: `${nth}` });
      },
    });
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('a', '1')));
    expect(count()).toBe(3);
    expect(all.map(({ status }) => status).sort()).toEqual([...Array(6).fill(200), 500, 500]);
    expect(all.filter(({ replayed }) => replayed === 'true')).toHaveLength(5);
  });
});
