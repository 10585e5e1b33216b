import type { Database } from './open.js';

/** A stored answer, and the request it belongs to. */
export interface StoredAnswer {
  /** Its owner: `live/key_…`. */
  readonly space: string;
  /** The idempotency key of the request. */
  readonly key: string;
  /** SHA-256 of the request. */
  readonly request: Buffer;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** '' where there was none. */
  readonly body: string;
  /** JSON: the action and its facts in the audit record. */
  readonly event: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface IdempotencyRepository {
  find(space: string, key: string): Promise<StoredAnswer | undefined>;
  /** Deletes entries older than a time; resolves with how many. */
  forgetBefore(epochMs: number): Promise<number>;
}

/** The repository as units of work use it. */
export interface IdempotencyTable extends IdempotencyRepository {
  /** Becomes part of the open transaction; replaces an older answer. */
  save(answer: StoredAnswer): void;
}

interface IdempotencyRow {
  request: Buffer;
  status: number;
  headers: string;
  body: string;
  event: string;
  created_at: number;
}

export function createIdempotencyRepository(database: Database): IdempotencyTable {
  const bySpaceAndKey = database.prepare<[string, string], IdempotencyRow>(
    `SELECT request, status, headers, body, event, created_at
     FROM idempotent WHERE space = ? AND key = ?`,
  );
  const replace = database.prepare(
    `INSERT INTO idempotent (space, key, request, status, headers, body, event, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (space, key) DO UPDATE SET
       request = excluded.request, status = excluded.status, headers = excluded.headers,
       body = excluded.body, event = excluded.event, created_at = excluded.created_at`,
  );
  const remove = database.prepare('DELETE FROM idempotent WHERE created_at < ?');
  return {
    async find(space, key) {
      const row = bySpaceAndKey.get(space, key);
      if (row === undefined) return undefined;
      const { request, status, headers, body, event, created_at: createdAt } = row;
      const parsed = JSON.parse(headers) as Record<string, string>;
      return { space, key, request, status, headers: parsed, body, event, createdAt };
    },
    save({ space, key, request, status, headers, body, event, createdAt }) {
      const headersJson = JSON.stringify(headers);
      replace.run(space, key, request, status, headersJson, body, event, createdAt);
    },
    forgetBefore: async (epochMs) => remove.run(epochMs).changes,
  };
}
