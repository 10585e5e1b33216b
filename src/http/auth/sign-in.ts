import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { AccountWrite, UserRecord, UserSecrets } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { Attempt, LockOut } from './lock-out.js';
import type { Passwords } from './passwords.js';
import { isTotpCode, recoveryHash, stepOfCode } from './second-factor.js';

export interface SignInParts {
  readonly users: UserRepository;
  readonly passwords: Passwords;
  readonly lockOut: LockOut;
  readonly clock: Clock;
}

/** What a person types in. */
export interface Credentials {
  readonly user_name: string;
  readonly password: string;
  readonly code?: string | undefined;
}

/** The outcome of a check: a person, or why nobody; both with what is to be committed. */
export interface ProofOutcome {
  /** The person that was named, where there is one; for the audit record alone. */
  readonly named: UserRecord | undefined;
  readonly result: { readonly user: UserRecord } | { readonly refusal: AppError };
  readonly writes: readonly AccountWrite[];
}

/** One error for everything: it does not tell whether an account exists, or is disabled. */
const invalidCredentials = (): AppError =>
  new AppError('invalid_credentials', 'The user name or the password is not right.');

const codeNeeded = (): AppError =>
  new AppError('second_factor_required', 'Enter the code of your authenticator.', {
    issues: [{ field: 'code', issue: 'is required' }],
  });

export const wrongCode = (): AppError =>
  new AppError('second_factor_required', 'The code is not right, or was used before.', {
    issues: [{ field: 'code', issue: 'is not right, or was used before' }],
  });

/**
 * The write that uses a code up: of the authenticator or for recovery. A code that is used twice at
 * the same time is refused where it is committed.
 */
function useOfCode(
  { userId }: UserRecord,
  secret: string,
  code: string,
  now: number,
): AccountWrite | undefined {
  const refusal = wrongCode();
  if (!isTotpCode(code)) {
    return { kind: 'recovery-code.use', userId, hash: recoveryHash(code), refusal };
  }
  const step = stepOfCode(secret, code, now);
  return step === undefined ? undefined : { kind: 'user.use-code', userId, step, refusal };
}

/** Checks what people prove to be themselves with. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** @throws AppError `rate_limited` during the pause after failed attempts */
  begin(userName: string, address: string | undefined): Attempt {
    return this.#parts.lockOut.begin(userName, address);
  }

  /** Checks a sign-in: the password, then the second factor where the account has one. */
  async check(credentials: Credentials, attempt: Attempt): Promise<ProofOutcome> {
    const { users, clock } = this.#parts;
    const user = users.findLocal(credentials.user_name.normalize('NFKC').trim());
    const proof = await this.prove(user, credentials, attempt);
    if ('refusal' in proof.result) return proof;
    const { userId } = proof.result.user;
    const change = { lastSignInAt: clock(), ...(await this.#renewed(userId, credentials)) };
    return { ...proof, writes: [...proof.writes, { kind: 'user.change', userId, change }] };
  }

  /** Checks that a request is made by the person: also for changes of an account in a session. */
  async prove(
    user: UserRecord | undefined,
    { password, code }: Pick<Credentials, 'password' | 'code'>,
    attempt: Attempt,
  ): Promise<ProofOutcome> {
    const { users, passwords } = this.#parts;
    const secrets = user === undefined ? undefined : users.secretsOf(user.userId);
    const isRight = await passwords.isRight(password, secrets?.password ?? null);
    const refused = (refusal: AppError, writes: readonly AccountWrite[]) => ({
      named: user,
      result: { refusal },
      writes,
    });
    if (user === undefined || secrets === undefined || !isRight || user.disabledAt !== null) {
      return refused(invalidCredentials(), attempt.failed);
    }
    if (secrets.totpSecret === null)
      return { named: user, result: { user }, writes: attempt.succeeded };
    // The password was right: that alone is no failure, and forgives none.
    if (code === undefined) return refused(codeNeeded(), []);
    const use = this.#useOfCode(user, secrets, code);
    if (use === undefined) return refused(wrongCode(), attempt.failed);
    return { named: user, result: { user }, writes: [...attempt.succeeded, use] };
  }

  #useOfCode(user: UserRecord, secrets: UserSecrets, code: string): AccountWrite | undefined {
    const { users, clock } = this.#parts;
    const use = useOfCode(user, secrets.totpSecret ?? '', code, clock());
    if (use?.kind === 'user.use-code' && use.step <= secrets.totpStep) return undefined;
    if (use?.kind === 'recovery-code.use' && !users.hasRecoveryCode(user.userId, use.hash)) {
      return undefined;
    }
    return use;
  }

  /** The password hashed anew, where its hash was made with older parameters. */
  async #renewed(
    userId: string,
    { password }: Pick<Credentials, 'password'>,
  ): Promise<{ password?: string }> {
    const { passwords, users } = this.#parts;
    const stored = users.secretsOf(userId)?.password ?? null;
    if (stored === null || !passwords.isOutdated(stored)) return {};
    return { password: await passwords.hash(password) };
  }
}
