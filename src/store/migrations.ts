import { FHIR_TABLES } from './fhir/first-tables.js';

/**
 * The schema, one entry per version; `PRAGMA user_version` counts those applied. A released entry
 * is never edited: a change is a new entry.
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
  FHIR_TABLES,
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
  -- Work that is answered later. The request, and the sealed file in which a large one lies, are kept
  -- until the work has ended. 'seq' numbers what happens to a job.
  CREATE TABLE jobs (
    job_id     TEXT PRIMARY KEY,
    mode       TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    key_id     TEXT NOT NULL,
    operation  TEXT NOT NULL,
    request_id TEXT NOT NULL,
    status     TEXT NOT NULL CHECK (
      status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired')),
    progress   REAL NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 1),
    attempts   INTEGER NOT NULL DEFAULT 0,
    seq        INTEGER NOT NULL DEFAULT 0,
    request    TEXT CHECK (json_valid(request)),
    file       TEXT,
    file_bytes INTEGER NOT NULL DEFAULT 0,
    result     TEXT CHECK (json_valid(result)),
    error      TEXT CHECK (json_valid(error)),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at   INTEGER,
    expires_at INTEGER
  ) STRICT;

  CREATE INDEX jobs_by_owner ON jobs (mode, key_id, created_at);
  CREATE INDEX jobs_by_status ON jobs (status, created_at);

  -- What happened to a job: every status, and how far it has come, of which only the latest is kept.
  CREATE TABLE job_events (
    job_id   TEXT NOT NULL REFERENCES jobs (job_id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    status   TEXT,
    progress REAL NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (job_id, seq)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Whole stretches of the audit log that lie in files; these rows alone may leave the base. 'header'
  -- is the SHA-256 of the signed line that goes with the file.
  CREATE TABLE audit_segments (
    number INTEGER PRIMARY KEY,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL CHECK (last >= first),
    head   BLOB NOT NULL CHECK (length(head) = 32),
    header BLOB NOT NULL CHECK (length(header) = 32)
  ) STRICT;

  CREATE TRIGGER audit_segments_no_update BEFORE UPDATE ON audit_segments
  BEGIN SELECT RAISE(ABORT, 'segments of the audit log stay as they are'); END;

  CREATE TRIGGER audit_segments_no_delete BEFORE DELETE ON audit_segments
  BEGIN SELECT RAISE(ABORT, 'segments of the audit log stay as they are'); END;

  -- The newest record stays in the base: the next one is chained to it.
  CREATE TRIGGER audit_segments_follow BEFORE INSERT ON audit_segments
  WHEN NEW.number IS NOT coalesce((SELECT max(number) FROM audit_segments), 0) + 1
    OR NEW.first IS NOT coalesce((SELECT max(last) FROM audit_segments), 0) + 1
    OR NEW.first IS NOT (SELECT min(seq) FROM audit)
    OR NEW.last >= coalesce((SELECT max(seq) FROM audit), 0)
    OR NEW.head IS NOT (SELECT hash FROM audit WHERE seq = NEW.last)
  BEGIN SELECT RAISE(ABORT, 'the segment does not follow the last one'); END;

  DROP TRIGGER audit_no_delete;
  CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
  WHEN OLD.seq > coalesce((SELECT max(last) FROM audit_segments), 0)
  BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

  -- By this the audit log names patients and all other resources: whoever has records and not the
  -- base learns no id from them.
  CREATE TABLE audit_names (
    id  INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL CHECK (length(key) = 32)
  ) STRICT;

  CREATE TRIGGER audit_names_no_update BEFORE UPDATE ON audit_names
  BEGIN SELECT RAISE(ABORT, 'the key of the names in the audit log stays as it is'); END;

  CREATE TRIGGER audit_names_no_delete BEFORE DELETE ON audit_names
  BEGIN SELECT RAISE(ABORT, 'the key of the names in the audit log stays as it is'); END;
  `,
  `
  -- Of what an answer says of a version; none in rows from before.
  ALTER TABLE fhir_resource ADD COLUMN checksum INTEGER;
  ALTER TABLE fhir_version ADD COLUMN checksum INTEGER;
  `,
  `
  -- People. 'local' ones sign in here; those of an identity provider are known by issuer and subject.
  CREATE TABLE users (
    user_id         TEXT PRIMARY KEY,
    source          TEXT NOT NULL CHECK (source IN ('local', 'oidc')),
    issuer          TEXT,
    subject         TEXT,
    user_name       TEXT NOT NULL COLLATE NOCASE,
    display_name    TEXT NOT NULL,
    roles           TEXT NOT NULL CHECK (json_valid(roles)),
    worlds          TEXT NOT NULL CHECK (json_valid(worlds)),
    -- As scrypt made it, with its parameters; none before the first one is chosen.
    password        TEXT,
    -- Shared with the person's authenticator; the step of the last code, which cannot be used again.
    totp_secret     TEXT,
    totp_step       INTEGER NOT NULL DEFAULT 0,
    -- Sessions of an earlier generation have ended.
    generation      INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    last_sign_in_at INTEGER,
    disabled_at     INTEGER,
    CHECK ((source = 'oidc') = (issuer IS NOT NULL AND subject IS NOT NULL)),
    UNIQUE (issuer, subject)
  ) STRICT;

  CREATE UNIQUE INDEX users_by_name ON users (user_name) WHERE source = 'local';

  CREATE TABLE user_sessions (
    token_hash       BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    user_id          TEXT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    generation       INTEGER NOT NULL,
    created_at       INTEGER NOT NULL,
    used_at          INTEGER NOT NULL,
    ends_at          INTEGER NOT NULL,
    -- The session at the identity provider, by which the provider ends this one.
    provider_session TEXT
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX user_sessions_by_user ON user_sessions (user_id);

  -- One-time links with which a person chooses a password.
  CREATE TABLE user_invitations (
    token_hash   BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    user_id      TEXT NOT NULL UNIQUE REFERENCES users (user_id) ON DELETE CASCADE,
    chooses_name INTEGER NOT NULL CHECK (chooses_name IN (0, 1)),
    expires_at   INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE user_recovery_codes (
    user_id   TEXT NOT NULL REFERENCES users (user_id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (user_id, code_hash)
  ) STRICT, WITHOUT ROWID;

  -- Failed sign-ins in a row, by account and by address: 'account:5d414', 'address:10.1.2.3'.
  CREATE TABLE sign_in_failures (
    name    TEXT PRIMARY KEY,
    count   INTEGER NOT NULL,
    last_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Jobs belong to keys and to people.
  ALTER TABLE jobs RENAME COLUMN key_id TO owner_id;
  `,
  `
  -- One-time links that sign a person of the test world in; of an earlier generation they have ended.
  CREATE TABLE user_sign_in_links (
    token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
    user_id    TEXT NOT NULL UNIQUE REFERENCES users (user_id) ON DELETE CASCADE,
    generation INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Logout tokens of the identity provider that were accepted, until they expire: 'hash' is the SHA-256
  -- of issuer and id.
  CREATE TABLE used_logout_tokens (
    hash       BLOB PRIMARY KEY CHECK (length(hash) = 32),
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- DICOM objects that peers have sent: their files are sealed, with the keys here.
  CREATE TABLE dicom_objects (
    mode                TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    instance_uid        TEXT NOT NULL,
    study_uid           TEXT NOT NULL,
    series_uid          TEXT NOT NULL,
    sop_class_uid       TEXT NOT NULL,
    transfer_syntax_uid TEXT NOT NULL,
    header              TEXT NOT NULL CHECK (json_valid(header)),
    -- Of the data set.
    sha256              BLOB NOT NULL CHECK (length(sha256) = 32),
    file                TEXT NOT NULL,
    file_bytes          INTEGER NOT NULL,
    file_key            BLOB NOT NULL,
    file_counter        BLOB NOT NULL,
    calling_ae_title    TEXT NOT NULL,
    received_at         INTEGER NOT NULL,
    PRIMARY KEY (mode, instance_uid)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX dicom_objects_by_series ON dicom_objects (mode, study_uid, series_uid);
  CREATE INDEX dicom_objects_by_time ON dicom_objects (received_at);
  `,
  `
  CREATE INDEX dicom_objects_by_series_uid ON dicom_objects (mode, series_uid);
  `,
  `
  -- Results on their way to other nodes. The 'id' gives the order in which they were queued.
  CREATE TABLE dicom_sends (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    mode         TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    destination  TEXT NOT NULL,
    instance_uid TEXT NOT NULL,
    analysis_id  TEXT NOT NULL,
    urgent       INTEGER NOT NULL CHECK (urgent IN (0, 1)),
    state        TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'cancelled')),
    attempts     INTEGER NOT NULL,
    next_at      INTEGER NOT NULL,
    -- Of the last attempt: a status, or a word of ours.
    reason       TEXT,
    created_at   INTEGER NOT NULL,
    -- Since when it is tried: later than 'created_at' where an administrator has queued it again.
    queued_at    INTEGER NOT NULL,
    ended_at     INTEGER,
    CHECK ((state IN ('queued', 'sending')) = (ended_at IS NULL)),
    -- Nothing is sent twice.
    UNIQUE (mode, destination, instance_uid)
  ) STRICT;

  CREATE INDEX dicom_sends_waiting ON dicom_sends (mode, destination, urgent, id)
    WHERE ended_at IS NULL;
  CREATE INDEX dicom_sends_by_object ON dicom_sends (mode, instance_uid) WHERE ended_at IS NULL;
  CREATE INDEX dicom_sends_by_reading ON dicom_sends (analysis_id);
  CREATE INDEX dicom_sends_by_end ON dicom_sends (ended_at) WHERE ended_at IS NOT NULL;
  `,
  `
  -- Taken before all that are not.
  ALTER TABLE jobs ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0 CHECK (urgent IN (0, 1));

  -- What of the objects of peers is to be read: an image, or all of a series, which has no instance_uid.
  -- 'objects' have arrived, of which the last reading had 'read_objects'.
  CREATE TABLE dicom_worklist (
    mode             TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    series_uid       TEXT NOT NULL,
    instance_uid     TEXT NOT NULL,
    study_uid        TEXT NOT NULL,
    calling_ae_title TEXT NOT NULL,
    modality         TEXT,
    state            TEXT NOT NULL CHECK (
      state IN ('receiving', 'queued', 'read', 'not_assessed', 'unroutable')),
    reason           TEXT,
    -- The name of a route in the configuration.
    route            TEXT,
    urgent           INTEGER NOT NULL CHECK (urgent IN (0, 1)),
    expected         INTEGER,
    objects          INTEGER NOT NULL,
    read_objects     INTEGER NOT NULL,
    readings         INTEGER NOT NULL,
    first_at         INTEGER NOT NULL,
    last_at          INTEGER NOT NULL,
    complete_by      INTEGER,
    job_id           TEXT,
    analysis_id      TEXT,
    urgency          TEXT,
    read_at          INTEGER,
    PRIMARY KEY (mode, series_uid, instance_uid)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX dicom_worklist_by_time ON dicom_worklist (complete_by) WHERE complete_by IS NOT NULL;
  CREATE INDEX dicom_worklist_by_job ON dicom_worklist (job_id) WHERE job_id IS NOT NULL;

  -- Objects that were made here of the answers to readings: when they come back they are not read.
  CREATE TABLE dicom_results (
    mode         TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    instance_uid TEXT NOT NULL,
    analysis_id  TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (mode, instance_uid)
  ) STRICT, WITHOUT ROWID;

  -- Events, and each address that has to be told of them.
  CREATE TABLE webhook_deliveries (
    event_id   TEXT NOT NULL,
    url        TEXT NOT NULL,
    mode       TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    body       TEXT NOT NULL CHECK (json_valid(body)),
    created_at INTEGER NOT NULL,
    attempts   INTEGER NOT NULL,
    -- Of the last attempt: a status of HTTP, or a word of ours.
    reason     TEXT,
    next_at    INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    ended_at   INTEGER,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    PRIMARY KEY (event_id, url)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (next_at) WHERE ended_at IS NULL;
  `,
  `
  -- Requests of nodes for storage commitment, and what is reported to them.
  CREATE TABLE dicom_commitments (
    mode             TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    calling_ae_title TEXT NOT NULL,
    transaction_uid  TEXT NOT NULL,
    report           TEXT NOT NULL CHECK (json_valid(report)),
    state            TEXT NOT NULL CHECK (state IN ('waiting', 'reported', 'failed')),
    attempts         INTEGER NOT NULL,
    created_at       INTEGER NOT NULL,
    next_at          INTEGER NOT NULL,
    ended_at         INTEGER,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    PRIMARY KEY (mode, calling_ae_title, transaction_uid)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX dicom_commitments_waiting ON dicom_commitments (next_at) WHERE ended_at IS NULL;

  -- Reports in which a person verifies an object that was made here.
  CREATE TABLE dicom_verifications (
    mode                  TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    instance_uid          TEXT NOT NULL,
    verified_instance_uid TEXT NOT NULL,
    analysis_id           TEXT NOT NULL,
    received_at           INTEGER NOT NULL,
    PRIMARY KEY (mode, instance_uid, verified_instance_uid)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX dicom_verifications_by_reading ON dicom_verifications (analysis_id);
  `,
  `
  -- Tokens that were accepted once, until they expire: those by which programs prove who they are as well.
  ALTER TABLE used_logout_tokens RENAME TO used_tokens;
  `,
  `
  -- 0: held since before there was a worklist, and not yet put on it. Those are the objects that came before
  -- anything of which it is known that it was on the worklist: later ones without an item are not to be read.
  ALTER TABLE dicom_objects ADD COLUMN routed INTEGER NOT NULL DEFAULT 1 CHECK (routed IN (0, 1));
  UPDATE dicom_objects SET routed = 0
  WHERE received_at < ifnull((SELECT min(first_at) FROM dicom_worklist), received_at + 1)
    AND received_at < ifnull((SELECT min(created_at) FROM dicom_results), received_at + 1);
  CREATE INDEX dicom_objects_unrouted ON dicom_objects (received_at) WHERE routed = 0;
  `,
  `
  -- Cards of decision support that clients were given, and what became of them: nothing of the patient.
  CREATE TABLE cds_cards (
    card_id   TEXT PRIMARY KEY,
    mode      TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    service   TEXT NOT NULL,
    rule_id   TEXT NOT NULL,
    indicator TEXT NOT NULL,
    shown_at  INTEGER NOT NULL,
    outcome   TEXT CHECK (outcome IN ('accepted', 'overridden')),
    -- Code of the reason for an override.
    reason    TEXT,
    ended_at  INTEGER,
    CHECK ((outcome IS NULL) = (ended_at IS NULL))
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX cds_cards_shown ON cds_cards (mode, shown_at);
  `,
  `
  -- Which box this is: random, and the same in its backups.
  CREATE TABLE appliance (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    identity TEXT NOT NULL CHECK (length(identity) = 32)
  ) STRICT;

  INSERT INTO appliance (id, identity) VALUES (1, lower(hex(randomblob(16))));

  CREATE TRIGGER appliance_no_update BEFORE UPDATE ON appliance
  BEGIN SELECT RAISE(ABORT, 'a box stays the one that it is'); END;

  CREATE TRIGGER appliance_no_delete BEFORE DELETE ON appliance
  BEGIN SELECT RAISE(ABORT, 'a box stays the one that it is'); END;
  `,
  `
  -- What webhooks are told: of each subject in its order.
  CREATE TABLE ordered_deliveries (
    delivery_id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id    TEXT NOT NULL,
    url         TEXT NOT NULL,
    mode        TEXT NOT NULL CHECK (mode IN ('test', 'live')),
    type        TEXT NOT NULL,
    subject     TEXT,
    body        TEXT NOT NULL CHECK (json_valid(body)),
    created_at  INTEGER NOT NULL,
    attempts    INTEGER NOT NULL,
    -- Of the last attempt: a status of HTTP, or a word of ours.
    reason      TEXT,
    next_at     INTEGER NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
    ended_at    INTEGER,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    UNIQUE (event_id, url)
  ) STRICT;

  INSERT INTO ordered_deliveries
    (event_id, url, mode, type, body, created_at, attempts, reason, next_at, state, ended_at)
  SELECT event_id, url, mode, 'imaging.critical', body, created_at, attempts, reason, next_at, state, ended_at
  FROM webhook_deliveries ORDER BY created_at, event_id;

  DROP TABLE webhook_deliveries;
  ALTER TABLE ordered_deliveries RENAME TO webhook_deliveries;

  CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (url, next_at) WHERE ended_at IS NULL;
  CREATE INDEX webhook_deliveries_subject ON webhook_deliveries (url, subject, delivery_id)
  WHERE ended_at IS NULL AND subject IS NOT NULL;
  CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL;
  `,
];
