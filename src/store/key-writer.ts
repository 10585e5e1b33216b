import type { AppError } from '../core/errors.js';
import type { KeyRecord, KeyRepository } from './key-repository.js';

/** Changes of API keys. */
export type KeyWrite =
  | { readonly kind: 'api-key.insert'; readonly record: KeyRecord; readonly secretHash: Buffer }
  /** The key that `record` replaces expires; the refusal is thrown where it was replaced before. */
  | {
      readonly kind: 'api-key.replace';
      readonly record: KeyRecord & { readonly rotatedFrom: string };
      readonly secretHash: Buffer;
      readonly oldExpiresAt: number;
      readonly refusal: AppError;
    }
  /** The refusal is thrown where there is no such key or it was revoked before. */
  | {
      readonly kind: 'api-key.revoke';
      readonly keyId: string;
      readonly at: number;
      readonly refusal: AppError;
    };

/** Carries out changes of API keys, in the open transaction. */
export function writeKey(repository: KeyRepository, write: KeyWrite): void {
  if (write.kind === 'api-key.insert') {
    repository.insert(write.record, write.secretHash);
  } else if (write.kind === 'api-key.revoke') {
    if (!repository.revoke(write.keyId, write.at)) throw write.refusal;
  } else {
    const { record, secretHash, oldExpiresAt, refusal } = write;
    const old = repository.find(record.rotatedFrom);
    if (old?.revokedAt !== null || repository.successorOf(old.keyId) !== undefined) throw refusal;
    repository.insert(record, secretHash);
    repository.expire(old.keyId, oldExpiresAt);
  }
}
