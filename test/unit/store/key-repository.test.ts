import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKeyRepository, type KeyRecord } from '../../../src/store/key-repository.js';
import { openDatabase } from '../../../src/store/open.js';
import { scratchFolder } from '../../support/scratch-folder.js';

function repositoryIn(folder: string) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  return createKeyRepository(database);
}

const record = (keyId: string, changes: Partial<KeyRecord> = {}): KeyRecord => ({
  keyId,
  name: 'Ward 3 “PACS”; DROP TABLE api_keys',
  mode: 'live',
  scopes: ['imaging', 'models.read'],
  ratePerMinute: 60,
  createdAt: 1_000,
  expiresAt: 9_000_000_000_000,
  revokedAt: null,
  lastUsedAt: null,
  rotatedFrom: null,
  ...changes,
});

describe('createKeyRepository', () => {
  it('gives back every field, also after it was opened again', () => {
    const folder = scratchFolder();
    const hash = randomBytes(32);
    const full = record('key_1', { lastUsedAt: 5, revokedAt: 6, rotatedFrom: 'key_0' });
    const bare = record('key_2', { ratePerMinute: null, expiresAt: null, mode: 'test' });
    const repository = repositoryIn(folder);
    repository.insert(full, hash);
    repository.insert(bare, randomBytes(32));
    expect(repository.findByHash(hash)).toEqual(full);
    expect(repositoryIn(folder).list()).toEqual([full, bare]);
  });

  it('finds nothing by another hash', () => {
    const repository = repositoryIn(scratchFolder());
    const hash = randomBytes(32);
    repository.insert(record('key_1'), hash);
    const near = Buffer.from(hash);
    near[31]! ^= 1;
    expect(repository.findByHash(near)).toBeUndefined();
    expect(repository.findByHash(hash.subarray(0, 31))).toBeUndefined();
    expect(repository.findByHash(Buffer.alloc(0))).toBeUndefined();
  });

  it('lists by time of creation', () => {
    const repository = repositoryIn(scratchFolder());
    repository.insert(record('key_a', { createdAt: 2 }), randomBytes(32));
    repository.insert(record('key_b', { createdAt: 1 }), randomBytes(32));
    expect(repository.list().map(({ keyId }) => keyId)).toEqual(['key_b', 'key_a']);
  });

  it('revokes once and keeps the first time', () => {
    const repository = repositoryIn(scratchFolder());
    repository.insert(record('key_1'), randomBytes(32));
    expect(repository.revoke('key_1', 50)).toBe(true);
    expect(repository.revoke('key_1', 60)).toBe(false);
    expect(repository.revoke('key_2', 60)).toBe(false);
    expect(repository.list()[0]?.revokedAt).toBe(50);
  });

  it('finds a key and its successor by id, and lets it end', () => {
    const repository = repositoryIn(scratchFolder());
    repository.insert(record('key_1'), randomBytes(32));
    repository.insert(record('key_2', { rotatedFrom: 'key_1' }), randomBytes(32));
    expect(repository.find('key_2')).toEqual(record('key_2', { rotatedFrom: 'key_1' }));
    expect(repository.find('key_3')).toBeUndefined();
    expect(repository.successorOf('key_1')).toBe('key_2');
    expect(repository.successorOf('key_2')).toBeUndefined();
    repository.expire('key_1', 77);
    expect(repository.list().map(({ expiresAt }) => expiresAt)).toEqual([77, 9_000_000_000_000]);
  });

  it('notes the last use of several keys and passes over unknown ones', () => {
    const repository = repositoryIn(scratchFolder());
    repository.insert(record('key_1', { createdAt: 1 }), randomBytes(32));
    repository.insert(record('key_2', { createdAt: 2 }), randomBytes(32));
    repository.touch(
      new Map([
        ['key_1', 70],
        ['key_9', 80],
      ]),
    );
    expect(repository.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([70, null]);
  });

  it.each([
    ['the same hash twice', record('key_2'), Buffer.alloc(32, 7)],
    ['the same id twice', record('key_1'), randomBytes(32)],
    ['a hash that is short', record('key_2'), randomBytes(31)],
    ['a limit of zero', record('key_2', { ratePerMinute: 0 }), randomBytes(32)],
    ['a mode that is none', record('key_2', { mode: 'prod' as never }), randomBytes(32)],
  ])('refuses %s', (_, second, hash) => {
    const repository = repositoryIn(scratchFolder());
    repository.insert(record('key_1'), Buffer.alloc(32, 7));
    expect(() => repository.insert(second, hash)).toThrow(/constraint/i);
    expect(repository.list()).toHaveLength(1);
  });
});
