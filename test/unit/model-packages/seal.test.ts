import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyName } from '../../../src/core/key-name.js';
import { sealOf, signedBy, signManifest, type Trust } from '../../../src/model-packages/seal.js';
import { keyPair } from '../../support/bundles.js';

const hospital = keyPair();
const stranger = keyPair();
const trust = (required = false): Trust => ({
  required,
  keys: [
    { name: 'hospital', id: keyName(createPublicKey(hospital.pem)), pem: hospital.pem },
    { name: 'other', id: keyName(createPublicKey(keyPair().pem)), pem: keyPair().pem },
  ],
});
const MANIFEST = Buffer.from('{"id": "wrist"}\n');
const signature = Buffer.from(signManifest(MANIFEST, hospital.privateKey));
const seal = (content: Buffer | undefined, required = false, isRelease = false) =>
  sealOf(MANIFEST, content, { trust: trust(required), isRelease });

describe('who vouches for a package', () => {
  it('is a trusted key that has signed the exact bytes of its manifest', () => {
    expect(seal(signature, true)).toMatchObject({ origin: 'signature', key: 'hospital' });
    expect(signedBy(seal(signature))).toBe('hospital');
  });

  it('can be checked without this program: plain Ed25519', () => {
    const { signature: value } = JSON.parse(signature.toString());
    const bytes = Buffer.from(value, 'base64');
    expect(verify(null, MANIFEST, createPublicKey(hospital.pem), bytes)).toBe(true);
  });

  it('is "unsigned" without a signature, or "stranger"', () => {
    const foreign = Buffer.from(signManifest(MANIFEST, stranger.privateKey));
    expect(signedBy(seal(undefined))).toBe('unsigned');
    expect(signedBy(seal(foreign))).toBe('stranger');
    expect(() => seal(undefined, true)).toThrow('model.json.sig is missing');
    expect(() => seal(foreign, true)).toThrow('is of an untrusted key');
  });

  it('is the release for what came with it, even where signatures are required', () => {
    expect(signedBy(seal(undefined, true, true))).toBe('release');
    expect(signedBy(seal(signature, true, true))).toBe('hospital');
  });

  it('is refused for any other manifest under a trusted name, required or not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.boolean(), (bytes, required) => {
        fc.pre(!MANIFEST.equals(bytes));
        const options = { trust: trust(required), isRelease: false };
        expect(() => sealOf(bytes, signature, options)).toThrow('hospital signed other content');
      }),
    );
  });

  it('is no longer that key with any byte of the signature file changed', () => {
    fc.assert(
      fc.property(fc.nat(signature.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(signature);
        changed[at] = changed[at]! ^ by;
        // The newline at the end may be any white space.
        fc.pre(at < signature.length - 1);
        const told = () => {
          const { origin } = seal(changed);
          return origin === 'stranger' ? 'model.json.sig is of a stranger' : origin;
        };
        let outcome: string;
        try {
          outcome = told();
        } catch (error) {
          outcome = String(error);
        }
        expect(outcome).toContain('model.json.sig');
      }),
    );
  });
});
