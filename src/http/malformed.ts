import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { RequestError } from '@hono/node-server';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { newId } from '../core/ids.js';
import { problemBody, publicError, statusOf } from './problem.js';

/** A request that did not reach the application, for log and metrics. */
export interface MalformedRequest {
  readonly requestId: string;
  readonly status: number;
  readonly remoteAddress?: string | undefined;
}

/** The error for a failure of Node's parser or timeouts; never contains what was sent. */
function faultOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request_timeout', 'The request was not sent in time.');
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers_too_large', 'The headers are too large.');
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new AppError('payload_too_large', 'The extensions of the chunks are too large.');
  }
  return new AppError('validation_error', 'This is not well-formed HTTP/1.1.');
}

function refusalOf(fault: AppError, clock: Clock) {
  const requestId = newId('req');
  const status = statusOf(publicError(fault));
  const body = JSON.stringify({ error: problemBody(fault, requestId, clock()) });
  const headers: Readonly<Record<string, string>> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { requestId, status, headers, body };
}

/**
 * Whether the client would attribute an answer on this connection to the malformed request: those before
 * are complete, and the one in progress is the malformed one itself, whose body is missing.
 */
export function mayRefuse(responses: Iterable<ServerResponse>): boolean {
  for (const { writableEnded, headersSent, req } of responses) {
    if (!writableEnded && (headersSent || req.complete)) return false;
  }
  return true;
}

/** The client may no longer read the response. */
const LINGER_MS = 2_000;

/**
 * Answers a malformed request in the error envelope of the interface, and ends the connection.
 *
 * @param responses to the requests in progress on it
 */
export function refuseMalformed(
  socket: Socket,
  { code }: NodeJS.ErrnoException,
  { responses, clock }: { readonly responses: Iterable<ServerResponse>; readonly clock: Clock },
): MalformedRequest {
  const { requestId, status, headers, body } = refusalOf(faultOf(code), clock);
  const { remoteAddress } = socket;
  if (socket.writable && mayRefuse(responses)) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  } else {
    socket.destroy();
  }
  return { requestId, status, remoteAddress };
}

/** The same for a request that Node accepts although it has no address or no host. */
export function answerToMalformed(thrown: unknown, clock: Clock) {
  const fault = thrown instanceof RequestError ? faultOf(undefined) : publicError(thrown);
  const { requestId, status, headers, body } = refusalOf(fault, clock);
  return { response: new Response(body, { status, headers }), malformed: { requestId, status } };
}
