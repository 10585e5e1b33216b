import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { UpstreamFault } from './fault.js';

export interface UpstreamRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** With a body the request is a POST, without it a GET. */
  readonly body?: string;
  readonly limitBytes: number;
}

export interface UpstreamResponse {
  readonly status: number;
  /** Lower case, without parameters; '' where the server names none. */
  readonly contentType: string;
  readonly retryAfterSeconds?: number;
  readonly text: string;
}

export type Send = (sent: UpstreamRequest, signal: AbortSignal) => Promise<UpstreamResponse>;

export interface ClientTerms {
  /** PEM of the authorities trusted instead of the default ones. */
  readonly ca?: string;
  readonly connectMs: number;
}

/** Concurrent connections; later requests wait, within their own timeout. */
const MAX_CONNECTIONS = 8;
const MAX_RETRY_SECONDS = 300;

function retryAfter({ headers }: IncomingMessage): { retryAfterSeconds?: number } {
  const header = headers['retry-after'];
  if (header === undefined || !/^\d{1,6}$/.test(header)) return {};
  return { retryAfterSeconds: Math.max(1, Math.min(Number(header), MAX_RETRY_SECONDS)) };
}

const tooLong = () => new UpstreamFault('The response is too long.', { ofAnswer: true });

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
    throw new UpstreamFault('The response is not UTF-8.', { cause, ofAnswer: true });
  }
}

async function receive(incoming: IncomingMessage, limitBytes: number): Promise<UpstreamResponse> {
  try {
    const [contentType = ''] = (incoming.headers['content-type'] ?? '').split(';', 1);
    return {
      status: incoming.statusCode ?? 0,
      contentType: contentType.trim().toLowerCase(),
      ...retryAfter(incoming),
      text: await textOf(incoming, limitBytes),
    };
  } finally {
    incoming.destroy();
  }
}

function faultOf(cause: unknown, signal: AbortSignal): UpstreamFault {
  if (cause instanceof UpstreamFault) return cause;
  if (signal.aborted) return new UpstreamFault('The request timed out.', { cause });
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new UpstreamFault(`The connection failed${code}.`, { cause });
}

/**
 * The only place that opens a connection to another machine. Redirects are not followed but returned
 * like any other response, so that credentials are never sent to another host.
 */
export function createClient({ ca, connectMs }: ClientTerms): Send {
  const limits = { maxSockets: MAX_CONNECTIONS };
  const agents = {
    'http:': new HttpAgent(limits),
    'https:': new HttpsAgent({
      ...limits,
      rejectUnauthorized: true,
      ...(ca !== undefined && { ca }),
    }),
  };
  return ({ url, headers, body, limitBytes }, signal) =>
    new Promise((resolve, reject) => {
      const secure = url.protocol === 'https:';
      const options = {
        method: body === undefined ? 'GET' : 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        headers: {
          'Accept-Encoding': 'identity',
          ...headers,
          ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        },
        signal,
      };
      const outgoing = (secure ? requestHttps : requestHttp)(url, options, (incoming) => {
        receive(incoming, limitBytes).then(resolve, (cause) => reject(faultOf(cause, signal)));
      });
      outgoing.once('socket', (socket) => {
        const late = new UpstreamFault('The connection timed out.');
        const timer = setTimeout(() => outgoing.destroy(late), connectMs);
        const done = () => clearTimeout(timer);
        socket.once(secure ? 'secureConnect' : 'connect', done).once('close', done);
      });
      outgoing.once('error', (cause) => reject(faultOf(cause, signal)));
      outgoing.end(body);
    });
}
