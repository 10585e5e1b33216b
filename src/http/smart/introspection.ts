import { hash } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import type { Send } from '../../core/outbound-client.js';
import { Refusal } from '../oidc/refusal.js';
import type { IntrospectionSettings, IssuerSettings } from './settings.js';
import { type Claims, invalid } from './verify.js';

/**
 * Asks an issuer about a token (RFC 7662).
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`, `provider_unusable`
 */
export interface Introspect {
  (token: string): Promise<Claims>;
  /** Whether the answer is known already. */
  knows(token: string): boolean;
}

export interface IntrospectionParts {
  readonly settings: IssuerSettings & { readonly introspection: IntrospectionSettings };
  readonly secret: string;
  readonly send: Send;
  readonly clock: Clock;
}

/** For so long a token that was revoked may still be used. */
const KEPT_MS = 30_000;
const MAX_KEPT = 10_000;
const TIMEOUT_MS = 10_000;
const LIMIT_BYTES = 65_536;
const REFUSED_CLIENT: readonly number[] = [400, 401, 403];

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 6749, 2.3.1. */
function basic(id: string, secret: string): string {
  const encoded = [id, secret].map((text) => encodeURIComponent(text)).join(':');
  return `Basic ${Buffer.from(encoded).toString('base64')}`;
}

function claimsIn(text: string): Claims {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // As for any other value.
  }
  throw new Refusal('provider_unusable', { detail: 'introspection answers no JSON object' });
}

/** @throws Refusal `invalid_token` */
function checkClaims(claims: Claims, settings: IssuerSettings, nowS: number): void {
  const { active, iss, aud, exp, nbf } = claims;
  const { issuer, audience, clock_skew_s: skew } = settings;
  if (active !== true) throw invalid('it is not active');
  if (iss !== undefined && iss !== issuer) throw invalid('its issuer is another');
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(audience)) throw invalid('its audience is another');
  if (typeof exp === 'number' && exp + skew <= nowS) throw invalid('it has expired');
  if (typeof nbf === 'number' && nbf - skew > nowS) throw invalid('it is not valid yet');
}

interface KeptAnswer {
  readonly askedAt: number;
  readonly claims: Claims;
}

export function createIntrospection(parts: IntrospectionParts): Introspect {
  const { settings, secret, send, clock } = parts;
  const { url, client_id } = settings.introspection;
  const kept = new Map<string, KeptAnswer>();
  const coming = new Map<string, Promise<Claims>>();

  async function ask(token: string): Promise<Claims> {
    const request = {
      url: new URL(url),
      headers: {
        authorization: basic(client_id, secret),
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: String(new URLSearchParams({ token, token_type_hint: 'access_token' })),
      limitBytes: LIMIT_BYTES,
    };
    const { status, text } = await send(request, AbortSignal.timeout(TIMEOUT_MS));
    if (status === 200) return claimsIn(text);
    const isRefused = REFUSED_CLIENT.includes(status);
    const detail = `introspection answers ${status}`;
    throw new Refusal(isRefused ? 'provider_unusable' : 'provider_unavailable', { detail });
  }

  function keep(name: string, claims: Claims, askedAt: number): void {
    kept.delete(name);
    kept.set(name, { claims, askedAt });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  }

  const nameOf = (token: string): string => hash('sha256', token, 'hex');

  function recent(name: string): Claims | undefined {
    const answer = kept.get(name);
    // A clock that was set back makes no answer last longer.
    return answer !== undefined && Math.abs(clock() - answer.askedAt) < KEPT_MS
      ? answer.claims
      : undefined;
  }

  async function fetched(name: string, token: string): Promise<Claims> {
    const askedAt = clock();
    const claims = await ask(token);
    keep(name, claims, askedAt);
    return claims;
  }

  async function introspect(token: string): Promise<Claims> {
    const name = nameOf(token);
    let claims = recent(name);
    if (claims === undefined) {
      const asking = coming.get(name) ?? fetched(name, token).finally(() => coming.delete(name));
      coming.set(name, asking);
      claims = await asking;
    }
    checkClaims(claims, settings, clock() / 1_000);
    return claims;
  }

  return Object.assign(introspect, {
    knows: (token: string) => recent(nameOf(token)) !== undefined,
  });
}
