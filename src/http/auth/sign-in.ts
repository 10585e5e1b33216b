import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import type { AccountWrite, UserRecord } from '../../store/user.js';
import type { UserRepository } from '../../store/user-repository.js';
import type { Attempt, LockOut } from './lock-out.js';
import type { Passwords } from './passwords.js';

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

/** The outcome of a sign-in: a person, or why nobody; both with what is to be committed. */
export interface SignInOutcome {
  /** The person that was named, where there is one; for the audit record alone. */
  readonly named: UserRecord | undefined;
  readonly result: { readonly user: UserRecord } | { readonly refusal: AppError };
  readonly writes: readonly AccountWrite[];
}

/** One error for everything: it does not tell whether an account exists, or is disabled. */
const invalidCredentials = (): AppError =>
  new AppError('invalid_credentials', 'The user name or the password is not right.');

/** Checks what people sign in with. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** @throws AppError `rate_limited` during the pause after failed sign-ins */
  begin(userName: string, address: string | undefined): Attempt {
    return this.#parts.lockOut.begin(userName, address);
  }

  async check({ user_name, password }: Credentials, attempt: Attempt): Promise<SignInOutcome> {
    const { users, passwords, clock } = this.#parts;
    const user = users.findLocal(user_name.normalize('NFKC').trim());
    const stored = user === undefined ? null : (users.secretsOf(user.userId)?.password ?? null);
    const isRight = await passwords.isRight(password, stored);
    if (user === undefined || !isRight || user.disabledAt !== null) {
      const refusal = invalidCredentials();
      return { named: user, result: { refusal }, writes: attempt.failed };
    }
    const { userId } = user;
    const change = { lastSignInAt: clock(), ...(await this.#renewed(password, stored)) };
    const writes: AccountWrite[] = [...attempt.succeeded, { kind: 'user.change', userId, change }];
    return { named: user, result: { user }, writes };
  }

  /** The password hashed anew, where its hash was made with older parameters. */
  async #renewed(password: string, stored: string | null): Promise<{ password?: string }> {
    const { passwords } = this.#parts;
    if (stored === null || !passwords.isOutdated(stored)) return {};
    return { password: await passwords.hash(password) };
  }
}
