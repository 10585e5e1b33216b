import type { Clock } from '../../core/clock.js';
import type { OutboundResponse, Send } from '../../core/outbound-client.js';
import { type Breaker, createBreaker } from './breaker.js';
import { UpstreamFault } from './fault.js';
import type { Tokens } from './token.js';

/** JSON as it was sent, and parsed. */
export interface Document {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The hospital's FHIR server. */
export interface Upstream {
  /** Its base URL, without a slash at the end. */
  readonly base: string;
  /** Timeout of one request with everything it requires, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * @param url the base or below it
   * @returns nothing where there is nothing (404, 410)
   * @throws UpstreamFault
   */
  get(url: string, signal: AbortSignal): Promise<Document | undefined>;
}

export interface UpstreamParts {
  readonly base: string;
  readonly timeoutMs: number;
  readonly send: Send;
  /** Without credentials requests are sent unauthenticated. */
  readonly tokens?: Tokens;
  readonly clock: Clock;
}

const LIMIT_BYTES = 16 * 1_024 * 1_024;

/** @throws UpstreamFault for URLs of another server: credentials are for this server alone */
function below(base: string, address: string): URL {
  const url = new URL(address, `${base}/`);
  const own = new URL(base);
  const inside = url.pathname === own.pathname || url.pathname.startsWith(`${own.pathname}/`);
  const under = own.pathname === '/' || inside;
  if (url.origin === own.origin && under && url.username === '' && url.password === '') return url;
  throw new UpstreamFault('The response links to another server.', { ofAnswer: true });
}

function documentOf({ text, contentType }: OutboundResponse): Document {
  const unusable = (why: string) => new UpstreamFault(why, { ofAnswer: true });
  if (!contentType.includes('json')) throw unusable('The answer is not JSON.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes its input.
    throw unusable('The answer is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unusable('The response is not a resource.');
  }
  return { text, value: value as Document['value'] };
}

function read(received: OutboundResponse): Document | undefined {
  const { status, retryAfterSeconds } = received;
  if (status === 200) return documentOf(received);
  if (status === 404 || status === 410) return undefined;
  throw new UpstreamFault(`The server responded with status ${status}.`, {
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** Whether the failure concerns the server as a whole and not only this request. */
const isDown = ({ ofAnswer, status }: UpstreamFault): boolean =>
  !ofAnswer && (status === undefined || status >= 500 || status === 429);

function judge(thrown: unknown, breaker: Breaker): void {
  if (!(thrown instanceof UpstreamFault)) return;
  if (isDown(thrown)) breaker.failed(thrown.retryAfterSeconds);
  else breaker.worked();
}

/** Sends requests to the hospital's server, and stops while it does not answer. */
export function createUpstream(parts: UpstreamParts): Upstream {
  const { base, timeoutMs, send, tokens, clock } = parts;
  const breaker = createBreaker(clock);

  async function ask(url: URL, signal: AbortSignal): Promise<OutboundResponse> {
    const token = await tokens?.current();
    const headers = {
      Accept: 'application/fhir+json',
      'User-Agent': 'Wardbox',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    const received = await send({ url, headers, limitBytes: LIMIT_BYTES }, signal);
    if (received.status === 401 && token !== undefined) tokens?.refused(token);
    return received;
  }

  async function sendWithFreshToken(url: URL, signal: AbortSignal): Promise<OutboundResponse> {
    const received = await ask(url, signal);
    // A token may be revoked early; a fresh one that is rejected too is a refusal.
    return received.status === 401 && tokens !== undefined ? ask(url, signal) : received;
  }

  return {
    base,
    timeoutMs,
    async get(address, signal) {
      const url = below(base, address);
      breaker.check();
      try {
        const found = read(await sendWithFreshToken(url, signal));
        breaker.worked();
        return found;
      } catch (thrown) {
        judge(thrown, breaker);
        throw thrown;
      }
    },
  };
}
