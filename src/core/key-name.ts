import { hash, type KeyObject } from 'node:crypto';

/** SHA-256 of a public key in DER (SubjectPublicKeyInfo), hex: its name among keys. */
export const keyName = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex');
