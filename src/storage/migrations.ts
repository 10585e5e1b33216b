/**
 * The schema, one entry a version; `PRAGMA user_version` counts those applied. An entry that has
 * been released is never edited: a change is a new entry.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE api_keys (
    key_id          TEXT PRIMARY KEY,
    name            TEXT NOT NULL,
    mode            TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    scopes          TEXT NOT NULL CHECK (json_valid(scopes)),
    secret_hash     BLOB NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
    rate_per_minute INTEGER CHECK (rate_per_minute > 0),
    created_at      INTEGER NOT NULL,
    expires_at      INTEGER,
    revoked_at      INTEGER,
    last_used_at    INTEGER
  ) STRICT;

  CREATE TABLE audit (
    seq       INTEGER PRIMARY KEY AUTOINCREMENT,
    at        TEXT NOT NULL,
    event     TEXT NOT NULL CHECK (json_valid(event)),
    prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
    hash      BLOB NOT NULL CHECK (length(hash) = 32)
  ) STRICT;

  CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

  CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

  CREATE TRIGGER audit_chained BEFORE INSERT ON audit
  WHEN NEW.prev_hash IS NOT coalesce(
         (SELECT hash FROM audit ORDER BY seq DESC LIMIT 1), zeroblob(32))
    OR NEW.seq IS NOT coalesce((SELECT max(seq) FROM audit), 0) + 1
  BEGIN SELECT RAISE(ABORT, 'the audit record does not follow the last one'); END;
  `,
  `
  CREATE TABLE imaging_readings (
    analysis_id TEXT PRIMARY KEY,
    mode        TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    created_at  INTEGER NOT NULL,
    reading     TEXT NOT NULL CHECK (json_valid(reading))
  ) STRICT;

  CREATE INDEX imaging_readings_by_age ON imaging_readings (created_at);
  `,
];
