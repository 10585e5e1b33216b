import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** Those that every server of SMART Backend Services must take. */
export type Algorithm = 'RS384' | 'ES384';

export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
  /** `kid`: under which the hospital has registered the public half. */
  readonly id: string;
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
const LEAST_RSA_BITS = 2_048;

function readKey(text: string): { readonly key: KeyObject; readonly id?: string } {
  if (!text.trimStart().startsWith('{')) return { key: createPrivateKey(text) };
  const jwk = JSON.parse(text) as Record<string, unknown>;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return { key, ...(typeof jwk.kid === 'string' && { id: jwk.kid }) };
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): Algorithm {
  const { modulusLength = 0, namedCurve } = details ?? {};
  if (asymmetricKeyType === 'rsa' && modulusLength >= LEAST_RSA_BITS) return 'RS384';
  if (asymmetricKeyType === 'ec' && namedCurve === 'secp384r1') return 'ES384';
  throw new RangeError('must hold an RSA key of 2048 bits or more, or an EC key on P-384');
}

/** RFC 7638: the members that make the key what it is, in alphabetical order. */
function thumbprint(key: KeyObject): string {
  const { crv, e, kty, n, x, y } = createPublicKey(key).export({ format: 'jwk' });
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}

/**
 * Reads a private key.
 *
 * @param text PEM or a JWK
 * @param id its `kid`; else that of the JWK, else its thumbprint (RFC 7638)
 * @throws RangeError for a key that is too weak or of another kind; Error for what is no private key
 */
export function readSigningKey(text: string, id?: string): SigningKey {
  const { key, id: own } = readKey(text);
  const algorithm = algorithmOf(key);
  return { key, algorithm, id: id ?? own ?? thumbprint(key) };
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * The token by which the appliance shows who it is
 * (https://hl7.org/fhir/smart-app-launch/STU2.2/client-confidential-asymmetric.html).
 */
export function signAssertion({ key, algorithm, id }: SigningKey, claims: Claims): string {
  const { clientId, audience, now } = claims;
  const issued = Math.floor(now / 1_000);
  const said = [
    { alg: algorithm, kid: id, typ: 'JWT' },
    {
      iss: clientId,
      sub: clientId,
      aud: audience,
      iat: issued,
      exp: issued + LIFETIME_S,
      jti: claims.id,
    },
  ];
  const signed = said.map(encoded).join('.');
  // JWS wants the two numbers of ECDSA side by side (RFC 7518, 3.4), not as DER.
  const signature = sign('sha384', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
