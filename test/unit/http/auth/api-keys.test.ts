import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KEY_SCOPES } from '../../../../src/calls/scopes.js';
import { createApiKeys, type NewKey } from '../../../../src/http/auth/api-keys.js';
import { createKeyRepository } from '../../../../src/store/key-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { thrownBy } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';
import { NOON, stoppedClock } from '../../../support/stopped-clock.js';

function keysIn(folder: string) {
  const database = openDatabase(folder);
  onTestFinished(() => void database.close());
  const repository = createKeyRepository(database);
  const clock = stoppedClock();
  return { keys: createApiKeys(repository, clock), repository, clock };
}

const REQUEST: NewKey = { name: 'PACS', mode: 'test' };

describe('a new key', () => {
  it.each(['test', 'live'] as const)('of mode %s has its form and lets its holder in', (mode) => {
    const { keys } = keysIn(scratchFolder());
    const { record, key } = keys.create({ ...REQUEST, mode });
    expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{43}$`));
    expect(record).toMatchObject({ mode, name: 'PACS', createdAt: NOON, expiresAt: null });
    expect(keys.authenticate(`Bearer ${key}`)).toEqual(record);
  });

  it('is another one each time', () => {
    const { keys } = keysIn(scratchFolder());
    const made = Array.from({ length: 20 }, () => keys.create(REQUEST));
    expect(new Set(made.map(({ key }) => key)).size).toBe(20);
    expect(new Set(made.map(({ record }) => record.keyId)).size).toBe(20);
  });

  it('is nowhere in the data folder, whole or without its head', () => {
    const folder = scratchFolder();
    const { keys } = keysIn(folder);
    const { key, record } = keys.create(REQUEST);
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
    const bytes = files.join('');
    expect(bytes).toContain(record.keyId);
    expect(bytes).not.toContain(key.slice('sk_test_'.length));
    expect(JSON.stringify(keys.list())).not.toContain(key.slice('sk_test_'.length));
  });

  it('has all scopes, or the requested ones, each once', () => {
    const { keys } = keysIn(scratchFolder());
    const scopesOf = (scopes?: string[]) =>
      keys.create({ ...REQUEST, ...(scopes && { scopes }) }).record.scopes;
    expect(scopesOf()).toEqual(KEY_SCOPES);
    expect(scopesOf(['imaging', 'risk', 'imaging'])).toEqual(['imaging', 'risk']);
  });

  it.each([
    ['scopes', { scopes: ['imaging', 'everything'] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: [' imaging'] }],
    ['name', { name: '  ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['rate', { ratePerMinute: 0 }],
    ['rate', { ratePerMinute: 1.5 }],
    ['rate', { ratePerMinute: Number.NaN }],
    ['expires', { expiresAt: NOON }],
    ['expires', { expiresAt: Number.NaN }],
  ])('is refused for its %s: %j', (field, fault) => {
    const { keys } = keysIn(scratchFolder());
    const error = thrownBy(() => keys.create({ ...REQUEST, ...fault }));
    expect(error).toMatchObject({ code: 'validation_error', issues: [{ field }] });
    expect(keys.list()).toEqual([]);
  });

  it('keeps its own rate and expiry', () => {
    const { keys } = keysIn(scratchFolder());
    keys.create({ ...REQUEST, ratePerMinute: 7, expiresAt: NOON + 1 });
    expect(keys.list()).toMatchObject([{ ratePerMinute: 7, expiresAt: NOON + 1 }]);
  });
});

describe('authenticate', () => {
  it('gives the same answer to every rejected client', () => {
    const { keys, clock } = keysIn(scratchFolder());
    const { key } = keys.create(REQUEST);
    const revoked = keys.create(REQUEST);
    keys.revoke(revoked.record.keyId);
    const expired = keys.create({ ...REQUEST, expiresAt: NOON + 1_000 });
    clock.pass(1_000);
    const wrong = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    const headers = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${key}`,
      `Bearer ${key} more`,
      `Bearer ${key}\n`,
      `Bearer "${key}"`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key}0`,
      `Bearer ${key.replace('test', 'live')}`,
      `Bearer ${key.toUpperCase()}`,
      `Bearer ${wrong}`,
      'Bearer sk_test_../../etc/passwd',
      `Bearer ${revoked.key}`,
      `Bearer ${expired.key}`,
    ];
    const errors = headers.map((header) => {
      const { code, message, issues, cause } = thrownBy(() => keys.authenticate(header));
      return JSON.stringify({ code, message, issues, cause });
    });
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toContain('"invalid_api_key"');
    expect(keys.authenticate(`Bearer ${key}`).name).toBe('PACS');
  });

  it('reads the scheme in any case', () => {
    const { keys } = keysIn(scratchFolder());
    const { key, record } = keys.create(REQUEST);
    expect(keys.authenticate(`bearer   ${key}`).keyId).toBe(record.keyId);
  });

  it('accepts a key up to its last millisecond', () => {
    const { keys, clock } = keysIn(scratchFolder());
    const { key } = keys.create({ ...REQUEST, expiresAt: NOON + 1_000 });
    clock.pass(999);
    expect(keys.authenticate(`Bearer ${key}`).expiresAt).toBe(NOON + 1_000);
    clock.pass(1);
    expect(() => keys.authenticate(`Bearer ${key}`)).toThrow('not valid');
  });

  it('sees at once what another process did', () => {
    const folder = scratchFolder();
    const daemon = keysIn(folder).keys;
    const administrator = keysIn(folder).keys;
    const { key, record } = administrator.create(REQUEST);
    expect(daemon.authenticate(`Bearer ${key}`).keyId).toBe(record.keyId);
    administrator.revoke(record.keyId);
    expect(() => daemon.authenticate(`Bearer ${key}`)).toThrow('not valid');
  });
});

describe('rotate', () => {
  it('accepts both keys during the grace period, and only the new one after it', () => {
    const { keys, clock } = keysIn(scratchFolder());
    const first = keys.create({ ...REQUEST, scopes: ['imaging'], ratePerMinute: 7 });
    const { record, old, key } = keys.rotate(first.record.keyId, { graceMs: 1_000 });
    expect(record).toMatchObject({ name: 'PACS', mode: 'test', scopes: ['imaging'] });
    expect(record).toMatchObject({ ratePerMinute: 7, expiresAt: null });
    expect(record.rotatedFrom).toBe(first.record.keyId);
    expect(old).toEqual({ ...first.record, expiresAt: NOON + 1_000 });
    clock.pass(999);
    expect(keys.authenticate(`Bearer ${first.key}`)).toEqual(old);
    clock.pass(1);
    expect(() => keys.authenticate(`Bearer ${first.key}`)).toThrow('not valid');
    expect(keys.authenticate(`Bearer ${key}`)).toEqual(record);
  });

  it('never lengthens the life of the old key, and gives the new one the same', () => {
    const { keys, clock } = keysIn(scratchFolder());
    const first = keys.create({ ...REQUEST, expiresAt: NOON + 100 });
    clock.pass(60);
    const { record, old } = keys.rotate(first.record.keyId, { graceMs: 1_000 });
    expect(old.expiresAt).toBe(NOON + 100);
    expect(record.expiresAt).toBe(NOON + 160);
    const asked = { graceMs: 0, expiresAt: NOON + 70 };
    expect(keys.rotate(record.keyId, asked).record.expiresAt).toBe(NOON + 70);
  });
});

describe('revoke', () => {
  it('finds no key that does not exist or is already revoked', () => {
    const { keys } = keysIn(scratchFolder());
    const { record } = keys.create(REQUEST);
    keys.revoke(record.keyId);
    expect(thrownBy(() => keys.revoke(record.keyId)).code).toBe('not_found');
    expect(thrownBy(() => keys.revoke('key_none')).code).toBe('not_found');
    expect(keys.list()[0]?.revokedAt).toBe(NOON);
  });
});

describe('flush', () => {
  it('writes the last use, and only once', () => {
    const { keys, repository, clock } = keysIn(scratchFolder());
    const { key, record } = keys.create(REQUEST);
    keys.create({ ...REQUEST, name: 'idle' });
    keys.authenticate(`Bearer ${key}`);
    clock.pass(5);
    keys.authenticate(`Bearer ${key}`);
    expect(keys.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([null, null]);
    keys.flush();
    const uses = new Map(keys.list().map(({ name, lastUsedAt }) => [name, lastUsedAt]));
    expect(uses).toEqual(
      new Map([
        ['PACS', NOON + 5],
        ['idle', null],
      ]),
    );
    repository.touch(new Map([[record.keyId, 1]]));
    keys.flush();
    expect(keys.list().find(({ name }) => name === 'PACS')?.lastUsedAt).toBe(1);
  });

  it('tries again after a failure, and a refused key leaves no use', () => {
    const { repository, clock } = keysIn(scratchFolder());
    let fails = true;
    const touched: ReadonlyMap<string, number>[] = [];
    const keys = createApiKeys(
      {
        ...repository,
        touch(uses) {
          if (fails) throw new Error('disk');
          touched.push(new Map(uses));
        },
      },
      clock,
    );
    const { key, record } = keys.create(REQUEST);
    const gone = keys.create(REQUEST);
    keys.revoke(gone.record.keyId);
    keys.authenticate(`Bearer ${key}`);
    expect(() => keys.authenticate(`Bearer ${gone.key}`)).toThrow();
    expect(() => keys.flush()).toThrow('disk');
    fails = false;
    keys.flush();
    expect(touched).toEqual([new Map([[record.keyId, NOON]])]);
  });
});
