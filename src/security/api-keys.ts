import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import { base62, newId } from '../core/ids.js';
import type { KeyMode, KeyRecord, KeyRepository } from '../storage/key-repository.js';
import { isScope, SCOPES, type Scope } from './scopes.js';

/** `sk_test_` or `sk_live_` and 32 random bytes in base62, which are always 43 characters. */
const KEY_FORM = /^sk_(test|live)_[0-9A-Za-z]{43}$/;
const KEY_BYTES = 32;
const NAME_LIMIT = 100;

export interface NewKey {
  name: string;
  mode: KeyMode;
  scopes?: readonly string[];
  ratePerMinute?: number;
  expiresAt?: number;
}

export interface ApiKeys {
  /** The key itself is in the answer and nowhere else, ever again. */
  create(request: NewKey): { record: KeyRecord; key: string };
  list(): KeyRecord[];
  /** @throws AppError `not_found` for a key that is not there or was revoked before. */
  revoke(keyId: string): void;
  /** Missing, malformed, unknown, expired and revoked keys all give the same error. */
  authenticate(authorization: string | undefined): KeyRecord;
  /**
   * Writes the times of last use that were gathered since the last call. Not done at every request,
   * where it would cost a sync of the disk.
   */
  flush(): void;
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

const unauthorized = (): AppError =>
  new AppError('invalid_api_key', 'The API key is missing or not valid.');

function checkedScopes(scopes: readonly string[] | undefined): Scope[] {
  if (scopes === undefined) return [...SCOPES];
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw invalidField('scopes', `must be among ${SCOPES.join(', ')}`);
  }
  return [...new Set(scopes.filter(isScope))];
}

function checkRequest({ name, ratePerMinute, expiresAt }: NewKey, now: number): void {
  // Control characters would reach the terminals of administrators.
  if (name.trim() === '' || name.length > NAME_LIMIT || /\p{C}/u.test(name)) {
    throw invalidField('name', `must have 1 to ${NAME_LIMIT} printable characters`);
  }
  if (ratePerMinute !== undefined && !(Number.isInteger(ratePerMinute) && ratePerMinute > 0)) {
    throw invalidField('rate', 'must be a positive integer per minute');
  }
  if (expiresAt !== undefined && !(expiresAt > now)) {
    throw invalidField('expires', 'must lie in the future');
  }
}

export function createApiKeys(repository: KeyRepository, clock: Clock): ApiKeys {
  const lastUsed = new Map<string, number>();

  function flush(): void {
    if (lastUsed.size === 0) return;
    repository.touch(lastUsed);
    lastUsed.clear();
  }

  return {
    create(request) {
      const now = clock();
      checkRequest(request, now);
      const key = `sk_${request.mode}_${base62(randomBytes(KEY_BYTES))}`;
      const record: KeyRecord = {
        keyId: newId('key'),
        name: request.name,
        mode: request.mode,
        scopes: checkedScopes(request.scopes),
        ratePerMinute: request.ratePerMinute ?? null,
        createdAt: now,
        expiresAt: request.expiresAt ?? null,
        revokedAt: null,
        lastUsedAt: null,
      };
      repository.insert(record, hashOf(key));
      return { record, key };
    },
    list: () => repository.list(),
    revoke(keyId) {
      if (!repository.revoke(keyId, clock())) {
        throw new AppError('not_found', `There is no key ${keyId} in force.`);
      }
    },
    authenticate(authorization) {
      const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined || !KEY_FORM.test(key)) throw unauthorized();
      const record = repository.findByHash(hashOf(key));
      const now = clock();
      if (record === undefined || record.revokedAt !== null) throw unauthorized();
      if (record.expiresAt !== null && record.expiresAt <= now) throw unauthorized();
      lastUsed.set(record.keyId, now);
      return record;
    },
    flush,
  };
}
