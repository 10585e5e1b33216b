import { genericGrantRequest, ResponseBodyError } from 'openid-client';
import type { DiscoveredProvider } from './discover.js';
import { discover, openAccess } from './open.js';
import { refusalOf } from './provider-errors.js';
import type { OidcSettings } from './settings.js';
import { refusalOfSignature } from './signature.js';

/** What a provider shows of itself without anybody signing in. */
export interface ProviderProbe {
  /** Keys that it publishes. */
  readonly keys: number;
  /** How far its clock is ahead of ours; undefined where it does not say. */
  readonly aheadMs: number | undefined;
  /** Whether it knows this client and its secret or key; undefined where it does not say. */
  readonly knowsClient: boolean | undefined;
  /** Whether signing out here can end the session there. */
  readonly endsSessions: boolean;
}

/** What a provider answers to a client that it does not know, or not so (RFC 6749, 5.2). */
const UNKNOWN_CLIENT: readonly string[] = ['invalid_client', 'unauthorized_client'];

async function countKeys({ keys }: DiscoveredProvider): Promise<number> {
  try {
    await keys.reload();
    return keys.jwks()?.keys.length ?? 0;
  } catch (error) {
    throw refusalOfSignature(error);
  }
}

/** A code that never was: a provider looks first at who sends it. */
async function knowsClient({ configuration }: DiscoveredProvider): Promise<boolean | undefined> {
  const parameters = { code: 'wardbox-doctor', code_verifier: 'wardbox-doctor'.padEnd(43, '-') };
  try {
    await genericGrantRequest(configuration, 'authorization_code', parameters);
    return undefined;
  } catch (error) {
    if (!(error instanceof ResponseBodyError)) throw refusalOf(error, 'provider_unusable');
    if (error.error === 'invalid_grant') return true;
    return UNKNOWN_CLIENT.includes(error.error) ? false : undefined;
  }
}

/**
 * Looks at the configured provider: its description, its keys, its clock, and whether it knows this
 * client.
 *
 * @throws Refusal `provider_unavailable`, `provider_unusable`; AppError for files that cannot be used
 */
export async function probeProvider(
  settings: OidcSettings,
  clock: () => number = Date.now,
): Promise<ProviderProbe> {
  let aheadMs: number | undefined;
  const provider = await discover(settings, openAccess(settings), ({ date }) => {
    if (date !== undefined) aheadMs ??= date - clock();
  });
  return {
    keys: await countKeys(provider),
    aheadMs,
    knowsClient: await knowsClient(provider),
    endsSessions: provider.metadata.end_session_endpoint !== undefined,
  };
}
