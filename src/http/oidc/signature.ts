import { compactVerify, errors } from 'jose';
import { type DiscoveredProvider, SIGNATURES } from './discover.js';
import { Refusal } from './refusal.js';

type Keys = DiscoveredProvider['keys'];

const algorithms = [...SIGNATURES];

/** The key set did not come, or is none; the library has no code of its own for a wrong status. */
const NO_KEYS: readonly string[] = [
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  errors.JOSEError.code,
];

/** What a failure of the library means: a key set that cannot be fetched, or a wrong signature. */
export function refusalOfSignature(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (!(error instanceof errors.JOSEError)) return error;
  const isUnavailable = NO_KEYS.includes(error.code);
  return new Refusal(isUnavailable ? 'provider_unavailable' : 'invalid_token', {
    detail: error.code,
  });
}

/**
 * Verifies the signature of an ID token that came from the token endpoint. A key that is not known
 * yet is looked up at once: only the provider itself can cause that, so it needs no pause.
 *
 * @throws Refusal `invalid_token`, `provider_unavailable`
 */
export async function verifyIdToken(token: string, keys: Keys): Promise<void> {
  try {
    await compactVerify(token, keys, { algorithms });
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refusalOfSignature(error);
    try {
      await keys.reload();
      await compactVerify(token, keys, { algorithms });
    } catch (second) {
      throw refusalOfSignature(second);
    }
  }
}
