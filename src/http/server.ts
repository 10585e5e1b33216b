import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { isLoopback, isUnspecified, urlHost } from '../core/addresses.js';
import { AppError, messageOf } from '../core/errors.js';
import type { App } from './environment.js';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** A listening socket that was handed over, instead of host and port. */
  readonly descriptor?: number | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

export interface RunningServer {
  readonly url: string;
  /** Takes no new connection, waits for the requests under way, then cuts what is left. */
  drain(timeoutMs: number): Promise<void>;
}

/** A client has this long to send its headers, and this long for the whole request. */
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 120_000;
const IDLE_SWEEP_MS = 50;

function createServer(app: App, tls: ListenOptions['tls']): HttpServer {
  const timeouts = { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS };
  return createAdaptorServer({
    fetch: app.fetch as Parameters<typeof createAdaptorServer>[0]['fetch'],
    ...(tls === undefined
      ? { createServer: createHttpServer, serverOptions: timeouts }
      : {
          createServer: createHttpsServer,
          serverOptions: { ...timeouts, ...tls, minVersion: 'TLSv1.2' },
        }),
  }) as HttpServer;
}

async function bind(server: HttpServer, options: ListenOptions): Promise<AddressInfo> {
  const { host, port, descriptor } = options;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const where = descriptor === undefined ? `${host}:${port}` : 'the socket handed over';
      const message = `Cannot listen on ${where}: ${messageOf(cause)}.`;
      reject(new AppError('internal_error', message, { cause }));
    });
    if (descriptor === undefined) server.listen(port, host, resolve);
    else server.listen({ fd: descriptor }, resolve);
  });
  return boundTo(server, options);
}

/** Where it listens. The configuration speaks for its own address, not for one handed over. */
function boundTo(server: HttpServer, { tls, descriptor }: ListenOptions): AddressInfo {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    server.close();
    throw new AppError('internal_error', 'The socket handed over is no TCP socket.');
  }
  if (tls === undefined && descriptor !== undefined && !isLoopback(bound.address)) {
    server.close();
    const message = `TLS is off, so the socket handed over may not be on ${bound.address}.`;
    throw new AppError('internal_error', message);
  }
  return bound;
}

/**
 * Node feeds its HTTP parser straight from a TLS session, and a session goes on giving what it has
 * decrypted after the parser was paused, which the parser takes for a fault: a large request that
 * followed a large answer on the same connection was cut off. Whoever listens to the data of a socket
 * makes them go through its stream, which can be paused.
 */
function readThroughStream(socket: Socket): void {
  socket.on('data', () => undefined);
}

export async function listen(app: App, options: ListenOptions): Promise<RunningServer> {
  const server = createServer(app, options.tls);
  if (options.tls !== undefined) server.on('secureConnection', readThroughStream);
  // The server itself knows only those that have got as far as HTTP, past the TLS handshake.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { port, address } = await bind(server, options);
  const host = options.descriptor === undefined ? options.host : address;
  return {
    url: `${options.tls ? 'https' : 'http'}://${isUnspecified(host) ? 'localhost' : urlHost(host)}:${port}`,
    async drain(timeoutMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection kept alive becomes idle only when its answer is out.
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, timeoutMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    },
  };
}
