import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type RequestListener,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { getRequestListener } from '@hono/node-server';
import { isLoopback, isUnspecified, urlHost } from '../core/addresses.js';
import { type Clock, systemClock } from '../core/clock.js';
import { AppError, messageOf } from '../core/errors.js';
import { showsCertificate } from './client-certificate.js';
import { type ConnectionLoad, Connections } from './connections.js';
import type { App } from './environment.js';
import { answerToMalformed, type MalformedRequest, refuseMalformed } from './malformed.js';

/** PEM. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
  /** Clients need a certificate of this authority. */
  readonly clientCa?: string;
}

export interface ServerLimits {
  readonly connections: number;
  /** How long a connection is kept for the next request. */
  readonly idleMs: number;
  /** How long a client has for the TLS handshake, and then for its headers. */
  readonly headersMs: number;
  /** The same for the whole request. */
  readonly requestMs: number;
  /** How long a client has to fetch its answer. */
  readonly answerMs: number;
  readonly headerBytes: number;
  /** Bytes of answers buffered because clients do not read them. */
  readonly answersBytes: number;
}

/** As in `appliance.config.json`. */
export const USUAL_LIMITS: ServerLimits = {
  connections: 2_000,
  idleMs: 65_000,
  headersMs: 20_000,
  requestMs: 120_000,
  answerMs: 60_000,
  headerBytes: 16_384,
  answersBytes: 256 * 1024 * 1024,
};

/** Events before a request reaches the application. */
export interface ServerEvents {
  malformed?(refusal: MalformedRequest): void;
  /** A client presented no certificate, or an invalid one. */
  uncertified?(remoteAddress: string | undefined, reason: string): void;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** An inherited listening socket, instead of host and port. */
  readonly descriptor?: number | undefined;
  readonly tls: ServerTls | undefined;
  readonly limits?: ServerLimits;
  readonly events?: ServerEvents;
  readonly clock?: Clock;
}

export interface RunningServer {
  readonly url: string;
  /**
   * Accepts no new connection, waits for the requests in progress, then closes the remaining
   * connections.
   */
  drain(timeoutMs: number): Promise<void>;
  /**
   * New connections get this certificate. When the authority of the clients is another one, those
   * that were made under the old one end: the busy ones after `graceMs` at the latest.
   */
  renew(tls: ServerTls, graceMs: number): void;
  load(): ConnectionLoad;
}

/** Interval at which Node checks for requests that take too long. */
const CHECK_MS = 1_000;
const IDLE_SWEEP_MS = 50;
/** Of Node's parser and its timeouts. */
const HTTP_FAULT = /^(HPE|ERR_HTTP)_/;
const MIN_TLS = 'TLSv1.2' as const;

const contextOf = ({ cert, key, clientCa }: ServerTls) => ({
  cert,
  key,
  minVersion: MIN_TLS,
  ...(clientCa !== undefined && { ca: clientCa }),
});

function createServer(
  app: App,
  options: ListenOptions,
  limits: ServerLimits,
  connections: Connections,
): HttpServer {
  const { tls, events = {}, clock = systemClock } = options;
  const bounds = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: limits.headerBytes,
    // Refused as well, but in the envelope of the interface.
    requireHostHeader: false,
  };
  const answer = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    errorHandler(thrown) {
      const { response, malformed } = answerToMalformed(thrown, clock);
      events.malformed?.(malformed);
      return response;
    },
  });
  const listener: RequestListener = (request, response) => {
    if (connections.admit(request, response)) void answer(request, response);
  };
  if (tls === undefined) return createHttpServer(bounds, listener);
  // `guard` handles clients without one: this machine's own health checks need none.
  const requested = { requestCert: tls.clientCa !== undefined, rejectUnauthorized: false };
  const handshakeTimeout = limits.headersMs;
  const secured = { ...contextOf(tls), ...requested, handshakeTimeout };
  return createHttpsServer({ ...bounds, ...secured }, listener);
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

/** The address that it listens on: the configured one, or that of an inherited socket. */
function boundTo(server: HttpServer, { tls, descriptor }: ListenOptions): AddressInfo {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') {
    server.close();
    throw new AppError('internal_error', 'The inherited socket is not a TCP socket.');
  }
  if (tls === undefined && descriptor !== undefined && !isLoopback(bound.address)) {
    server.close();
    const message = `TLS is off, so the socket handed over may not be on ${bound.address}.`;
    throw new AppError('internal_error', message);
  }
  return bound;
}

/**
 * Node feeds its HTTP parser directly from a TLS session, and a session continues to deliver what it has
 * decrypted after the parser was paused, which the parser takes for a fault: a large request that
 * followed a large answer on the same connection was cut off. A listener for the data of a socket
 * makes them go through its stream, which can be paused.
 */
function readThroughStream(socket: Socket): void {
  socket.on('data', () => undefined);
}

/** Handles connections and malformed requests. */
function guard(server: HttpServer, options: ListenOptions, connections: Connections): void {
  const { tls, events = {}, clock = systemClock } = options;
  server.on('connection', (socket) => connections.add(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // The client has disconnected, or the TLS handshake has failed: no response is possible.
    if (!HTTP_FAULT.test(error.code ?? '')) return void socket.destroy();
    const responses = connections.responses(socket);
    const refusal = refuseMalformed(socket, error, { responses, clock });
    events.malformed?.(refusal);
  });
  if (tls !== undefined) {
    server.on('secureConnection', readThroughStream);
    server.prependListener('secureConnection', (socket: TLSSocket) => {
      connections.secure(socket);
      if (tls.clientCa === undefined || showsCertificate(socket)) return;
      const { remoteAddress, authorizationError: reason } = socket;
      events.uncertified?.(remoteAddress, String(reason ?? 'no certificate'));
      socket.destroy();
    });
  }
}

export async function listen(app: App, options: ListenOptions): Promise<RunningServer> {
  const { limits = USUAL_LIMITS } = options;
  const connections = new Connections(limits);
  const server = createServer(app, options, limits, connections);
  // Node would close one whose last answer has ended, although the next request has already arrived.
  server.closeIdleConnections = () => connections.closeIdle();
  guard(server, options, connections);
  const { port, address } = await bind(server, options);
  const host = options.descriptor === undefined ? options.host : address;
  let clientCa = options.tls?.clientCa;
  return {
    url: `${options.tls ? 'https' : 'http'}://${isUnspecified(host) ? 'localhost' : urlHost(host)}:${port}`,
    async drain(timeoutMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A connection kept alive becomes idle only when its answer is out.
      const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
      const timer = setTimeout(() => connections.close(), timeoutMs);
      await closed;
      connections.close();
      clearInterval(sweep);
      clearTimeout(timer);
    },
    renew(tls, graceMs) {
      (server as HttpsServer).setSecureContext(contextOf(tls));
      if (tls.clientCa !== clientCa) connections.retire(graceMs);
      clientCa = tls.clientCa;
    },
    load: () => connections.load(),
  };
}
