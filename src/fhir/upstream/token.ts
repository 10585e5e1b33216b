import type { Clock } from '../../core/clock.js';
import type { OutboundResponse, Send } from '../../core/outbound-client.js';
import { type SigningKey, signAssertion } from './client-assertion.js';
import { UpstreamFault } from './fault.js';

/** Access tokens of the hospital's authorisation server. */
export interface Tokens {
  /** @throws UpstreamFault */
  current(): Promise<string>;
  /** Reports a rejected token: the next call fetches a new one. */
  refused(token: string): void;
}

export interface TokenParts {
  readonly send: Send;
  readonly url: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly key: SigningKey;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly newId: () => string;
}

interface Token {
  readonly text: string;
  readonly until: number;
}

const LIMIT_BYTES = 65_536;
/** SMART's recommended maximum, used where the server gives no lifetime. */
const USUAL_SECONDS = 300;
const EARLIER_MS = 30_000;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Characters allowed in a header (RFC 6750, 2.1). */
const BEARER = /^[A-Za-z0-9\-._~+/]{1,16384}=*$/;

function membersOf({ text }: OutboundResponse): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function readToken(received: OutboundResponse, now: number): Token {
  const { status, retryAfterSeconds } = received;
  const members = membersOf(received);
  if (status !== 200) {
    // An error code of RFC 6749, 5.2, which shows the administrator the cause.
    const { error } = members;
    const word = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : '';
    throw new UpstreamFault(`The token endpoint responded with status ${status}${word}.`, {
      status,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
  const { access_token: text, token_type: type, expires_in: seconds } = members;
  if (typeof text !== 'string' || !BEARER.test(text) || !/^bearer$/i.test(String(type))) {
    throw new UpstreamFault('The response of the token endpoint has no bearer token.');
  }
  const life = typeof seconds === 'number' && seconds > 0 ? seconds : USUAL_SECONDS;
  return { text, until: now + life * 1_000 - EARLIER_MS };
}

/**
 * Tokens of SMART Backend Services (https://hl7.org/fhir/smart-app-launch/STU2.2/backend-services.html),
 * each used until half a minute before it expires. Concurrent callers share one request.
 */
export function createTokens(parts: TokenParts): Tokens {
  const { send, url, clientId, scopes, key, timeoutMs, clock, newId } = parts;
  let held: Token | undefined;
  let coming: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const now = clock();
    const claims = { clientId, audience: url, now, id: newId() };
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      scope: scopes.join(' '),
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await signAssertion(key, claims),
    });
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const sent = { url: new URL(url), headers, body: String(body), limitBytes: LIMIT_BYTES };
    held = readToken(await send(sent, AbortSignal.timeout(timeoutMs)), now);
    return held.text;
  }

  return {
    async current() {
      if (held !== undefined && clock() < held.until) return held.text;
      coming ??= fetchToken().finally(() => {
        coming = undefined;
      });
      return coming;
    },
    refused(token) {
      if (held?.text === token) held = undefined;
    },
  };
}
