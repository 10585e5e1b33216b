import { isoTime } from '../../core/clock.js';
import type { KeyRecord } from '../../store/key-repository.js';

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

/** A key's record with the field names of the interface; never the key itself. */
export function describeKey(record: KeyRecord) {
  return {
    key_id: record.keyId,
    name: record.name,
    mode: record.mode,
    scopes: record.scopes,
    rate_per_minute: record.ratePerMinute,
    created_at: time(record.createdAt),
    expires_at: time(record.expiresAt),
    revoked_at: time(record.revokedAt),
    last_used_at: time(record.lastUsedAt),
    rotated_from: record.rotatedFrom,
  };
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: KeyRecord, now: number): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
