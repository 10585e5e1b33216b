import { readFileSync } from 'node:fs';
import type { ClientAuth } from 'openid-client';
import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import {
  createOutboundClient,
  type OutboundResponse,
  type Send,
} from '../../core/outbound-client.js';
import {
  authenticateByKey,
  authenticateBySecret,
  type ClientKey,
  readClientKey,
} from './client-authentication.js';
import { type DiscoveredProvider, discoverProvider, originsOf } from './discover.js';
import { createIdentityProvider, type IdentityProvider } from './identity-provider.js';
import { createProviderFetch } from './provider-fetch.js';
import { createRefreshed } from './refreshed.js';
import { Refusal } from './refusal.js';
import type { OidcSettings } from './settings.js';

export interface OpenProviderParts {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Connections and proofs to the provider, before any request. */
export interface ProviderAccess {
  readonly send: Send;
  readonly authentication: () => Promise<ClientAuth>;
}

const CONNECT_MS = 5_000;
/** Providers change their endpoints and keys rarely; keys that are new are looked up anyway. */
const FRESH_MS = 3_600_000;
const RETRY_MS = 5_000;

function unusable(field: string, issue: string): AppError {
  const message = `sign_in.oidc.${field}: ${issue}`;
  return new AppError('validation_error', message, {
    issues: [{ field: `sign_in.oidc.${field}`, issue }],
  });
}

function readText(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(field, messageOf(cause));
  }
}

function keyFrom(path: string, id: string | undefined): ClientKey {
  const text = readText('key_file', path);
  try {
    return readClientKey(text, id);
  } catch (cause) {
    // A parser's message may quote the private key.
    const issue = cause instanceof RangeError ? cause.message : 'is not a private key';
    throw unusable('key_file', issue);
  }
}

function authenticationFor(settings: OidcSettings): ProviderAccess['authentication'] {
  const { client_secret_file: secretFile = '', key_file: keyFile, key_id } = settings;
  if (keyFile !== undefined) {
    const key = keyFrom(keyFile, key_id);
    return () => authenticateByKey(key);
  }
  const secret = readText('client_secret_file', secretFile).trim();
  if (secret === '') throw unusable('client_secret_file', 'is empty');
  return async () => authenticateBySecret(secret);
}

/**
 * Reads the files of the configuration; sends no request.
 *
 * @throws AppError `validation_error` for files that cannot be used
 */
export function openAccess(settings: OidcSettings): ProviderAccess {
  const { ca_file } = settings;
  const { send } = createOutboundClient({
    ...(ca_file !== undefined && { ca: readText('ca_file', ca_file) }),
    connectMs: CONNECT_MS,
    fault: (detail) => new Refusal('provider_unavailable', { detail }),
  });
  return { send, authentication: authenticationFor(settings) };
}

/** Reads the discovery document, and lets the caller see each response. */
export async function discover(
  settings: OidcSettings,
  { send, authentication }: ProviderAccess,
  noteResponse?: (response: OutboundResponse) => void,
): Promise<DiscoveredProvider> {
  const callProvider = createProviderFetch({
    send,
    origins: originsOf(settings),
    ...(noteResponse !== undefined && { noteResponse }),
  });
  return discoverProvider({ settings, authentication: await authentication(), callProvider });
}

/**
 * Returns the configured provider. Sends no request yet: the appliance starts and works while the
 * provider is down.
 *
 * @throws AppError `validation_error` for files that cannot be used
 */
export function openIdentityProvider(
  settings: OidcSettings,
  { clock, logger }: OpenProviderParts,
): IdentityProvider {
  const access = openAccess(settings);
  const current = createRefreshed({
    load: () => discover(settings, access),
    clock,
    freshMs: FRESH_MS,
    retryMs: RETRY_MS,
    noteFailure: (error) =>
      logger.warn({ reason: messageOf(error) }, 'identity provider not reached'),
  });
  return createIdentityProvider({ settings, current, clock });
}
