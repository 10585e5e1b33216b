/** The migration that creates the tables of resources, their versions and their index. */
export const FHIR_TABLES = `
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
  `;
