import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BodyBudget,
  createBodyBudget,
  type JsonBody,
  readJson,
} from '../../../src/http/body.js';
import { brokenBody, chunkedBody, streamed } from '../../support/body-stream.js';
import { errorOf, smallApp } from '../../support/http-app.js';

const LIMIT = 1_000;

/** An app that reads a body and keeps what it read, room included. */
function appWith(budgetBytes = 10 * LIMIT) {
  const app = smallApp();
  const budget = createBodyBudget(budgetBytes);
  const bodies: JsonBody[] = [];
  app.post('/', async (c) => {
    bodies.push(await readJson(c, LIMIT, budget));
    return c.text('ok');
  });
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    app.request('/', {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      },
    });
  return { app, budget, bodies, send };
}

/** Whether a budget has just so much room left. */
function hasExactly(budget: BodyBudget, bytes: number): boolean {
  const lease = budget.open();
  const fits = lease.take(bytes) && !lease.take(1);
  lease.release();
  return fits;
}

describe('createBodyBudget', () => {
  it('never gives more than there is and takes all of a lease back, once', () => {
    const step = fc.oneof(
      fc.record({ lease: fc.nat(3), take: fc.integer({ min: 0, max: 60 }) }),
      fc.record({ lease: fc.nat(3), release: fc.constant(true) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const budget = createBodyBudget(100);
        const leases = [0, 1, 2, 3].map(() => ({ lease: budget.open(), held: 0 }));
        const taken = () => leases.reduce((sum, { held }) => sum + held, 0);
        for (const action of steps) {
          const entry = leases[action.lease]!;
          if ('take' in action) {
            const fits = taken() + action.take <= 100;
            expect(entry.lease.take(action.take)).toBe(fits);
            if (fits) entry.held += action.take;
          } else {
            entry.lease.release();
            entry.held = 0;
          }
        }
        expect(hasExactly(budget, 100 - taken())).toBe(true);
      }),
    );
  });
});

describe('readJson', () => {
  it('gives the value and the exact bytes', async () => {
    const { send, bodies } = appWith();
    const text = '{"name": "Zoë", "list": [1, 2]}';
    expect((await send(text)).status).toBe(200);
    expect(bodies[0]!.value).toEqual({ name: 'Zoë', list: [1, 2] });
    expect(bodies[0]!.bytes.toString()).toBe(text);
  });

  it('refuses by Content-Length before a byte is read', async () => {
    const { app } = appWith();
    const { stream, state } = chunkedBody([Buffer.from('{}')]);
    const response = await app.request(
      '/',
      streamed(stream, { 'Content-Length': String(LIMIT + 1) }),
    );
    expect(response.status).toBe(413);
    expect((await errorOf(response)).code).toBe('payload_too_large');
    expect(state.read).toBe(0);
  });

  it.each(['many', '1e9', '0x7', '12, 12', 'NaN', 'Infinity', '-5', '1.5', '+5', ''])(
    'takes no body whose Content-Length is %j',
    async (length) => {
      const { send, bodies, budget } = appWith();
      const response = await send('{"a":1}', { 'Content-Length': length });
      expect([400, 413]).toContain(response.status);
      expect(bodies).toEqual([]);
      expect(hasExactly(budget, 10 * LIMIT)).toBe(true);
    },
  );

  it('takes a body of just the limit and no byte more', async () => {
    const fill = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    const { send, app } = appWith();
    expect((await send(fill(LIMIT))).status).toBe(200);
    expect((await send(fill(LIMIT + 1))).status).toBe(413);
    const exact = chunkedBody([Buffer.from(fill(LIMIT))]).stream;
    expect((await app.request('/', streamed(exact))).status).toBe(200);
    const over = chunkedBody([Buffer.from(fill(LIMIT + 1))]).stream;
    expect((await app.request('/', streamed(over))).status).toBe(413);
  });

  it('stops reading a body of unknown length once it is over the limit', async () => {
    const { app } = appWith();
    const endless = (function* () {
      for (;;) yield new Uint8Array(100).fill(0x20);
    })();
    const { stream, state } = chunkedBody(endless);
    expect((await app.request('/', streamed(stream))).status).toBe(413);
    expect(state.read).toBe(11);
    expect(state.cancelled).toBe(true);
  });

  it('joins characters that were cut apart between chunks', async () => {
    const { app, bodies } = appWith();
    const bytes = Buffer.from('{"a":"€𝄞"}');
    const { stream } = chunkedBody([...bytes].map((byte) => Uint8Array.of(byte)));
    expect((await app.request('/', streamed(stream))).status).toBe(200);
    expect(bodies[0]!.value).toEqual({ a: '€𝄞' });
  });

  it('refuses work that there is no room for, and has room again afterwards', async () => {
    const { send, bodies } = appWith(25);
    const body = '{"a":"0123456"}';
    expect((await send(body)).status).toBe(200);
    const refusal = await send(body);
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('2');
    expect((await errorOf(refusal)).code).toBe('overloaded');
    bodies[0]!.release();
    expect((await send(body)).status).toBe(200);
  });

  it('takes room for a body of unknown length as it comes, and stops where there is none', async () => {
    const { app, budget, bodies } = appWith(500);
    const small = chunkedBody([Buffer.from('{'), Buffer.from('}')]).stream;
    expect((await app.request('/', streamed(small))).status).toBe(200);
    expect(hasExactly(budget, 498)).toBe(true);
    bodies[0]!.release();
    const { stream, state } = chunkedBody(Array(9).fill(new Uint8Array(100).fill(0x20)));
    const refusal = await app.request('/', streamed(stream));
    expect((await errorOf(refusal)).code).toBe('overloaded');
    expect(state).toEqual({ read: 6, cancelled: true });
    expect(hasExactly(budget, 500)).toBe(true);
  });

  it('gives the room back after every kind of refusal', async () => {
    const { app, send, budget } = appWith(LIMIT);
    const statuses = [
      (await send('{"a":')).status,
      (await send('{}', { 'Content-Type': 'text/plain' })).status,
      (await app.request('/', streamed(brokenBody('{"a":')))).status,
      (await app.request('/', streamed(chunkedBody([new Uint8Array(LIMIT + 1)]).stream))).status,
      (await send(Uint8Array.of(0x22, 0xff, 0x22))).status,
    ];
    expect(statuses).toEqual([400, 400, 499, 413, 400]);
    expect(hasExactly(budget, LIMIT)).toBe(true);
  });

  it('refuses bytes that are not UTF-8 and text that is not JSON, without quoting it', async () => {
    const { send } = appWith();
    const latin1 = await send(Buffer.from('{"name":"Zoë"}', 'latin1'));
    expect(await errorOf(latin1)).toMatchObject({
      code: 'invalid_json',
      details: { field: 'body', issue: 'is not valid UTF-8' },
    });
    for (const text of ['', ' ', '{"name":"Jane Roe"', 'Jane Roe', "{'name':'Jane Roe'}", '{}{}']) {
      const response = await send(text);
      const answer = await response.text();
      expect([text, response.status]).toEqual([text, 400]);
      expect(answer).toContain('is not valid JSON');
      expect(answer).not.toMatch(/Jane|name/);
    }
  });

  it('calls a body that ended early closed by the client', async () => {
    const { app } = appWith();
    expect((await app.request('/', streamed(brokenBody('{"a":1}')))).status).toBe(499);
  });

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; x=y',
  ])('takes the content type %s', async (type) => {
    expect((await appWith().send('{}', { 'Content-Type': type })).status).toBe(200);
  });

  it.each([
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=latin1',
    'xapplication/json',
  ])('refuses the content type %j', async (type) => {
    const response = await appWith().send('{}', { 'Content-Type': type });
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      code: 'unsupported_media_type',
      details: { field: 'Content-Type' },
    });
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x-anything'])(
    'refuses a body with Content-Encoding: %s',
    async (coding) => {
      const { send, budget } = appWith(LIMIT);
      const type = { 'Content-Type': 'application/json' };
      const response = await send('{}', { ...type, 'Content-Encoding': coding });
      expect(response.status).toBe(415);
      expect(response.headers.get('accept-encoding')).toBe('identity');
      expect(await errorOf(response)).toMatchObject({
        code: 'unsupported_encoding',
        message: expect.stringContaining('Content-Encoding'),
        details: { field: 'Content-Encoding' },
      });
      expect(hasExactly(budget, LIMIT)).toBe(true);
    },
  );

  it('takes a body with Content-Encoding: identity', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'Identity' };
    expect((await appWith().send('{}', headers)).status).toBe(200);
  });
});
