import { hash } from 'node:crypto';
import { decodeJwt } from 'jose';
import type { Clock } from '../../core/clock.js';
import type { UsedToken } from '../../store/user.js';
import type { KeySet } from './key-set.js';
import type { ResourceScope } from './scopes.js';
import type { ClientSettings } from './settings.js';
import { type Claims, invalid, verifyToken } from './verify.js';

/** A program that gets its tokens here. */
export interface SmartClient {
  readonly settings: ClientSettings;
  readonly bounds: readonly ResourceScope[];
  readonly keys: KeySet;
}

/** A client that has proved which one it is, and the proof, which is accepted once. */
export interface ProvedClient {
  readonly client: SmartClient;
  readonly proof: UsedToken;
}

export interface AssertionParts {
  readonly clients: ReadonlyMap<string, SmartClient>;
  /** The address of the token endpoint, as the client knows it. */
  readonly audience: string;
  readonly clock: Clock;
}

/** https://hl7.org/fhir/smart-app-launch/STU2.2/client-confidential-asymmetric.html */
export const ASSERTION_ALGORITHMS: readonly string[] = ['RS384', 'ES384'];
const MAX_LIFETIME_S = 300;
/** How far the clock of a client may differ. */
const SKEW_S = 30;
const MAX_ID_LENGTH = 255;

/** The configured client that an assertion says it is from: not yet proved. */
export function claimedClient(
  token: string,
  clients: AssertionParts['clients'],
): SmartClient | undefined {
  try {
    return clients.get(String(decodeJwt(token).iss));
  } catch {
    return undefined;
  }
}

/** The time at which it ends and its id, within the limits of the profile. */
function limitsOf({ aud, exp = 0, iat, jti }: Claims, audience: string, nowS: number) {
  // A list could name the token endpoints of several servers, of which each could use it at the others.
  if (aud !== audience) throw invalid('its audience is another');
  if (exp > nowS + MAX_LIFETIME_S + SKEW_S) throw invalid('it is valid for too long');
  if (iat !== undefined && iat > nowS + SKEW_S) throw invalid('it is from the future');
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH) {
    throw invalid('its jti is no id');
  }
  return { jti, expiresAt: (exp + SKEW_S) * 1_000 };
}

/**
 * Verifies by which a client proves who it is (RFC 7523). That each is accepted once is decided where its
 * use is committed.
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`
 */
export async function verifyAssertion(
  token: string,
  { clients, audience, clock }: AssertionParts,
): Promise<ProvedClient> {
  const client = claimedClient(token, clients);
  if (client === undefined) throw invalid('it is not of a configured client');
  const { id, jwks_url } = client.settings;
  const now = clock();
  const { payload, protectedHeader } = await verifyToken(token, client.keys, {
    issuer: id,
    subject: id,
    audience,
    algorithms: [...ASSERTION_ALGORITHMS],
    typ: 'JWT',
    clockTolerance: SKEW_S,
    currentDate: new Date(now),
    requiredClaims: ['exp', 'jti'],
  });
  const { kid, jku } = protectedHeader;
  if (kid === undefined) throw invalid('its key is not named by kid');
  // Keys are never fetched from there.
  if (jku !== undefined && jku !== jwks_url) throw invalid('its jku is another');
  const { jti, expiresAt } = limitsOf(payload, audience, now / 1_000);
  const name = hash('sha256', JSON.stringify(['client assertion', id, jti]), 'buffer');
  return { client, proof: { hash: name, expiresAt } };
}
