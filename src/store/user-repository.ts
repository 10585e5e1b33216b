import type { KeyMode } from '../core/key-mode.js';
import type { Database } from './open.js';
import type {
  FailureCount,
  InvitationRecord,
  SessionRecord,
  SignInLinkRecord,
  UserRecord,
  UserSecrets,
} from './user.js';

/** A session with its person, as every request with a cookie reads it. */
export interface SessionOfUser {
  readonly session: SessionRecord;
  readonly user: UserRecord;
}

export interface UserRepository {
  find(userId: string): UserRecord | undefined;
  /** A person who signs in here; case is ignored. */
  findLocal(userName: string): UserRecord | undefined;
  findBySubject(issuer: string, subject: string): UserRecord | undefined;
  /** Who has sessions that a session at the identity provider has opened. */
  ownersOfProvided(issuer: string, providerSession: string): UserRecord[];
  secretsOf(userId: string): UserSecrets | undefined;
  list(): UserRecord[];
  /** One look-up in the primary key over the hashes. */
  findSession(tokenHash: Buffer): SessionOfUser | undefined;
  /** The sessions of a person, or all that a session at the identity provider has opened. */
  sessionsOf(userId: string): SessionRecord[];
  findInvitation(tokenHash: Buffer): InvitationRecord | undefined;
  findSignInLink(tokenHash: Buffer): SignInLinkRecord | undefined;
  hasRecoveryCode(userId: string, hash: Buffer): boolean;
  failuresOf(name: string): FailureCount | undefined;
  /** Whether a person may still act: the account exists and is not disabled. */
  isInForce(userId: string): boolean;
  /** Whether a person is signed in somewhere. */
  hasSession(userId: string): boolean;
  /** Writes when sessions were last used. */
  touch(lastUsed: ReadonlyMap<string, number>): void;
  /** Deletes sessions, links and failed sign-ins that no longer count; returns how many. */
  forget(limits: ForgetLimits): number;
}

/** Milliseconds since 1970. */
export interface ForgetLimits {
  readonly now: number;
  /** Sessions last used before this have ended. */
  readonly idleSince: number;
  /** Failed sign-ins before this are forgotten, unless they are as many as `keptFrom`. */
  readonly failedBefore: number;
  readonly keptFrom: number;
}

interface UserRow {
  user_id: string;
  source: 'local' | 'oidc';
  issuer: string | null;
  subject: string | null;
  user_name: string;
  display_name: string;
  roles: string;
  worlds: string;
  has_password: number;
  has_second_factor: number;
  generation: number;
  created_at: number;
  last_sign_in_at: number | null;
  disabled_at: number | null;
}

interface SessionRow {
  token_hash: Buffer;
  user_id: string;
  session_generation: number;
  began_at: number;
  used_at: number;
  ends_at: number;
  provider_session: string | null;
}

const USER_COLUMNS = `users.user_id, source, issuer, subject, user_name, display_name, roles,
  worlds, password IS NOT NULL AS has_password, totp_secret IS NOT NULL AS has_second_factor,
  users.generation, users.created_at, last_sign_in_at, disabled_at`;
const SESSION_COLUMNS = `token_hash, user_sessions.user_id, user_sessions.created_at AS began_at,
  user_sessions.generation AS session_generation, used_at, ends_at, provider_session`;

const toUser = (row: UserRow): UserRecord => ({
  userId: row.user_id,
  source: row.source,
  issuer: row.issuer,
  subject: row.subject,
  userName: row.user_name,
  displayName: row.display_name,
  roles: JSON.parse(row.roles) as string[],
  worlds: JSON.parse(row.worlds) as KeyMode[],
  hasPassword: row.has_password === 1,
  hasSecondFactor: row.has_second_factor === 1,
  generation: row.generation,
  createdAt: row.created_at,
  lastSignInAt: row.last_sign_in_at,
  disabledAt: row.disabled_at,
});

const toSession = (row: SessionRow): SessionRecord => ({
  tokenHash: row.token_hash,
  userId: row.user_id,
  generation: row.session_generation,
  createdAt: row.began_at,
  usedAt: row.used_at,
  endsAt: row.ends_at,
  providerSession: row.provider_session,
});

function prepareUserQueries(database: Database) {
  const user = (where: string) =>
    database.prepare<string[], UserRow>(`SELECT ${USER_COLUMNS} FROM users ${where}`);
  return {
    find: user('WHERE user_id = ?'),
    findLocal: user("WHERE user_name = ? AND source = 'local'"),
    findBySubject: user('WHERE issuer = ? AND subject = ?'),
    ownersOfProvided: user(
      `WHERE issuer = ?
       AND user_id IN (SELECT user_id FROM user_sessions WHERE provider_session = ?)`,
    ),
    list: user('ORDER BY created_at, user_id'),
    secrets: database.prepare<[string], UserSecrets>(
      `SELECT password, totp_secret AS totpSecret, totp_step AS totpStep
       FROM users WHERE user_id = ?`,
    ),
    inForce: database
      .prepare<[string], number>('SELECT 1 FROM users WHERE user_id = ? AND disabled_at IS NULL')
      .pluck(),
    recoveryCode: database
      .prepare<[string, Buffer], number>(
        'SELECT 1 FROM user_recovery_codes WHERE user_id = ? AND code_hash = ?',
      )
      .pluck(),
    failures: database.prepare<[string], FailureCount>(
      'SELECT count, last_at AS lastAt FROM sign_in_failures WHERE name = ?',
    ),
  };
}

function prepareSessionQueries(database: Database) {
  return {
    find: database.prepare<[Buffer], UserRow & SessionRow>(
      `SELECT ${SESSION_COLUMNS}, ${USER_COLUMNS}
       FROM user_sessions JOIN users USING (user_id) WHERE token_hash = ?`,
    ),
    ofUser: database.prepare<[string], SessionRow>(
      `SELECT ${SESSION_COLUMNS} FROM user_sessions WHERE user_id = ? ORDER BY created_at`,
    ),
    any: database
      .prepare<[string], number>(
        `SELECT 1 FROM user_sessions JOIN users USING (user_id)
         WHERE user_id = ? AND disabled_at IS NULL
           AND user_sessions.generation = users.generation LIMIT 1`,
      )
      .pluck(),
    touch: database.prepare(
      'UPDATE user_sessions SET used_at = max(used_at, ?) WHERE token_hash = ?',
    ),
    invitation: database.prepare<
      [Buffer],
      { user_id: string; chooses_name: number; expires_at: number }
    >('SELECT user_id, chooses_name, expires_at FROM user_invitations WHERE token_hash = ?'),
    signInLink: database.prepare<[Buffer], SignInLinkRecord>(
      `SELECT token_hash AS tokenHash, user_id AS userId, generation, expires_at AS expiresAt
       FROM user_sign_in_links WHERE token_hash = ?`,
    ),
  };
}

function createForgetting(database: Database): UserRepository['forget'] {
  const sessions = database.prepare(
    'DELETE FROM user_sessions WHERE ends_at <= @now OR used_at < @idleSince',
  );
  const invitations = database.prepare('DELETE FROM user_invitations WHERE expires_at <= @now');
  const links = database.prepare('DELETE FROM user_sign_in_links WHERE expires_at <= @now');
  const tokens = database.prepare('DELETE FROM used_tokens WHERE expires_at <= @now');
  const failures = database.prepare(
    'DELETE FROM sign_in_failures WHERE last_at < @failedBefore AND count < @keptFrom',
  );
  return database.transaction((limits: ForgetLimits) =>
    [sessions, invitations, links, tokens, failures].reduce(
      (sum, one) => sum + one.run(limits).changes,
      0,
    ),
  );
}

export function createUserRepository(database: Database): UserRepository {
  const users = prepareUserQueries(database);
  const sessions = prepareSessionQueries(database);
  const asUser = (row: UserRow | undefined) => row && toUser(row);
  return {
    find: (userId) => asUser(users.find.get(userId)),
    findLocal: (userName) => asUser(users.findLocal.get(userName)),
    findBySubject: (issuer, subject) => asUser(users.findBySubject.get(issuer, subject)),
    ownersOfProvided: (issuer, session) => users.ownersOfProvided.all(issuer, session).map(toUser),
    secretsOf: (userId) => users.secrets.get(userId),
    list: () => users.list.all().map(toUser),
    findSession(tokenHash) {
      const row = sessions.find.get(tokenHash);
      return row && { session: toSession(row), user: toUser(row) };
    },
    sessionsOf: (userId) => sessions.ofUser.all(userId).map(toSession),
    findInvitation(tokenHash) {
      const row = sessions.invitation.get(tokenHash);
      if (row === undefined) return undefined;
      const { user_id: userId, chooses_name, expires_at: expiresAt } = row;
      return { tokenHash, userId, choosesName: chooses_name === 1, expiresAt };
    },
    findSignInLink: (tokenHash) => sessions.signInLink.get(tokenHash),
    hasRecoveryCode: (userId, hash) => users.recoveryCode.get(userId, hash) !== undefined,
    failuresOf: (name) => users.failures.get(name),
    isInForce: (userId) => users.inForce.get(userId) !== undefined,
    hasSession: (userId) => sessions.any.get(userId) !== undefined,
    touch: database.transaction((lastUsed: ReadonlyMap<string, number>) => {
      for (const [hash, at] of lastUsed) sessions.touch.run(at, Buffer.from(hash, 'base64'));
    }),
    forget: createForgetting(database),
  };
}
