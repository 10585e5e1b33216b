import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, SignJWT } from 'jose';
import { readPrivateKey } from '../../core/private-key.js';

/** The algorithms that every SMART Backend Services server must accept. */
export type Algorithm = 'RS384' | 'ES384';

export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
  /** `kid`: under which the hospital has registered the public half; its thumbprint (RFC 7638) where absent. */
  readonly id?: string;
}

export interface Claims {
  readonly clientId: string;
  /** The token endpoint. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Never used twice. */
  readonly id: string;
}

/** No more than five minutes are allowed; one is left for clocks that differ. */
const LIFETIME_S = 240;
const MIN_RSA_BITS = 2_048;

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): Algorithm {
  const { modulusLength = 0, namedCurve } = details ?? {};
  if (asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS) return 'RS384';
  if (asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return 'ES384';
  throw new RangeError('must hold an RSA key of 2048 bits or more, or an EC key on P-384');
}

/**
 * Reads a private key.
 *
 * @param text PEM or a JWK
 * @param id its `kid`; else that of the JWK
 * @throws RangeError for a key that is too weak or of another kind; Error for what is no private key
 */
export function readSigningKey(text: string, id?: string): SigningKey {
  const read = readPrivateKey(text);
  const named = id ?? read.id;
  return {
    key: read.key,
    algorithm: algorithmOf(read.key),
    ...(named !== undefined && { id: named }),
  };
}

const thumbprintOf = (key: KeyObject): Promise<string> =>
  calculateJwkThumbprint(createPublicKey(key).export({ format: 'jwk' }));

/**
 * The token by which the appliance authenticates to the token endpoint
 * (https://hl7.org/fhir/smart-app-launch/STU2.2/client-confidential-asymmetric.html).
 */
export async function signAssertion(
  { key, algorithm, id }: SigningKey,
  { clientId, audience, now, id: jti }: Claims,
): Promise<string> {
  const issuedAt = Math.floor(now / 1_000);
  return await new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid: id ?? (await thumbprintOf(key)), typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .setJti(jti)
    .sign(key);
}
