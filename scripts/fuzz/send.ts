import type { IncomingHttpHeaders } from 'node:http';
import { type Agent, request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import type { WireRequest } from './draft.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** `silent`: the connection ended without an answer. */
export type Sent = { readonly reply: Reply } | { readonly silent: string };

export interface Target {
  readonly url: URL;
  readonly ca: string;
  readonly agent: Agent;
}

const PATIENCE_MS = 120_000;
const RAW_PATIENCE_MS = 20_000;

/**
 * A connection that was kept may be closed by the server, for it was idle, at the moment in which it
 * is used again: then the request is sent once more, by another connection.
 */
function sendByLibrary(to: Target, request: WireRequest, again = true): Promise<Sent> {
  const { url, ca, agent } = to;
  const { method, target, headers, body } = request;
  return new Promise((resolve) => {
    const silent = (error: Error) => {
      if (again && outgoing.reusedSocket) resolve(sendByLibrary(to, request, false));
      else resolve({ silent: error.message });
    };
    const outgoing = requestHttps(
      {
        method,
        agent,
        ca,
        host: url.hostname,
        port: url.port,
        path: target,
        headers: { ...headers, ...(body !== undefined && { 'content-length': body.length }) },
        signal: AbortSignal.timeout(PATIENCE_MS),
      },
      (incoming) => {
        const { statusCode: status = 0, headers: answered } = incoming;
        const done = (bytes: Buffer) =>
          resolve({ reply: { status, headers: answered, text: bytes.toString('utf8') } });
        buffer(incoming).then(done, silent);
      },
    );
    outgoing.once('error', silent);
    outgoing.end(body);
  });
}

/** Takes an answer apart that came with `Connection: close`. */
function parseReply(text: string): Sent {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
  if (status === undefined) return { silent: text === '' ? 'closed' : 'no HTTP' };
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { reply: { status: Number(status), headers, text: rest.join('\r\n\r\n') } };
}

function sendByHand({ url, ca }: Target, request: WireRequest): Promise<Sent> {
  const { method, target, headers, body } = request;
  const all = {
    host: url.host,
    connection: 'close',
    ...(body !== undefined && { 'content-length': String(body.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'utf8');
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ host: url.hostname, port: Number(url.port), ca }, () => {
      socket.end(Buffer.concat([head, body ?? Buffer.alloc(0)]));
    });
    const finish = () => resolve(parseReply(Buffer.concat(received).toString('utf8')));
    socket.setTimeout(RAW_PATIENCE_MS, () => socket.destroy());
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.once('error', finish);
    socket.once('close', finish);
  });
}

/** Sends it unchanged: through a client library where that accepts it, else as raw bytes. */
export async function send(target: Target, request: WireRequest): Promise<Sent & { raw: boolean }> {
  if (!request.raw) {
    try {
      return { ...(await sendByLibrary(target, request)), raw: false };
    } catch {
      // The library itself refuses such a path or header.
    }
  }
  return { ...(await sendByHand(target, request)), raw: true };
}
