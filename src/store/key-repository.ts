import type { KeyMode } from '../core/key-mode.js';
import type { Database } from './open.js';

/** An API key as stored: without the key itself. Times are milliseconds since 1970. */
export interface KeyRecord {
  readonly keyId: string;
  readonly name: string;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly ratePerMinute: number | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
  /** The key that this one replaces. */
  readonly rotatedFrom: string | null;
}

export interface KeyRepository {
  insert(record: KeyRecord, secretHash: Buffer): void;
  find(keyId: string): KeyRecord | undefined;
  /** The key that replaces this one. */
  successorOf(keyId: string): string | undefined;
  /** Sets when a key expires. */
  expire(keyId: string, at: number): void;
  /** One look-up in the unique index over the hashes. */
  findByHash(secretHash: Buffer): KeyRecord | undefined;
  list(): KeyRecord[];
  /** False when there is no such key or it is already revoked. */
  revoke(keyId: string, at: number): boolean;
  touch(lastUsed: ReadonlyMap<string, number>): void;
}

interface KeyRow {
  key_id: string;
  name: string;
  mode: KeyMode;
  scopes: string;
  rate_per_minute: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  rotated_from: string | null;
}

/** The few lists of scopes that are in use, each parsed once: a key is looked up at every request. */
function createScopeReader(): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const scopes = known.get(text) ?? (JSON.parse(text) as string[]);
    known.set(text, scopes);
    return scopes;
  };
}

function fromRow(row: KeyRow, scopesOf: (text: string) => readonly string[]): KeyRecord {
  return {
    keyId: row.key_id,
    name: row.name,
    mode: row.mode,
    scopes: scopesOf(row.scopes),
    ratePerMinute: row.rate_per_minute,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    rotatedFrom: row.rotated_from,
  };
}

export function createKeyRepository(database: Database): KeyRepository {
  const scopesOf = createScopeReader();
  const columns = `key_id, name, mode, scopes, rate_per_minute, created_at, expires_at,
                   revoked_at, last_used_at, rotated_from`;
  const insert = database.prepare(
    `INSERT INTO api_keys (${columns}, secret_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = database.prepare<[Buffer], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE secret_hash = ?`,
  );
  const findById = database.prepare<[string], KeyRow>(
    `SELECT ${columns} FROM api_keys WHERE key_id = ?`,
  );
  const successor = database
    .prepare<[string], string>('SELECT key_id FROM api_keys WHERE rotated_from = ?')
    .pluck();
  const expire = database.prepare('UPDATE api_keys SET expires_at = ? WHERE key_id = ?');
  const all = database.prepare<[], KeyRow>(
    `SELECT ${columns} FROM api_keys ORDER BY created_at, key_id`,
  );
  const revoke = database.prepare(
    'UPDATE api_keys SET revoked_at = ? WHERE key_id = ? AND revoked_at IS NULL',
  );
  const touch = database.prepare('UPDATE api_keys SET last_used_at = ? WHERE key_id = ?');
  return {
    insert(record, secretHash) {
      const { keyId, name, mode, scopes, ratePerMinute } = record;
      const { createdAt, expiresAt, revokedAt, lastUsedAt } = record;
      const scopesJson = JSON.stringify(scopes);
      const rest = [createdAt, expiresAt, revokedAt, lastUsedAt, record.rotatedFrom, secretHash];
      insert.run(keyId, name, mode, scopesJson, ratePerMinute, ...rest);
    },
    findByHash(secretHash) {
      const row = find.get(secretHash);
      return row && fromRow(row, scopesOf);
    },
    find(keyId) {
      const row = findById.get(keyId);
      return row && fromRow(row, scopesOf);
    },
    successorOf: (keyId) => successor.get(keyId),
    expire: (keyId, at) => void expire.run(at, keyId),
    list: () => all.all().map((row) => fromRow(row, scopesOf)),
    revoke: (keyId, at) => revoke.run(at, keyId).changes === 1,
    touch: database.transaction((lastUsed: ReadonlyMap<string, number>) => {
      for (const [keyId, at] of lastUsed) touch.run(at, keyId);
    }),
  };
}
