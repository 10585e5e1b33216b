import { ASSERTION_ALGORITHMS } from './assertion.js';
import type { SmartSettings } from './settings.js';

type Json = Readonly<Record<string, unknown>>;

/** Where clients get their tokens; none of what is not configured. */
export interface Authorization {
  readonly token: string;
  /** Where people sign in to an app. */
  readonly authorize?: string;
}

/**
 * The address of a path below a base, as clients know it.
 *
 * @param base `https://host:port/v1/fhir`
 */
export function publicBase(
  base: string,
  { public_url }: Pick<SmartSettings, 'public_url'>,
): string {
  return public_url === undefined ? base : public_url + new URL(base).pathname;
}

const advertisedIn = ({ issuers }: SmartSettings) =>
  issuers.find(({ advertise }) => advertise !== undefined);

/**
 * Where clients of a base get their tokens: from the issuer that is advertised, else here.
 *
 * @returns undefined where nothing of that is configured
 */
export function authorizationOf(base: string, settings: SmartSettings): Authorization | undefined {
  const { advertise } = advertisedIn(settings) ?? {};
  if (advertise !== undefined) {
    return { token: advertise.token_url, authorize: advertise.authorization_url };
  }
  const hasClients = settings.clients.length > 0;
  return hasClients ? { token: `${publicBase(base, settings)}/token` } : undefined;
}

const SCOPE_FORMS = ['permission-v1', 'permission-v2'];

const distinct = (lists: ReadonlyArray<readonly string[]>): string[] => [...new Set(lists.flat())];

/**
 * The configuration that SMART clients read first:
 * https://hl7.org/fhir/smart-app-launch/STU2.2/conformance.html
 */
export function smartConfiguration(base: string, settings: SmartSettings): Json | undefined {
  const authorization = authorizationOf(base, settings);
  if (authorization === undefined) return undefined;
  const issuer = advertisedIn(settings);
  const common = {
    token_endpoint: authorization.token,
    // Required of every server, also of one without an authorization endpoint.
    code_challenge_methods_supported: ['S256'],
  };
  if (issuer?.advertise !== undefined) {
    return {
      issuer: issuer.issuer,
      authorization_endpoint: authorization.authorize,
      ...common,
      grant_types_supported: ['authorization_code'],
      scopes_supported: issuer.scopes,
      capabilities: distinct([issuer.advertise.capabilities, SCOPE_FORMS]),
    };
  }
  return {
    ...common,
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    scopes_supported: distinct(settings.clients.map(({ scopes }) => scopes)),
    capabilities: ['client-confidential-asymmetric', ...SCOPE_FORMS],
  };
}
