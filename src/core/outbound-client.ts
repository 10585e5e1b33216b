import { lookup as lookUpName } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect as connectTls, TLSSocket } from 'node:tls';
import { type MediaType, readMediaType } from './media-type.js';

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

/** What comes before the body. */
export interface ResponseHead {
  readonly status: number;
  /** Lower case, without parameters; '' where the server names none. */
  readonly contentType: string;
  readonly retryAfterSeconds?: number;
  /** How long it allows to keep the response; absent where it does not say. */
  readonly freshSeconds?: number;
  /** The other machine's `Date`, milliseconds since 1970. */
  readonly date?: number;
  /** Its header `Warning`. */
  readonly warning?: string;
}

export interface OutboundResponse extends ResponseHead {
  readonly text: string;
}

/** A response whose body is never wholly in memory. */
export interface StreamedResponse extends ResponseHead {
  /** With its parameters; undefined where the server names none, or one that is malformed. */
  readonly mediaType: MediaType | undefined;
  /** Of the body, to be read once; throws where it is longer than allowed or ends early. */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface OutboundFaultOptions {
  readonly cause?: unknown;
  /** The other machine works and only this response is unusable. */
  readonly ofAnswer?: true;
  /** Its response is longer than allowed. */
  readonly isTooLong?: true;
  /** Its certificate is not that of a machine that is trusted. */
  readonly isUntrusted?: true;
}

/** Receives a whole body as text. */
export type Send = (sent: OutboundRequest, signal: AbortSignal) => Promise<OutboundResponse>;

/** Receives a body in pieces: the connection is closed when `read` ends, whose errors are thrown as they are. */
export type Receive = <T>(
  sent: OutboundRequest,
  signal: AbortSignal,
  read: (response: StreamedResponse) => Promise<T>,
) => Promise<T>;

export interface OutboundClient {
  readonly send: Send;
  readonly receive: Receive;
}

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
  /** Of the address that a name has at the time of the connection; absent where every one is allowed. */
  readonly mayConnect?: (address: string) => boolean;
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

/** RFC 9111, 5.2.2. */
function freshness({ headers }: IncomingMessage): { freshSeconds?: number } {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return { freshSeconds: 0 };
  const seconds = /(?:^|[\s,])max-age="?(\d{1,9})/i.exec(control)?.[1];
  return seconds === undefined ? {} : { freshSeconds: Number(seconds) };
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

const tooLong = () => new Failure('The response is too long.', { ofAnswer: true, isTooLong: true });

function headOf(incoming: IncomingMessage): ResponseHead {
  const [contentType = ''] = (incoming.headers['content-type'] ?? '').split(';', 1);
  return {
    status: incoming.statusCode ?? 0,
    contentType: contentType.trim().toLowerCase(),
    ...retryAfter(incoming),
    ...freshness(incoming),
    ...dateOf(incoming),
    ...(incoming.headers.warning !== undefined && { warning: incoming.headers.warning }),
  };
}

async function* contentOf(
  incoming: IncomingMessage,
  limitBytes: number,
): AsyncGenerator<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > limitBytes) throw tooLong();
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limitBytes) throw tooLong();
    yield chunk;
  }
}

/** @throws TypeError where it is not UTF-8 */
async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
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

const notAllowed = () => new Failure('The address is in none of the networks that are allowed.');

/** Resolves names to those of their addresses that are allowed. */
const allowedLookup =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (name, options, callback) => {
    lookUpName(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '');
      const allowed = addresses.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (first === undefined) return callback(notAllowed(), '');
      if (options.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };

/** The address in a URL that names no host: it is not looked up. */
const literalOf = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
};

const bytesOf = (body: string | StreamedBody) =>
  typeof body === 'string' ? Buffer.byteLength(body) : body.bytes;

/**
 * With `connectOutbound` the only place of the daemon that opens a connection to another machine. Redirects
 * are not followed but returned like any other response, so that credentials are never sent to another host.
 */
export function createOutboundClient({
  connectMs,
  fault,
  mayConnect,
  ...tls
}: ClientTerms): OutboundClient {
  const lookup = mayConnect && { lookup: allowedLookup(mayConnect) };
  const limits = { maxSockets: MAX_CONNECTIONS, ...lookup };
  const agents = {
    'http:': new HttpAgent(limits),
    'https:': new HttpsAgent({ ...limits, ...tls, rejectUnauthorized: true }),
  };
  const faultOf = (cause: unknown, signal: AbortSignal, socket: Socket | null) => {
    const { message, options } = failureOf(cause, signal, socket);
    return fault(message, options);
  };
  async function* guarded(content: AsyncIterable<Uint8Array>, signal: AbortSignal) {
    try {
      yield* content;
      // What had not been read when it was aborted is lost.
      signal.throwIfAborted();
    } catch (cause) {
      throw faultOf(cause, signal, null);
    }
  }
  const receive: Receive = ({ url, headers, body, limitBytes }, signal, read) =>
    new Promise((resolve, reject) => {
      let isAnswered = false;
      // As soon as there is a response, the reader finds what is wrong with the connection.
      const fail = (cause: unknown) => {
        if (!isAnswered) reject(faultOf(cause, signal, outgoing.socket));
      };
      const literal = literalOf(url);
      if (literal !== undefined && mayConnect?.(literal) === false) {
        reject(faultOf(notAllowed(), signal, null));
        return;
      }
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
        isAnswered = true;
        const mediaType = readMediaType(incoming.headers['content-type'] ?? '');
        const content = guarded(contentOf(incoming, limitBytes), signal);
        read({ ...headOf(incoming), mediaType, content })
          .finally(() => incoming.destroy())
          .then(resolve, reject);
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
  return {
    receive,
    send: (sent, signal) =>
      receive(sent, signal, async ({ mediaType: _, content, ...head }) => {
        try {
          return { ...head, text: await textOf(content) };
        } catch (cause) {
          if (!(cause instanceof TypeError)) throw cause;
          throw fault('The response is not UTF-8.', { cause, ofAnswer: true });
        }
      }),
  };
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

/**
 * The SHA-256 fingerprint of the certificate that is shown at a port, whoever issued it: to be compared, never
 * trusted. Undefined where none is shown.
 */
export const shownFingerprint = (
  host: string,
  port: number,
  timeoutMs: number,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    const socket = connectTls({ host, port, rejectUnauthorized: false, timeout: timeoutMs });
    const end = (shown?: string) => {
      resolve(shown);
      socket.destroy();
    };
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()?.fingerprint256));
    socket.once('timeout', () => end());
    socket.once('error', () => end());
  });
