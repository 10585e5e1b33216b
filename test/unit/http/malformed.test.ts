import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { errorEnvelope } from '../../../src/http/schema.js';
import { listen, type ServerEvents, USUAL_LIMITS } from '../../../src/http/server.js';
import { smallApp } from '../../support/http-app.js';
import { bodyOf, connectPlain } from '../../support/raw-client.js';
import { NOON } from '../../support/stopped-clock.js';

async function serving(changes: Partial<typeof USUAL_LIMITS> = {}) {
  const malformed = vi.fn<NonNullable<ServerEvents['malformed']>>();
  const asked: string[] = [];
  const app = smallApp();
  app.all('*', async (c) => {
    asked.push(`${c.req.method} ${c.req.path} ${(await c.req.text()).length}`);
    return c.text('done');
  });
  const limits = { ...USUAL_LIMITS, ...changes };
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    limits,
    events: { malformed },
    clock: () => NOON,
  });
  onTestFinished(() => server.drain(0));
  const send = async (text: string) => {
    const client = await connectPlain(server);
    client.socket.write(text, 'latin1');
    await client.closed;
    return client.received();
  };
  return { send, malformed, asked, server };
}

const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1]);

describe('what is not a request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'validation_error'],
    ['TLS where there is none', '\x16\x03\x01\x02\x00\x01\x00', 400, 'validation_error'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'validation_error'],
    [
      'two ways of telling its length',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'validation_error',
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      400,
      'validation_error',
    ],
    [
      'a header that is split',
      'GET / HTTP/1.1\r\nHost: a\r\nX: a\rb\r\n\r\n',
      400,
      'validation_error',
    ],
    ['a name with a blank', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400, 'validation_error'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address that is too long',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n`,
      431,
      'headers_too_large',
    ],
  ])('is refused in the error envelope: %s', async (_, text, status, code) => {
    const { send, malformed, asked } = await serving();
    const received = await send(text);
    expect(statusOf(received)).toBe(status);
    expect(received).toMatch(/\r\nConnection: close\r\n/);
    const body = JSON.parse(bodyOf(received));
    expect(errorEnvelope.safeParse(body).error).toBeUndefined();
    expect(body.error).toMatchObject({ code, timestamp: new Date(NOON).toISOString() });
    expect(received).toContain(`\r\nX-Request-Id: ${body.error.request_id}\r\n`);
    expect(malformed).toHaveBeenCalledExactlyOnceWith({
      requestId: body.error.request_id,
      status,
      remoteAddress: '127.0.0.1',
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['a backslash in the path', 'POST /v1/fhir/Patient\\ HTTP/1.1\r\nHost: a\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n'],
    ['a host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n'],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: a\r\n'],
    ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: a\r\n'],
  ])('is refused on a kept connection too: %s', async (_, head) => {
    const { server, asked } = await serving();
    const client = await connectPlain(server);
    client.socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\n');
    await expect.poll(client.received).toContain('done');
    client.socket.write(`${head}Content-Length: 0\r\n\r\n`);
    await client.closed;
    const second = client.received().slice(client.received().indexOf('done') + 'done'.length);
    expect(statusOf(second)).toBe(400);
    const body = JSON.parse(bodyOf(second));
    expect(errorEnvelope.safeParse(body).error).toBeUndefined();
    expect(body.error.code).toBe('validation_error');
    expect(second.toLowerCase()).toContain(`x-request-id: ${body.error.request_id}\r\n`);
    expect(asked).toEqual(['GET /first 0']);
  });

  it('gets no answer that would be taken for that to the request before it', async () => {
    const app = smallApp();
    app.get('/slow', async (c) => {
      await pause(300);
      return c.text('done');
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
    onTestFinished(() => server.drain(0));
    const client = await connectPlain(server);
    client.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n');
    await client.closed;
    expect(client.received()).toBe('');
  });

  it('is distinguished only by the size of its headers, regardless of the limit', async () => {
    const { send } = await serving({ headerBytes: 32_768 });
    const withHeader = (size: number) =>
      `GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX: ${'x'.repeat(size)}\r\n\r\n`;
    expect(statusOf(await send(withHeader(30_000)))).toBe(200);
    expect(statusOf(await send(withHeader(33_000)))).toBe(431);
  });

  it('is never quoted in the answer, and does not affect other clients', async () => {
    const { send, server } = await serving();
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 200 }), async (noise) => {
        const marked = `SECRET${noise}\r\n\r\n`;
        const received = await send(marked);
        expect(statusOf(received)).toBe(400);
        expect(received).not.toContain('SECRET');
      }),
      { numRuns: 50 },
    );
    expect((await fetch(server.url)).status).toBe(200);
  });

  it('is not answered in the middle of another answer', async () => {
    const app = smallApp();
    app.get('/', () => {
      const body = new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first '));
          await pause(300);
          controller.enqueue(new TextEncoder().encode('last'));
          controller.close();
        },
      });
      return new Response(body);
    });
    const server = await listen(app, { host: '127.0.0.1', port: 0, tls: undefined });
    onTestFinished(() => server.drain(0));
    const client = await connectPlain(server);
    client.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await pause(100);
    client.socket.write('nonsense\r\n\r\n');
    await client.closed;
    expect(client.received()).not.toContain('validation_error');
    expect(client.received().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});
