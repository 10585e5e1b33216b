import { createPrivateKey, type KeyObject } from 'node:crypto';

/**
 * Reads a private key.
 *
 * @param text PEM or a JWK
 * @returns the key, and the `kid` of a JWK that has one
 * @throws Error for what is no private key; its message may quote the key
 */
export function readPrivateKey(text: string): { readonly key: KeyObject; readonly id?: string } {
  if (!text.trimStart().startsWith('{')) return { key: createPrivateKey(text) };
  const jwk = JSON.parse(text) as Record<string, unknown>;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return { key, ...(typeof jwk.kid === 'string' && { id: jwk.kid }) };
}
