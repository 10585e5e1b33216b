import { readFileSync } from 'node:fs';
import type { Clock } from '../../core/clock.js';
import { AppError, messageOf } from '../../core/errors.js';
import { createOutboundClient, type Send } from '../../core/outbound-client.js';
import { Refusal } from '../oidc/refusal.js';
import type { SmartClient } from './assertion.js';
import { createIntrospection } from './introspection.js';
import type { Issuer } from './issuer-token.js';
import { type KeySet, keysAt, keysOf } from './key-set.js';
import { readScopes } from './scopes.js';
import type { ClientSettings, IssuerSettings, SmartSettings } from './settings.js';

/** The configured clients and issuers, with what they are verified by. */
export interface OpenedSmart {
  readonly settings: SmartSettings;
  readonly clients: ReadonlyMap<string, SmartClient>;
  readonly issuers: readonly Issuer[];
}

const CONNECT_MS = 5_000;

function unusable(field: string, issue: string): AppError {
  return new AppError('validation_error', `${field}: ${issue}`, { issues: [{ field, issue }] });
}

function readText(field: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(field, messageOf(cause));
  }
}

function senderTo(field: string, caFile: string | undefined): Send {
  const { send } = createOutboundClient({
    ...(caFile !== undefined && { ca: readText(`${field}.ca_file`, caFile) }),
    connectMs: CONNECT_MS,
    fault: (detail) => new Refusal('provider_unavailable', { detail }),
  });
  return send;
}

function keysIn(field: string, path: string): KeySet {
  const text = readText(field, path);
  try {
    return keysOf(text);
  } catch (cause) {
    throw unusable(field, messageOf(cause));
  }
}

const boundsOf = ({ scopes }: { readonly scopes: readonly string[] }) => scopes.flatMap(readScopes);

/** @throws AppError `validation_error` for files that cannot be used */
export function openClient(field: string, settings: ClientSettings, clock: Clock): SmartClient {
  const { jwks_file: file, jwks_url: url = '', ca_file } = settings;
  const keys =
    file === undefined
      ? keysAt(url, senderTo(field, ca_file), clock)
      : keysIn(`${field}.jwks_file`, file);
  return { settings, bounds: boundsOf(settings), keys };
}

/** @throws AppError `validation_error` for files that cannot be used */
export function openIssuer(field: string, settings: IssuerSettings, clock: Clock): Issuer {
  const { jwks_url, ca_file, introspection } = settings;
  const send = senderTo(field, ca_file);
  const opened = { settings, bounds: boundsOf(settings) };
  const keys = jwks_url === undefined ? {} : { keys: keysAt(jwks_url, send, clock) };
  if (introspection === undefined) return { ...opened, ...keys };
  const secretField = `${field}.introspection.client_secret_file`;
  const secret = readText(secretField, introspection.client_secret_file).trim();
  if (secret === '') throw unusable(secretField, 'is empty');
  const asked = { settings: { ...settings, introspection }, secret, send, clock };
  return { ...opened, ...keys, introspect: createIntrospection(asked) };
}

/** Where a client or an issuer stands in the configuration. */
export const clientField = (index: number): string => `smart.clients.${index}`;
export const issuerField = (index: number): string => `smart.issuers.${index}`;

/**
 * Reads the files of the configuration; sends no request.
 *
 * @throws AppError `validation_error` for files that cannot be used
 */
export function openSmart(settings: SmartSettings, clock: Clock): OpenedSmart {
  const clients = settings.clients.map((one, at) => openClient(clientField(at), one, clock));
  const issuers = settings.issuers.map((one, at) => openIssuer(issuerField(at), one, clock));
  const byId = new Map(clients.map((client) => [client.settings.id, client]));
  return { settings, clients: byId, issuers };
}
