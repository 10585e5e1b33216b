import { readFile } from 'node:fs/promises';
import { type Agent, type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { encodeForm } from './form.js';

export interface HttpRequest {
  /** GET, or POST where there is a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a bearer token. */
  readonly key?: string;
  readonly body?: string | Uint8Array | FormData;
  /** Sent as `application/json`, in place of `body`. */
  readonly json?: unknown;
  readonly signal?: AbortSignal;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  json<T = unknown>(): T;
}

export type HttpClient = (path: string, request?: HttpRequest) => Promise<HttpResponse>;

interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | undefined;
}

async function payloadOf({ body, json }: HttpRequest): Promise<Payload> {
  if (json !== undefined) {
    const headers = { 'content-type': 'application/json' };
    return { headers, bytes: Buffer.from(JSON.stringify(json)) };
  }
  if (body instanceof FormData) return encodeForm(body);
  return { headers: {}, bytes: typeof body === 'string' ? Buffer.from(body) : body };
}

/**
 * A client that trusts one authority and nothing else.
 *
 * @param agent keeps connections; without it each request has its own
 */
export async function createClient(
  baseUrl: string,
  caFile: string | undefined,
  agent: Agent | false = false,
): Promise<HttpClient> {
  const ca = caFile === undefined ? undefined : await readFile(caFile, 'utf8');
  const open = baseUrl.startsWith('https:') ? requestHttps : requestHttp;
  return async (path, request = {}) => {
    const { headers, bytes } = await payloadOf(request);
    const options = {
      method: request.method ?? (bytes === undefined ? 'GET' : 'POST'),
      agent,
      headers: {
        ...headers,
        ...(bytes !== undefined && { 'content-length': String(bytes.byteLength) }),
        ...(request.key !== undefined && { authorization: `Bearer ${request.key}` }),
        ...request.headers,
      },
      ...(request.signal !== undefined && { signal: request.signal }),
      ...(ca !== undefined && { ca }),
    };
    return new Promise((resolve, reject) => {
      const outgoing = open(new URL(path, baseUrl), options, (incoming) => {
        buffer(incoming).then((received) => {
          const text = received.toString('utf8');
          const { statusCode: status = 0, headers: answered } = incoming;
          resolve({
            status,
            headers: answered,
            bytes: received,
            text,
            json: <T>() => JSON.parse(text) as T,
          });
        }, reject);
      });
      outgoing.once('error', reject);
      outgoing.end(bytes);
    });
  };
}
