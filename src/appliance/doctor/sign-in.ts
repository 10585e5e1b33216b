import { AppError } from '../../core/errors.js';
import { type ProviderProbe, probeProvider } from '../../http/oidc/probe.js';
import { Refusal } from '../../http/oidc/refusal.js';
import type { OidcSettings } from '../../http/oidc/settings.js';
import { type Check, type CheckResult, failed, length, ok, warning } from './check.js';

/** The `Date` of a response has whole seconds, and it was on its way. */
const CLOCK_NOISE_MS = 2_000;

const REACH =
  'check name, network and firewall; for its certificate set sign_in.oidc.ca_file to the PEM of its authority';
const CLIENT =
  'compare sign_in.oidc.client_id and the secret or key with what is registered at the provider';
const CLOCK = 'keep both clocks by NTP (timedatectl set-ntp true)';

/** What the faults of a look at the provider mean for the administrator. */
export function judgeFault({ issuer }: OidcSettings, error: unknown): CheckResult {
  if (error instanceof AppError) return failed(`${error.message}`, 'correct sign_in.oidc');
  if (!(error instanceof Refusal)) throw error;
  const why = error.detail ?? error.reason;
  if (error.reason === 'provider_unavailable') {
    return failed(`${issuer} does not answer as it should: ${why}`, REACH);
  }
  return failed(`${issuer} cannot be used: ${why}.`, 'correct sign_in.oidc, or the provider');
}

/** What a provider shows of itself, against what a sign-in needs. */
export function judgeProvider(
  { issuer, clock_skew_s: skew }: OidcSettings,
  { keys, aheadMs = 0, knowsClient, endsSessions }: ProviderProbe,
): CheckResult {
  if (keys === 0) {
    return failed(`${issuer} publishes no keys.`, 'publish the keys that sign its ID tokens');
  }
  if (knowsClient === false) return failed(`${issuer} refuses this client.`, CLIENT);
  const apart = Math.max(0, Math.abs(aheadMs) - CLOCK_NOISE_MS);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  const clocks = `The clock of ${issuer} is ${length(Math.abs(aheadMs))} ${side} this one`;
  if (apart > skew * 1_000) {
    return failed(`${clocks}: tokens are refused (sign_in.oidc.clock_skew_s ${skew}).`, CLOCK);
  }
  if (apart > skew * 500) return warning(`${clocks}.`, CLOCK);
  if (!endsSessions) {
    const message = `${issuer} has no page that ends a session: after signing out here a person is still signed in there.`;
    return warning(message, 'offer RP-initiated logout at the provider');
  }
  const known = knowsClient === true ? 'knows this client and ' : '';
  return ok(`${issuer} answers, ${known}publishes ${keys} key${keys === 1 ? '' : 's'}.`);
}

/** Checks that people can sign in at the configured identity provider. */
export const checkSignIn: Check = async ({ config }) => {
  const { oidc } = config.sign_in;
  if (oidc === undefined) return ok('No identity provider is configured: people sign in here.');
  try {
    return judgeProvider(oidc, await probeProvider(oidc));
  } catch (error) {
    return judgeFault(oidc, error);
  }
};
