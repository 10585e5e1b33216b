import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { AppError, messageOf } from '../core/errors.js';
import type { App } from './environment.js';

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
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

async function bind(server: HttpServer, { host, port }: ListenOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message = `Cannot listen on ${host}:${port}: ${messageOf(cause)}.`;
      reject(new AppError('internal_error', message, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return server.address() as AddressInfo;
}

/** The host as it stands in a URL; the unspecified addresses are reached by localhost. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

export async function listen(app: App, options: ListenOptions): Promise<RunningServer> {
  const server = createServer(app, options.tls);
  // The server itself knows only those that have got as far as HTTP, past the TLS handshake.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const { port } = await bind(server, options);
  return {
    url: `${options.tls ? 'https' : 'http'}://${urlHost(options.host)}:${port}`,
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
