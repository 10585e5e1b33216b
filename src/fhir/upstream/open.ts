import { readFileSync } from 'node:fs';
import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import { createOutboundClient, type Send } from '../../core/outbound-client.js';
import { readSigningKey, type SigningKey } from './client-assertion.js';
import { UpstreamFault } from './fault.js';
import { createUpstream, type Upstream } from './server.js';
import type { UpstreamSettings } from './settings.js';
import { createTokens, type Tokens } from './token.js';

export interface OpenParts {
  readonly clock: Clock;
  readonly newId: () => string;
}

const CONNECT_MS = 5_000;

function unusable(field: string, issue: string): AppError {
  const message = `fhir.upstream.${field}: ${issue}`;
  return new AppError('validation_error', message, {
    issues: [{ field: `fhir.upstream.${field}`, issue }],
  });
}

function readText(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(field, messageOf(cause));
  }
}

function keyFrom(path: string, id: string | undefined): SigningKey {
  const text = readText('key_file', path);
  try {
    return readSigningKey(text, id);
  } catch (cause) {
    // A parser's message may quote the private key.
    throw unusable(
      'key_file',
      cause instanceof RangeError ? cause.message : 'is not a private key',
    );
  }
}

function tokensFor(settings: UpstreamSettings, send: Send, parts: OpenParts): Tokens | undefined {
  const { token_url, client_id, key_file, key_id, scopes, timeout_s } = settings;
  if (token_url === undefined || client_id === undefined || key_file === undefined) {
    return undefined;
  }
  return createTokens({
    ...parts,
    send,
    url: token_url,
    clientId: client_id,
    scopes,
    key: keyFrom(key_file, key_id),
    timeoutMs: timeout_s * 1_000,
  });
}

/**
 * Returns a client for the configured FHIR server. Sends no request yet.
 *
 * @throws AppError `validation_error` for files that cannot be used
 */
export function openUpstream(settings: UpstreamSettings, parts: OpenParts): Upstream {
  const { base_url, ca_file, timeout_s } = settings;
  const ca = ca_file === undefined ? {} : { ca: readText('ca_file', ca_file) };
  const { send } = createOutboundClient({
    ...ca,
    connectMs: CONNECT_MS,
    fault: (message, options) => new UpstreamFault(message, options),
  });
  const tokens = tokensFor(settings, send, parts);
  return createUpstream({
    base: base_url.replace(/\/+$/, ''),
    timeoutMs: timeout_s * 1_000,
    send,
    ...(tokens !== undefined && { tokens }),
    clock: parts.clock,
  });
}
