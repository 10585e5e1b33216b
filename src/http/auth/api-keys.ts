import { hash, randomBytes } from 'node:crypto';
import { isKeyScope, KEY_SCOPES, type KeyScope } from '../../calls/scopes.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { base62, newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { KeyRecord, KeyRepository } from '../../store/key-repository.js';

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

export interface Rotation {
  /** How long the old key stays valid; 0 ends it at once. */
  readonly graceMs: number;
  /** Lifetime of the new key; by default that of the old one. */
  readonly expiresAt?: number;
}

export interface ApiKeys {
  /** The key itself is only in this answer, never again. */
  create(request: NewKey): { record: KeyRecord; key: string };
  /**
   * Creates a key with the name, mode, scopes and limit of a valid one; the old one stays valid for
   * the grace period. These are two writes, which the caller joins in one transaction.
   *
   * @throws AppError `not_found` for a key that is not valid, `conflict` for one that was rotated
   *   before.
   */
  rotate(keyId: string, rotation: Rotation): { record: KeyRecord; old: KeyRecord; key: string };
  list(): KeyRecord[];
  /** @throws AppError `not_found` for a key that does not exist or was revoked before. */
  revoke(keyId: string): void;
  /** Whether a key is valid now. */
  isInForce(keyId: string): boolean;
  /** Missing, malformed, unknown, expired and revoked keys all give the same error. */
  authenticate(authorization: string | undefined): KeyRecord;
  /**
   * Writes the times of last use gathered since the last call. Not done at every request, where it
   * would cost a disk sync.
   */
  flush(): void;
}

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

const unauthorized = (): AppError =>
  new AppError('invalid_api_key', 'The API key is missing or not valid.');

function checkedScopes(scopes: readonly string[] | undefined): KeyScope[] {
  if (scopes === undefined) return [...KEY_SCOPES];
  const unknown = scopes.find((scope) => !isKeyScope(scope));
  if (unknown !== undefined || scopes.length === 0) {
    throw invalidField('scopes', `must be among ${KEY_SCOPES.join(', ')}`);
  }
  return [...new Set(scopes.filter(isKeyScope))];
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
    throw invalidField('expires', 'must be in the future');
  }
}

const notInForce = (keyId: string): AppError =>
  new AppError('not_found', `There is no valid key ${keyId}.`);

const isOver = ({ expiresAt }: KeyRecord, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The lifetime of the new key: a key made for 90 days is followed by one of 90 days. */
function expiryOfNext(old: KeyRecord, now: number, requested: number | undefined) {
  if (requested !== undefined) return { expiresAt: requested };
  return old.expiresAt === null ? {} : { expiresAt: now + old.expiresAt - old.createdAt };
}

function issueKey(
  repository: KeyRepository,
  now: number,
  request: NewKey,
  rotatedFrom: string | null,
): { record: KeyRecord; key: string } {
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
    rotatedFrom,
  };
  repository.insert(record, hashOf(key));
  return { record, key };
}

function rotateKey(
  repository: KeyRepository,
  now: number,
  keyId: string,
  { graceMs, expiresAt }: Rotation,
): ReturnType<ApiKeys['rotate']> {
  const row = repository.find(keyId);
  if (row === undefined || row.revokedAt !== null || isOver(row, now)) {
    throw notInForce(keyId);
  }
  const successor = repository.successorOf(keyId);
  if (successor !== undefined) {
    const message = `${keyId} was rotated before; ${successor} replaces it.`;
    throw new AppError('conflict', message);
  }
  const { name, mode, scopes, ratePerMinute } = row;
  const limit = ratePerMinute === null ? {} : { ratePerMinute };
  const request = { name, mode, scopes, ...limit, ...expiryOfNext(row, now, expiresAt) };
  const made = issueKey(repository, now, request, keyId);
  const end = Math.min(now + graceMs, row.expiresAt ?? Number.POSITIVE_INFINITY);
  repository.expire(keyId, end);
  return { ...made, old: { ...row, expiresAt: end } };
}

export function createApiKeys(repository: KeyRepository, clock: Clock): ApiKeys {
  const lastUsed = new Map<string, number>();

  function flush(): void {
    if (lastUsed.size === 0) return;
    repository.touch(lastUsed);
    lastUsed.clear();
  }

  return {
    create: (request) => issueKey(repository, clock(), request, null),
    rotate: (keyId, rotation) => rotateKey(repository, clock(), keyId, rotation),
    list: () => repository.list(),
    revoke(keyId) {
      if (!repository.revoke(keyId, clock())) throw notInForce(keyId);
    },
    isInForce(keyId) {
      const row = repository.find(keyId);
      return row !== undefined && row.revokedAt === null && !isOver(row, clock());
    },
    authenticate(authorization) {
      const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined || !KEY_FORM.test(key)) throw unauthorized();
      const record = repository.findByHash(hashOf(key));
      const now = clock();
      if (record === undefined || record.revokedAt !== null) throw unauthorized();
      if (isOver(record, now)) throw unauthorized();
      lastUsed.set(record.keyId, now);
      return record;
    },
    flush,
  };
}
