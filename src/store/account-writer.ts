import type { AppError } from '../core/errors.js';
import type { Database } from './open.js';
import SqliteDatabase from './sqlite.js';
import {
  type AccountWrite,
  drained,
  type Failure,
  type FailureCount,
  type NewUser,
  type SessionRecord,
  type UserChange,
} from './user.js';

const isTaken = (error: unknown): boolean =>
  error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';

/** Runs a statement; a name that another person has throws the refusal. */
function refuseTaken(work: () => void, refusal: AppError | undefined): void {
  try {
    work();
  } catch (error) {
    throw refusal !== undefined && isTaken(error) ? refusal : error;
  }
}

/** The columns of a change; a new second factor starts with no code used. */
function columnsOf(change: UserChange): Readonly<Record<string, unknown>> {
  const { userName, displayName, roles, worlds, password, totpSecret } = change;
  const { lastSignInAt, disabledAt } = change;
  const columns = {
    user_name: userName,
    display_name: displayName,
    roles: roles && JSON.stringify(roles),
    worlds: worlds && JSON.stringify(worlds),
    password,
    totp_secret: totpSecret,
    totp_step: totpSecret === undefined ? undefined : 0,
    last_sign_in_at: lastSignInAt,
    disabled_at: disabledAt,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function prepareStatements(database: Database) {
  return {
    insertUser: database.prepare(
      `INSERT INTO users (user_id, source, issuer, subject, user_name, display_name, roles, worlds,
         created_at)
       VALUES (@userId, @source, @issuer, @subject, @userName, @displayName, @roles, @worlds,
         @createdAt)`,
    ),
    useCode: database.prepare(
      'UPDATE users SET totp_step = @step WHERE user_id = @userId AND totp_step < @step',
    ),
    clearCodes: database.prepare('DELETE FROM user_recovery_codes WHERE user_id = ?'),
    addCode: database.prepare('INSERT INTO user_recovery_codes (user_id, code_hash) VALUES (?, ?)'),
    useRecovery: database.prepare(
      'DELETE FROM user_recovery_codes WHERE user_id = ? AND code_hash = ?',
    ),
    insertSession: database.prepare(
      `INSERT INTO user_sessions
         (token_hash, user_id, generation, created_at, used_at, ends_at, provider_session)
       VALUES (@tokenHash, @userId, @generation, @createdAt, @usedAt, @endsAt, @providerSession)`,
    ),
    endSession: database.prepare('DELETE FROM user_sessions WHERE token_hash = ?'),
    endSessions: database.prepare('DELETE FROM user_sessions WHERE user_id = ?'),
    nextGeneration: database.prepare(
      'UPDATE users SET generation = generation + 1 WHERE user_id = ?',
    ),
    endProvided: database.prepare(
      'DELETE FROM user_sessions WHERE user_id = ? AND provider_session = ?',
    ),
    withdraw: database.prepare('DELETE FROM user_invitations WHERE user_id = ?'),
    invite: database.prepare(
      `INSERT INTO user_invitations (token_hash, user_id, chooses_name, expires_at)
       VALUES (?, ?, ?, ?)`,
    ),
    useInvitation: database.prepare('DELETE FROM user_invitations WHERE token_hash = ?'),
    withdrawLink: database.prepare('DELETE FROM user_sign_in_links WHERE user_id = ?'),
    putLink: database.prepare(
      `INSERT INTO user_sign_in_links (token_hash, user_id, generation, expires_at)
       VALUES (@tokenHash, @userId, @generation, @expiresAt)`,
    ),
    useLink: database.prepare(
      `DELETE FROM user_sign_in_links WHERE token_hash = ? AND EXISTS
         (SELECT 1 FROM users WHERE users.user_id = user_sign_in_links.user_id
            AND users.generation = user_sign_in_links.generation AND disabled_at IS NULL)`,
    ),
    useToken: database.prepare(
      'INSERT OR IGNORE INTO used_tokens (hash, expires_at) VALUES (@hash, @expiresAt)',
    ),
    failures: database.prepare<[string], FailureCount>(
      'SELECT count, last_at AS lastAt FROM sign_in_failures WHERE name = ?',
    ),
    fail: database.prepare(
      `INSERT INTO sign_in_failures (name, count, last_at) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET count = excluded.count, last_at = excluded.last_at`,
    ),
    forgive: database.prepare('DELETE FROM sign_in_failures WHERE name = ?'),
  };
}

/** Carries out the changes of people, sessions and secrets, in the open transaction. */
export class AccountWriter {
  readonly #database: Database;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = prepareStatements(database);
  }

  carryOut(write: AccountWrite): void {
    const statements = this.#statements;
    switch (write.kind) {
      case 'user.insert':
        return void this.#insertUser(write.user, write.refusal);
      case 'user.change':
        return void this.#changeUser(write.userId, write.change, write.refusal);
      case 'user.use-code': {
        const { userId, step, refusal } = write;
        if (statements.useCode.run({ userId, step }).changes === 0) throw refusal;
        return;
      }
      case 'recovery-codes.replace':
        statements.clearCodes.run(write.userId);
        for (const hash of write.hashes) statements.addCode.run(write.userId, hash);
        return;
      case 'recovery-code.use':
        if (statements.useRecovery.run(write.userId, write.hash).changes === 0) throw write.refusal;
        return;
      case 'session.insert':
        return void this.#insertSession(write.session);
      case 'session.end':
        return void statements.endSession.run(write.tokenHash);
      case 'session.end-all':
        statements.nextGeneration.run(write.userId);
        return void statements.endSessions.run(write.userId);
      case 'session.end-provided':
        return void statements.endProvided.run(write.userId, write.providerSession);
      case 'invitation.put': {
        const { tokenHash, userId, choosesName, expiresAt } = write.invitation;
        statements.withdraw.run(userId);
        return void statements.invite.run(tokenHash, userId, choosesName ? 1 : 0, expiresAt);
      }
      case 'invitation.use':
        if (statements.useInvitation.run(write.tokenHash).changes === 0) throw write.refusal;
        return;
      case 'invitation.withdraw':
        return void statements.withdraw.run(write.userId);
      case 'sign-in-link.put':
        statements.withdrawLink.run(write.link.userId);
        return void statements.putLink.run(write.link);
      case 'sign-in-link.use':
        if (statements.useLink.run(write.tokenHash).changes === 0) throw write.refusal;
        return;
      case 'token.use':
        if (statements.useToken.run(write.token).changes === 0) throw write.refusal;
        return;
      case 'sign-in.fail':
        return void this.#countFailure(write.name, write.failure);
      case 'sign-in.forgive':
        return void statements.forgive.run(write.name);
    }
  }

  #insertUser({ roles, worlds, ...user }: NewUser, refusal: AppError): void {
    const lists = { roles: JSON.stringify(roles), worlds: JSON.stringify(worlds) };
    refuseTaken(() => this.#statements.insertUser.run({ ...user, ...lists }), refusal);
  }

  #changeUser(userId: string, change: UserChange, refusal: AppError | undefined): void {
    const columns = columnsOf(change);
    const names = Object.keys(columns);
    if (names.length === 0) return;
    const assignments = names.map((name) => `${name} = @${name}`).join(', ');
    const statement = this.#database.prepare(
      `UPDATE users SET ${assignments} WHERE user_id = @userId`,
    );
    refuseTaken(() => statement.run({ ...columns, userId }), refusal);
  }

  #countFailure(name: string, failure: Failure): void {
    const before = this.#statements.failures.get(name);
    const left = before === undefined ? 0 : drained(before, failure);
    this.#statements.fail.run(name, left + 1, failure.at);
  }

  #insertSession(session: SessionRecord): void {
    this.#statements.insertSession.run(session);
  }
}
