import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { keyName } from '../core/key-name.js';
import { check } from '../core/schema.js';
import { SIGNATURE } from './folder.js';
import { refuse } from './refusal.js';
import { signatureSchema } from './schema.js';

/** A public key whose signatures are trusted. */
export interface TrustedKey {
  /** The name of its file, which the administrator chooses. */
  readonly name: string;
  /** SHA-256 of the key in DER (SubjectPublicKeyInfo), hex. */
  readonly id: string;
  readonly pem: string;
}

/** Whose signatures of packages are trusted. */
export interface Trust {
  /** Packages without a trusted signature are refused. */
  readonly required: boolean;
  readonly keys: readonly TrustedKey[];
  /** Packages of this folder came with the program and are as trustworthy as it. */
  readonly releaseDir?: string;
}

/** The result of verifying the origin of a package. */
export interface Seal {
  /** Of the manifest, hex: it names every byte of the package. */
  readonly sha256: string;
  /** `stranger`: signed with a key that is not trusted. */
  readonly origin: 'release' | 'signature' | 'stranger' | 'unsigned';
  /** The trusted key that signed it. */
  readonly key?: string;
}

/** The origin of a package in one word: the name of the trusted key, `release`, … */
export const signedBy = ({ origin, key }: Seal): string => key ?? origin;

/**
 * Signs the exact bytes of a manifest.
 *
 * @param privateKey Ed25519 (RFC 8032)
 * @returns the content of the signature file
 */
export function signManifest(manifest: Uint8Array, privateKey: KeyObject): string {
  const key = keyName(createPublicKey(privateKey));
  const signature = sign(null, manifest, privateKey).toString('base64');
  return `${JSON.stringify({ format: 'wardbox-signature-1', key, signature })}\n`;
}

function readSignature(content: Uint8Array): { key: string; signature: string } {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(content).toString('utf8'));
  } catch (cause) {
    throw refuse(SIGNATURE, 'is not JSON', cause);
  }
  const read = check(signatureSchema, value);
  // Each signature has one canonical text: unused bits of the last base64 character must be zero.
  const isPlain = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;
  if (!read.ok || !isPlain(read.value.signature))
    throw refuse(SIGNATURE, 'is not a readable signature');
  return read.value;
}

/** @throws AppError where a trusted key is named that has not signed these bytes */
function judge(
  manifest: Uint8Array,
  content: Uint8Array | undefined,
  trust: Trust,
): Pick<Seal, 'origin' | 'key'> {
  if (content === undefined) return { origin: 'unsigned' };
  const { key, signature } = readSignature(content);
  const trustedKey = trust.keys.find(({ id }) => id === key);
  if (trustedKey === undefined) return { origin: 'stranger' };
  const bytes = Buffer.from(signature, 'base64');
  if (!verify(null, manifest, createPublicKey(trustedKey.pem), bytes)) {
    throw refuse(
      SIGNATURE,
      `does not match this manifest: ${trustedKey.name} signed other content`,
    );
  }
  return { origin: 'signature', key: trustedKey.name };
}

const MISSING = {
  unsigned: 'is missing, and only signed packages are accepted (models.require_signature)',
  stranger: 'is of an untrusted key, and only signed packages are accepted',
} as const;

/**
 * Verifies the seal of a manifest.
 *
 * @param signature the content of the signature file, if there is one
 * @param isRelease it came with the program
 * @throws AppError `model_unavailable` when that is not enough
 */
export function sealOf(
  manifest: Uint8Array,
  signature: Uint8Array | undefined,
  { trust, isRelease }: { trust: Trust; isRelease: boolean },
): Seal {
  const sha256 = hash('sha256', manifest, 'hex');
  const judged = judge(manifest, signature, trust);
  if (judged.origin === 'signature') return { sha256, ...judged };
  if (isRelease) return { sha256, origin: 'release' };
  if (trust.required) throw refuse(SIGNATURE, MISSING[judged.origin as keyof typeof MISSING]);
  return { sha256, ...judged };
}
