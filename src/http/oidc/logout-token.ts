import { hash } from 'node:crypto';
import { jwtVerify } from 'jose';
import type { Clock } from '../../core/clock.js';
import type { UsedToken } from '../../store/user.js';
import { type DiscoveredProvider, SIGNATURES } from './discover.js';
import type { Claims } from './entitlement.js';
import { Refusal } from './refusal.js';
import type { OidcSettings } from './settings.js';
import { refusalOfSignature } from './signature.js';

/** Whose sessions the provider has ended: of one session there, or of a person. */
export interface ProviderLogout {
  readonly issuer: string;
  readonly subject?: string;
  readonly session?: string;
  /** The token that says so, which is accepted once. */
  readonly token: UsedToken;
}

/** OpenID Connect Back-Channel Logout 1.0, 2.4. */
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** The type that the standard recommends, and that of older providers. */
const TYPES: readonly unknown[] = ['logout+jwt', 'JWT', undefined];
/** A token may be this old; the standard recommends two minutes. */
const MAX_AGE_S = 300;

export interface LogoutTokenParts {
  readonly provider: DiscoveredProvider;
  readonly settings: Pick<OidcSettings, 'client_id' | 'clock_skew_s'>;
  readonly clock: Clock;
}

export const logoutTokenUsed = (): Refusal =>
  new Refusal('invalid_token', { detail: 'it was used before' });

const invalid = (detail: string) => new Refusal('invalid_token', { detail });

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The claims of a token of the right kind; which are compared with what, the library decides. */
async function verifiedClaims(token: string, parts: LogoutTokenParts): Promise<Claims> {
  const { provider, settings, clock } = parts;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, provider.keys, {
      issuer: provider.metadata.issuer,
      audience: settings.client_id,
      algorithms: [...SIGNATURES],
      clockTolerance: settings.clock_skew_s,
      currentDate: new Date(clock()),
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    if (!TYPES.includes(protectedHeader.typ)) throw invalid('its type is another');
    return payload;
  } catch (error) {
    throw refusalOfSignature(error);
  }
}

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). That each is accepted once is
 * decided where the logout is committed.
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`
 */
export async function readLogoutToken(
  token: string,
  parts: LogoutTokenParts,
): Promise<ProviderLogout> {
  const { sub, sid, events, nonce, jti, iat, iss } = await verifiedClaims(token, parts);
  if (nonce !== undefined) throw invalid('it has a nonce, as ID tokens do');
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT]))
    throw invalid('it is about another event');
  if (typeof jti !== 'string' || typeof iat !== 'number') throw invalid('its jti is not a text');
  const subject = typeof sub === 'string' ? { subject: sub } : {};
  const session = typeof sid === 'string' ? { session: sid } : {};
  if (subject.subject === undefined && session.session === undefined) {
    throw invalid('it names neither a person nor a session');
  }
  const expiresAt = (iat + MAX_AGE_S + parts.settings.clock_skew_s) * 1_000;
  const issuer = String(iss);
  const used = hash('sha256', JSON.stringify([issuer, jti]), 'buffer');
  return { issuer, ...subject, ...session, token: { hash: used, expiresAt } };
}
