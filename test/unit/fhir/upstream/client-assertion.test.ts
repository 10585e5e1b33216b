import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  verify,
} from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSigningKey, signAssertion } from '../../../../src/fhir/upstream/client-assertion.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;

const pem = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const jwk = (key: KeyObject, more = {}) =>
  JSON.stringify({ ...key.export({ format: 'jwk' }), ...more });
const decoded = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

/** The example of the SMART App Launch guide, "Generate a JWT". */
const EXAMPLE = {
  clientId: 'https://bili-monitor.example.com',
  audience: 'https://authorize.smarthealthit.org/token',
  now: (1_422_568_860 - 240) * 1_000,
  id: 'random-non-reusable-jwt-id-123',
};

describe('the assertion of SMART Backend Services', () => {
  it.each([
    ['RS384', rsa, { padding: constants.RSA_PKCS1_PADDING }],
    ['ES384', ec, { dsaEncoding: 'ieee-p1363' as const }],
  ])('is signed by %s as the guide wants it', async (algorithm, key, how) => {
    for (const text of [pem(key), jwk(key)]) {
      const token = await signAssertion(readSigningKey(text, 'our-key'), EXAMPLE);
      const [header, claims, signature] = token.split('.');
      expect(decoded(header)).toEqual({ alg: algorithm, kid: 'our-key', typ: 'JWT' });
      expect(decoded(claims)).toEqual({
        iss: EXAMPLE.clientId,
        sub: EXAMPLE.clientId,
        aud: EXAMPLE.audience,
        iat: 1_422_568_620,
        exp: 1_422_568_860,
        jti: EXAMPLE.id,
      });
      const signed = Buffer.from(`${header}.${claims}`);
      const given = Buffer.from(signature ?? '', 'base64url');
      const publicKey = { key: createPublicKey(key), ...how };
      expect(verify('sha384', signed, publicKey, given)).toBe(true);
      given[0]! ^= 1;
      expect(verify('sha384', signed, publicKey, given)).toBe(false);
    }
  });

  it('names the key by the given id, that of the JWK, or its thumbprint', async () => {
    const { e, kty, n } = createPublicKey(rsa).export({ format: 'jwk' });
    const members = `{"e":"${e}","kty":"${kty}","n":"${n}"}`;
    const thumbprint = createHash('sha256').update(members).digest('base64url');
    const nameOf = async (text: string, id?: string) =>
      decoded((await signAssertion(readSigningKey(text, id), EXAMPLE)).split('.')[0]).kid;
    expect(await nameOf(pem(rsa))).toBe(thumbprint);
    expect(await nameOf(jwk(rsa, { kid: 'mine' }))).toBe('mine');
    expect(await nameOf(jwk(rsa, { kid: 'mine' }), 'configured')).toBe('configured');
  });

  it('is not made with a weak key, another kind of key, or half of one', () => {
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
    const edwards = generateKeyPairSync('ed25519').privateKey;
    for (const key of [p256, short, edwards]) {
      expect(() => readSigningKey(pem(key))).toThrow(RangeError);
    }
    const half = String(createPublicKey(ec).export({ type: 'spki', format: 'pem' }));
    for (const text of [half, 'no key', '{}', '{"kty":']) {
      expect(() => readSigningKey(text)).toThrow();
    }
  });
});
