import type { World } from '../state/world.js';
import { ApiError, errorOf } from './errors.js';

/** The only place where the console makes requests. */

export interface RequestOptions {
  /** Whose data; pages without a world (the sign-in) have none. */
  readonly world?: World | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form: a file in it, never as base64, or the parameters of a search. */
  readonly form?: FormData | URLSearchParams;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /**
   * The same name for every attempt at one action, so that an attempt after a lost connection is not
   * carried out twice. See `newActionName`.
   */
  readonly idempotencyKey?: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface SessionHooks {
  readonly csrfToken: () => string | undefined;
  /** Called when the appliance says that nobody is signed in. */
  readonly onSignedOut: () => void;
}

let hooks: SessionHooks = { csrfToken: () => undefined, onSignedOut: () => undefined };

/** Connects the client to the session; see `state/session.ts`. */
export function useSession(session: SessionHooks): void {
  hooks = session;
}

/** A new name for an action: kept while it is repeated. */
export const newActionName = (): string => crypto.randomUUID();

function addressOf(path: string, query: RequestOptions['query']): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

function headersOf(method: Method, options: RequestOptions): Headers {
  const headers = new Headers({ Accept: 'application/json', ...options.headers });
  if (options.world !== undefined) headers.set('Wardbox-Mode', options.world);
  if (options.body !== undefined && !headers.has('Content-Type')) {
    headers.set('Content-Type', 'application/json');
  }
  const token = hooks.csrfToken();
  if (method !== 'GET' && token !== undefined) headers.set('X-CSRF-Token', token);
  if (options.idempotencyKey !== undefined) {
    headers.set('Idempotency-Key', options.idempotencyKey);
  }
  return headers;
}

/** Codes of a 401 about what was typed. Any other says that the session is over, in FHIR as well. */
const UNPROVEN: ReadonlySet<string> = new Set(['invalid_credentials', 'second_factor_required']);

async function send(method: Method, path: string, options: RequestOptions): Promise<Response> {
  const { body, form, query, signal } = options;
  const content = form ?? (body === undefined ? undefined : JSON.stringify(body));
  let response: Response;
  try {
    response = await fetch(addressOf(path, query), {
      method,
      headers: headersOf(method, options),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(content !== undefined && { body: content }),
      ...(signal !== undefined && { signal }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('', { status: 0, code: 'not_reached' });
  }
  if (response.ok) return response;
  const error = errorOf(response, await response.json().catch(() => undefined));
  if (error.status === 401 && !UNPROVEN.has(error.code)) hooks.onSignedOut();
  throw error;
}

/** @throws ApiError `not_reached` where the answer breaks off, `unreadable` where it is no JSON */
async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('', { status: 0, code: 'not_reached' });
  }
  if (text === '' && response.status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const requestId = response.headers.get('x-request-id') ?? undefined;
    throw new ApiError('', { status: response.status, code: 'unreadable', requestId });
  }
}

/**
 * Sends a request and reads its JSON answer; undefined for an answer without content.
 *
 * @throws ApiError for every status of 400 or more, and when the appliance is not reached
 */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<T> {
  const response = await send(method, path, options);
  return (await readJson(response, options.signal)) as T;
}

/** The same for what is not JSON: a picture, an export, a stream of events. */
export function requestRaw(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Response> {
  return send(method, path, options);
}
