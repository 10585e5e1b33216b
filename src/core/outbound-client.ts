import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';

/** A body that is never wholly in memory. */
export interface StreamedBody {
  readonly bytes: number;
  open(): AsyncIterable<Uint8Array>;
}

export interface OutboundRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** With a body the request is a POST, without it a GET. */
  readonly body?: string | StreamedBody;
  readonly limitBytes: number;
}

export interface OutboundResponse {
  readonly status: number;
  /** Lower case, without parameters; '' where the server names none. */
  readonly contentType: string;
  readonly retryAfterSeconds?: number;
  /** The other machine's `Date`, milliseconds since 1970. */
  readonly date?: number;
  readonly text: string;
}

export interface OutboundFaultOptions {
  readonly cause?: unknown;
  /** The other machine works and only this response is unusable. */
  readonly ofAnswer?: true;
  /** Its certificate is not that of a machine that is trusted. */
  readonly isUntrusted?: true;
}

export type Send = (sent: OutboundRequest, signal: AbortSignal) => Promise<OutboundResponse>;

/** What TLS to another machine needs; PEM. */
export interface OutboundTls {
  /** Of the authorities trusted instead of the default ones. */
  readonly ca?: string;
  /** Shown to a machine that wants to know who calls. */
  readonly cert?: string;
  readonly key?: string;
}

export interface ClientTerms extends OutboundTls {
  readonly connectMs: number;
  /** Makes the errors of the caller's own kind. */
  readonly fault: (message: string, options: OutboundFaultOptions) => Error;
}

/** Concurrent connections; later requests wait, within their own timeout. */
const MAX_CONNECTIONS = 8;
const MAX_RETRY_SECONDS = 300;

function retryAfter({ headers }: IncomingMessage): { retryAfterSeconds?: number } {
  const header = headers['retry-after'];
  if (header === undefined || !/^\d{1,6}$/.test(header)) return {};
  return { retryAfterSeconds: Math.max(1, Math.min(Number(header), MAX_RETRY_SECONDS)) };
}

function dateOf({ headers }: IncomingMessage): { date?: number } {
  const date = Date.parse(headers.date ?? '');
  return Number.isNaN(date) ? {} : { date };
}

/** What this file knows of a failure; the caller gets it as an error of its own kind. */
class Failure extends Error {
  readonly options: OutboundFaultOptions;

  constructor(message: string, options: OutboundFaultOptions = {}) {
    super(message);
    this.options = options;
  }
}

const tooLong = () => new Failure('The response is too long.', { ofAnswer: true });

async function textOf(incoming: IncomingMessage, limitBytes: number): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) throw tooLong();
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLong();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new Failure('The response is not UTF-8.', { cause, ofAnswer: true });
  }
}

async function receive(incoming: IncomingMessage, limitBytes: number): Promise<OutboundResponse> {
  try {
    const [contentType = ''] = (incoming.headers['content-type'] ?? '').split(';', 1);
    return {
      status: incoming.statusCode ?? 0,
      contentType: contentType.trim().toLowerCase(),
      ...retryAfter(incoming),
      ...dateOf(incoming),
      text: await textOf(incoming, limitBytes),
    };
  } finally {
    incoming.destroy();
  }
}

function failureOf(cause: unknown, signal: AbortSignal, socket: Socket | null): Failure {
  if (cause instanceof Failure) return cause;
  if (signal.aborted) return new Failure('The request timed out.', { cause });
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  const isUntrusted = socket instanceof TLSSocket && Boolean(socket.authorizationError);
  return new Failure(`The connection failed${code}.`, {
    cause,
    ...(isUntrusted && { isUntrusted }),
  });
}

const bytesOf = (body: string | StreamedBody) =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.bytes;

/**
 * With `connectOutbound` the only place of the daemon that opens a connection to another machine. Redirects
 * are not followed but returned like any other response, so that credentials are never sent to another host.
 */
export function createOutboundClient({ connectMs, fault, ...tls }: ClientTerms): Send {
  const limits = { maxSockets: MAX_CONNECTIONS };
  const agents = {
    'http:': new HttpAgent(limits),
    'https:': new HttpsAgent({ ...limits, ...tls, rejectUnauthorized: true }),
  };
  return ({ url, headers, body, limitBytes }, signal) =>
    new Promise((resolve, reject) => {
      const fail = (cause: unknown) => {
        const { message, options } = failureOf(cause, signal, outgoing.socket);
        reject(fault(message, options));
      };
      const secure = url.protocol === 'https:';
      const options = {
        method: body === undefined ? 'GET' : 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        headers: {
          'Accept-Encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'Content-Length': String(bytesOf(body)) }),
        },
        signal,
      };
      const outgoing = (secure ? requestHttps : requestHttp)(url, options, (incoming) => {
        receive(incoming, limitBytes).then(resolve, fail);
      });
      outgoing.once('socket', (socket) => {
        const late = new Failure('The connection timed out.');
        const timer = setTimeout(() => outgoing.destroy(late), connectMs);
        const done = () => clearTimeout(timer);
        socket.once(secure ? 'secureConnect' : 'connect', done).once('close', done);
      });
      outgoing.once('error', fail);
      if (typeof body !== 'object') outgoing.end(body);
      else pipeline(Readable.from(body.open(), { objectMode: false }), outgoing).catch(fail);
    });
}

export interface SocketTerms {
  readonly host: string;
  readonly port: number;
  /** Absent: without TLS. */
  readonly tls?: OutboundTls | undefined;
  readonly connectMs: number;
  readonly fault: ClientTerms['fault'];
}

/** Opens a connection, with TLS where it is asked for, to a machine that speaks something else than HTTP. */
export function connectOutbound(
  { host, port, tls, connectMs, fault }: SocketTerms,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket =
      tls === undefined
        ? connect({ host, port, noDelay: true })
        : connectTls({ ...tls, host, port, rejectUnauthorized: true });
    const abort = () => socket.destroy(new Failure('The request timed out.'));
    const late = new Failure('The connection timed out.');
    const timer = setTimeout(() => socket.destroy(late), connectMs);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
    const fail = (cause: unknown) => {
      settle();
      const { message, options } = failureOf(cause, signal, socket);
      reject(fault(message, options));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    socket.once('error', fail);
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      settle();
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
