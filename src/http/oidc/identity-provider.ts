import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client';
import type { Clock } from '../../core/clock.js';
import { type DiscoveredProvider, originsOf } from './discover.js';
import { type Claims, mentionGroups } from './entitlement.js';
import { type ProviderLogout, readLogoutToken } from './logout-token.js';
import { refusalOf } from './provider-errors.js';
import { Refusal } from './refusal.js';
import type { OidcSettings } from './settings.js';
import { verifyIdToken } from './signature.js';
import type { Transaction } from './transactions.js';

/** A person as the provider states it: the issuer and the subject name nobody else, ever. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** The session at the provider, which it names when it ends it. */
  readonly session?: string;
  readonly claims: Claims;
}

/** The hospital's OpenID Connect provider; each function may throw a `Refusal`. */
export interface IdentityProvider {
  /** For the button. */
  readonly name: string;
  /** Where the browser goes to sign in. */
  authorizationUrl(transaction: Transaction): Promise<URL>;
  /** Exchanges the code of a response for a verified statement about the person. */
  identify(response: URLSearchParams, transaction: Transaction): Promise<Identity>;
  /** Where the browser goes to end the session at the provider; none where it cannot be ended so. */
  endSessionUrl(returnTo: string): Promise<URL | undefined>;
  readLogoutToken(token: string): Promise<ProviderLogout>;
}

export interface IdentityProviderParts {
  readonly settings: OidcSettings;
  /** The discovered provider, however long ago. */
  readonly current: () => Promise<DiscoveredProvider>;
  readonly clock: Clock;
}

const MAX_SUBJECT_LENGTH = 255;

/** Groups are often left out of the ID token and given to who asks for them. */
async function claimsOfPerson(
  { configuration, metadata }: DiscoveredProvider,
  settings: OidcSettings,
  { claims, accessToken, subject }: { claims: Claims; accessToken: string; subject: string },
): Promise<Claims> {
  const { userinfo_endpoint: endpoint = '' } = metadata;
  const canAsk = URL.canParse(endpoint) && originsOf(settings).has(new URL(endpoint).origin);
  if (!canAsk || mentionGroups(claims, settings.groups_claim)) return claims;
  try {
    const more = await fetchUserInfo(configuration, accessToken, subject);
    // What is signed is not replaced.
    return { ...more, ...claims };
  } catch (error) {
    throw refusalOf(error, 'provider_unusable');
  }
}

/** Whether it is an answer of this provider (RFC 9207): if not, nothing in it can be relied on. */
function isFrom(
  { issuer, authorization_response_iss_parameter_supported: names }: ServerMetadata,
  response: URLSearchParams,
): boolean {
  const named = response.get('iss') ?? (names === true ? undefined : issuer);
  return response.has('code') && named === issuer;
}

async function redeem(
  provider: DiscoveredProvider,
  settings: OidcSettings,
  response: URLSearchParams,
  { redirectUri, codeVerifier, state, nonce }: Transaction,
): Promise<Identity> {
  const address = new URL(redirectUri);
  address.search = response.toString();
  const isWrong = isFrom(provider.metadata, response) ? 'invalid_token' : 'invalid_response';
  const tokens = await authorizationCodeGrant(provider.configuration, address, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  }).catch((error: unknown) => {
    throw refusalOf(error, isWrong);
  });
  const claims = tokens.claims();
  if (claims === undefined || tokens.id_token === undefined) throw new Refusal('invalid_token');
  await verifyIdToken(tokens.id_token, provider.keys);
  const { iss: issuer, sub: subject, sid } = claims;
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH) throw new Refusal('invalid_token');
  const signed = { claims, accessToken: tokens.access_token, subject };
  return {
    issuer,
    subject,
    ...(typeof sid === 'string' && { session: sid }),
    claims: await claimsOfPerson(provider, settings, signed),
  };
}

export function createIdentityProvider(parts: IdentityProviderParts): IdentityProvider {
  const { settings, current, clock } = parts;
  return {
    name: settings.name,
    async authorizationUrl({ redirectUri, state, nonce, codeVerifier }) {
      const { configuration } = await current();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes.join(' '),
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(settings.required_acr.length > 0 && { acr_values: settings.required_acr.join(' ') }),
      });
    },
    async identify(response, transaction) {
      return redeem(await current(), settings, response, transaction);
    },
    async endSessionUrl(returnTo) {
      const { configuration, metadata } = await current();
      if (metadata.end_session_endpoint === undefined) return undefined;
      return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo });
    },
    async readLogoutToken(token) {
      return readLogoutToken(token, { provider: await current(), settings, clock });
    },
  };
}
