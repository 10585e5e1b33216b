import {
  allowInsecureRequests,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client';
import { refusalOf } from './provider-errors.js';
import { Refusal } from './refusal.js';
import { type RemoteKeys, remoteKeys } from './remote-keys.js';
import type { OidcSettings } from './settings.js';

/** Signatures by keys that the provider alone has; `none` and HMAC are never among them. */
export const SIGNATURES: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The provider as it describes itself. */
export interface DiscoveredProvider {
  readonly configuration: Configuration;
  readonly metadata: ServerMetadata;
  readonly keys: RemoteKeys;
}

export interface DiscoverParts {
  readonly settings: OidcSettings;
  readonly authentication: ClientAuth;
  readonly callProvider: CustomFetch;
}

/** The machines that may be called. */
export const originsOf = ({ issuer, further_origins }: OidcSettings): ReadonlySet<string> =>
  new Set([new URL(issuer).origin, ...further_origins]);

const unusable = (detail: string) => new Refusal('provider_unusable', { detail });

/** @throws Refusal `provider_unusable` where the metadata lack what a sign-in needs */
function checkMetadata(metadata: ServerMetadata, settings: OidcSettings): URL {
  // The library lets one host differ, for sign-in from any organisation: a hospital's is one.
  if (new URL(metadata.issuer).href !== new URL(settings.issuer).href) {
    throw unusable('it names another issuer');
  }
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  const endpoints = { authorization_endpoint, token_endpoint, jwks_uri };
  for (const [name, address] of Object.entries(endpoints)) {
    if (address === undefined || !URL.canParse(address)) throw unusable(`it has no ${name}`);
  }
  const origins = originsOf(settings);
  for (const address of [token_endpoint, jwks_uri]) {
    const { origin } = new URL(address ?? '');
    if (origins.has(origin)) continue;
    throw unusable(`an endpoint is at ${origin}, which is not in further_origins`);
  }
  const methods = metadata.code_challenge_methods_supported;
  if (methods !== undefined && !methods.includes('S256')) throw unusable('it lacks PKCE with S256');
  const algorithms = metadata.id_token_signing_alg_values_supported;
  if (algorithms !== undefined && !algorithms.some((one) => SIGNATURES.includes(one))) {
    throw unusable('it signs ID tokens by no algorithm that can be verified');
  }
  return new URL(jwks_uri ?? '');
}

/**
 * Reads the discovery document of the provider.
 *
 * @throws Refusal `provider_unavailable`, `provider_unusable`
 */
export async function discoverProvider(parts: DiscoverParts): Promise<DiscoveredProvider> {
  const { settings, authentication, callProvider } = parts;
  const { issuer, client_id, clock_skew_s, timeout_s } = settings;
  const server = new URL(issuer);
  const client = { [clockTolerance]: clock_skew_s };
  // The configuration accepts plain HTTP on this machine alone.
  const execute = server.protocol === 'http:' ? [allowInsecureRequests] : [];
  const options = { [customFetch]: callProvider, timeout: timeout_s, execute };
  try {
    const configuration = await discovery(server, client_id, client, authentication, options);
    const metadata = configuration.serverMetadata();
    const keys = remoteKeys(checkMetadata(metadata, settings), callProvider, timeout_s * 1_000);
    return { configuration, metadata, keys };
  } catch (error) {
    throw refusalOf(error, 'provider_unusable');
  }
}
