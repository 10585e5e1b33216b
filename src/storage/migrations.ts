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
  `
  -- Terms are interned: a space is 'live/Patient', a parameter 'live/Patient?name', so that test and
  -- live cannot meet in any table below.
  CREATE TABLE fhir_term (
    id   INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('space', 'parameter', 'system', 'unit', 'type')),
    text TEXT NOT NULL,
    UNIQUE (kind, text)
  ) STRICT;

  CREATE TABLE fhir_resource (
    pk      INTEGER PRIMARY KEY AUTOINCREMENT,
    space   INTEGER NOT NULL,
    id      TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    method  TEXT NOT NULL CHECK (method IN ('POST', 'PUT', 'PATCH', 'DELETE')),
    deleted INTEGER NOT NULL CHECK (deleted IN (0, 1)),
    body    TEXT NOT NULL
  ) STRICT;

  CREATE UNIQUE INDEX fhir_resource_id ON fhir_resource (space, id);
  CREATE INDEX fhir_resource_updated ON fhir_resource (space, updated, pk);
  -- In the order of rows, which every index ends with: pages of a whole type, and how many there are.
  CREATE INDEX fhir_resource_space ON fhir_resource (space) WHERE deleted = 0;

  -- Versions that were superseded; the current one is above.
  CREATE TABLE fhir_version (
    pk      INTEGER NOT NULL,
    version INTEGER NOT NULL,
    space   INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    method  TEXT NOT NULL,
    deleted INTEGER NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (pk, version)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX fhir_version_updated ON fhir_version (space, updated);

  CREATE TABLE fhir_token (
    key    INTEGER NOT NULL,
    code   TEXT NOT NULL,
    system INTEGER NOT NULL,
    pk     INTEGER NOT NULL,
    PRIMARY KEY (key, code, system, pk)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fhir_string (
    key    INTEGER NOT NULL,
    folded TEXT NOT NULL,
    pk     INTEGER NOT NULL,
    value  TEXT NOT NULL,
    PRIMARY KEY (key, folded, pk, value)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fhir_reference (
    key    INTEGER NOT NULL,
    target TEXT NOT NULL,
    type   INTEGER NOT NULL,
    pk     INTEGER NOT NULL,
    PRIMARY KEY (key, target, type, pk)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fhir_date (
    key  INTEGER NOT NULL,
    low  INTEGER NOT NULL,
    high INTEGER NOT NULL,
    pk   INTEGER NOT NULL,
    PRIMARY KEY (key, low, high, pk)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE fhir_number (
    key  INTEGER NOT NULL,
    unit INTEGER NOT NULL,
    low  REAL NOT NULL,
    high REAL NOT NULL,
    pk   INTEGER NOT NULL,
    PRIMARY KEY (key, unit, low, high, pk)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX fhir_token_pk ON fhir_token (pk, key);
  CREATE INDEX fhir_string_pk ON fhir_string (pk, key);
  CREATE INDEX fhir_reference_pk ON fhir_reference (pk, key);
  CREATE INDEX fhir_date_pk ON fhir_date (pk, key);
  CREATE INDEX fhir_number_pk ON fhir_number (pk, key);

  -- index_hash, reindexed_to
  CREATE TABLE fhir_meta (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  -- A copy of what the event says, for looking it up: the event alone is hashed.
  ALTER TABLE audit ADD COLUMN target TEXT;
  CREATE INDEX audit_by_target ON audit (target) WHERE target IS NOT NULL;
  `,
  `
  -- Answers to POST requests that bear an Idempotency-Key, by the key that asked: 'live/key_…'.
  CREATE TABLE idempotent (
    space      TEXT NOT NULL,
    key        TEXT NOT NULL,
    request    BLOB NOT NULL CHECK (length(request) = 32),
    status     INTEGER NOT NULL,
    headers    TEXT NOT NULL CHECK (json_valid(headers)),
    body       TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (space, key)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX idempotent_by_age ON idempotent (created_at);

  -- The key that this one took the place of.
  ALTER TABLE api_keys ADD COLUMN rotated_from TEXT;
  `,
  `
  -- What the audit record of the answer says was done, for the records of its repetitions.
  ALTER TABLE idempotent ADD COLUMN event TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(event));
  `,
  `
  -- Work that is answered later. The request is kept until the work has ended.
  CREATE TABLE jobs (
    job_id     TEXT PRIMARY KEY,
    mode       TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    key_id     TEXT NOT NULL,
    operation  TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (
      status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired')),
    progress   REAL NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
    attempts   INTEGER NOT NULL DEFAULT 0,
    request    TEXT CHECK (json_valid(request)),
    result     TEXT CHECK (json_valid(result)),
    error      TEXT CHECK (json_valid(error)),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER,
    expires_at INTEGER
  ) STRICT;

  CREATE INDEX jobs_by_owner ON jobs (mode, key_id, created_at);
  CREATE INDEX jobs_by_status ON jobs (status, created_at);
  `,
];
