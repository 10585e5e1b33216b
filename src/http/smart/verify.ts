import {
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import { Refusal } from '../oidc/refusal.js';
import { refusalOfSignature } from '../oidc/signature.js';
import type { KeySet } from './key-set.js';

export type Claims = JWTPayload;

export const invalid = (detail: string): Refusal => new Refusal('invalid_token', { detail });

/** What a failure means; it names claims, never their values. */
export function refusalOfToken(error: unknown): unknown {
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired) {
    return invalid(`${error.code} ${error.claim}`);
  }
  // A key set may hold keys that are too weak, or of another kind than they say.
  if (error instanceof TypeError) return invalid('a key cannot be used');
  return refusalOfSignature(error);
}

/**
 * Verifies signature and claims of a token.
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`
 */
export async function verifyToken(
  token: string,
  keys: KeySet,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, keys.find, options);
  } catch (error) {
    throw refusalOfToken(error);
  }
}
