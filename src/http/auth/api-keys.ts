import { hash, randomBytes } from 'node:crypto';
import { isKeyScope, KEY_SCOPES, type KeyScope } from '../../calls/scopes.js';
import type { Clock } from '../../core/clock.js';
import { AppError, invalidField } from '../../core/errors.js';
import { base62, newId } from '../../core/ids.js';
import type { KeyMode } from '../../core/key-mode.js';
import type { KeyRecord, KeyRepository } from '../../store/key-repository.js';
import type { KeyWrite } from '../../store/key-writer.js';

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

/** A key to be: it is valid when its writes are committed. */
export interface PreparedKey {
  readonly record: KeyRecord;
  readonly key: string;
  readonly writes: readonly KeyWrite[];
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
  /** The same two as writes of a call: nothing is changed before they are committed. */
  prepareNew(request: NewKey): PreparedKey;
  prepareRotation(keyId: string, rotation: Rotation): PreparedKey & { old: KeyRecord };
  prepareRevocation(keyId: string): { writes: readonly KeyWrite[] };
  find(keyId: string): KeyRecord | undefined;
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

interface IssuedKey {
  readonly record: KeyRecord;
  readonly key: string;
  readonly secretHash: Buffer;
}

function issueKey(now: number, request: NewKey, rotatedFrom: string | null): IssuedKey {
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
  return { record, key, secretHash: hashOf(key) };
}

const rotatedBefore = (keyId: string, successor: string | undefined): AppError => {
  const by = successor === undefined ? '' : `; ${successor} replaces it`;
  return new AppError('conflict', `${keyId} was rotated before${by}.`);
};

/** The new key, and the old one as it will be. */
function issueReplacement(
  repository: KeyRepository,
  now: number,
  keyId: string,
  { graceMs, expiresAt }: Rotation,
): IssuedKey & { old: KeyRecord; oldExpiresAt: number } {
  const row = repository.find(keyId);
  if (row === undefined || row.revokedAt !== null || isOver(row, now)) throw notInForce(keyId);
  const successor = repository.successorOf(keyId);
  if (successor !== undefined) throw rotatedBefore(keyId, successor);
  const { name, mode, scopes, ratePerMinute } = row;
  const limit = ratePerMinute === null ? {} : { ratePerMinute };
  const request = { name, mode, scopes, ...limit, ...expiryOfNext(row, now, expiresAt) };
  const oldExpiresAt = Math.min(now + graceMs, row.expiresAt ?? Number.POSITIVE_INFINITY);
  const old = { ...row, expiresAt: oldExpiresAt };
  return { ...issueKey(now, request, keyId), old, oldExpiresAt };
}

/** The keys to be, as writes of a call. */
function createPreparation(repository: KeyRepository, clock: Clock) {
  return {
    prepareNew(request: NewKey): PreparedKey {
      const { record, key, secretHash } = issueKey(clock(), request, null);
      return { record, key, writes: [{ kind: 'api-key.insert', record, secretHash }] };
    },
    prepareRotation(keyId: string, rotation: Rotation): PreparedKey & { old: KeyRecord } {
      const issued = issueReplacement(repository, clock(), keyId, rotation);
      const { record, key, secretHash, old, oldExpiresAt } = issued;
      const refusal = rotatedBefore(keyId, undefined);
      const replaced = { ...record, rotatedFrom: keyId };
      const kind = 'api-key.replace';
      const writes = [{ kind, record: replaced, secretHash, oldExpiresAt, refusal }] as const;
      return { record, key, old, writes };
    },
    prepareRevocation(keyId: string): { writes: readonly KeyWrite[] } {
      const refusal = notInForce(keyId);
      return { writes: [{ kind: 'api-key.revoke', keyId, at: clock(), refusal }] };
    },
  };
}

export function createApiKeys(repository: KeyRepository, clock: Clock): ApiKeys {
  const lastUsed = new Map<string, number>();

  function flush(): void {
    if (lastUsed.size === 0) return;
    repository.touch(lastUsed);
    lastUsed.clear();
  }

  return {
    ...createPreparation(repository, clock),
    create(request) {
      const { record, key, secretHash } = issueKey(clock(), request, null);
      repository.insert(record, secretHash);
      return { record, key };
    },
    rotate(keyId, rotation) {
      const issued = issueReplacement(repository, clock(), keyId, rotation);
      const { record, key, secretHash, old, oldExpiresAt } = issued;
      repository.insert(record, secretHash);
      repository.expire(keyId, oldExpiresAt);
      return { record, old, key };
    },
    find: (keyId) => repository.find(keyId),
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
