import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '../../core/clock.js';
import type { Send } from '../../core/outbound-client.js';
import { createProviderFetch } from '../oidc/provider-fetch.js';
import { remoteKeys } from '../oidc/remote-keys.js';

/** The public keys of a client or an issuer. */
export interface KeySet {
  readonly find: JWTVerifyGetKey;
  /** How many there are now. */
  count(): Promise<number>;
}

/** For a request of keys. */
const TIMEOUT_MS = 10_000;
const MIN_RSA_BITS = 2_048;
const MAX_KEYS = 100;
/** Of a private or a symmetric key: RFC 7518, 6. */
const SECRET_MEMBERS: readonly string[] = ['d', 'k'];

function checkKey(key: JsonWebKey & { readonly kid?: unknown }): void {
  if (SECRET_MEMBERS.some((name) => Object.hasOwn(key, name))) {
    throw new RangeError('holds a private key: only public keys belong here');
  }
  if (typeof key.kid !== 'string' || key.kid === '')
    throw new RangeError('holds a key without kid');
  let bits: number | undefined;
  try {
    bits = createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails?.modulusLength;
  } catch {
    throw new RangeError('holds something that is no public key');
  }
  if (bits !== undefined && bits < MIN_RSA_BITS) {
    throw new RangeError(`holds an RSA key of less than ${MIN_RSA_BITS} bits`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The keys in a file.
 *
 * @param text a JSON Web Key Set: RFC 7517, 5
 * @throws RangeError for anything but public keys that can be used
 */
export function keysOf(text: string): KeySet {
  const { keys } = Object(parsed(text)) as { readonly keys?: unknown };
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) {
    throw new RangeError(`must be a JSON Web Key Set with 1 to ${MAX_KEYS} public keys`);
  }
  for (const key of keys) checkKey(Object(key) as JsonWebKey);
  return { find: createLocalJWKSet({ keys } as JSONWebKeySet), count: async () => keys.length };
}

/** The keys at an address, from which they are kept for as long as it allows. */
export function keysAt(address: string, send: Send, clock: Clock): KeySet {
  const url = new URL(address);
  let freshUntil = Number.POSITIVE_INFINITY;
  const fetchKeys = createProviderFetch({
    send,
    origins: new Set([url.origin]),
    noteResponse({ status, freshSeconds = Number.POSITIVE_INFINITY }) {
      if (status === 200) freshUntil = clock() + freshSeconds * 1_000;
    },
  });
  const keys = remoteKeys(url, fetchKeys, TIMEOUT_MS);
  return {
    async find(header, token) {
      if (clock() >= freshUntil && !keys.coolingDown) await keys.reload();
      return keys(header, token);
    },
    async count() {
      await keys.reload();
      return keys.jwks()?.keys.length ?? 0;
    },
  };
}
