import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import { LockOut, type LockOutRules } from '../http/auth/lock-out.js';
import { createPasswords } from '../http/auth/passwords.js';
import { Sessions } from '../http/auth/sessions.js';
import { SignIn } from '../http/auth/sign-in.js';
import type { ConsoleParts } from '../http/console/mount-console.js';
import { createPendingSecrets } from '../http/console/pending-secrets.js';
import { listStaticFiles } from '../http/console/static-files.js';
import type { OidcParts } from '../http/oidc/oidc-parts.js';
import { openIdentityProvider } from '../http/oidc/open.js';
import type { OidcSettings } from '../http/oidc/settings.js';
import { createTransactions } from '../http/oidc/transactions.js';
import type { Database } from '../store/open.js';
import type { ForgetLimits, UserRepository } from '../store/user-repository.js';
import { createUserRepository } from '../store/user-repository.js';
import { CONSOLE_FILES, type LoadedConfig } from './config/load.js';

export interface SignInSetupParts {
  readonly config: LoadedConfig;
  readonly logger: Logger;
  readonly database: Database;
  readonly clock: Clock;
  readonly noteSignIn: ConsoleParts['noteSignIn'];
}

/** How people sign in, and what the console shows of it. */
export interface SignInSetup {
  readonly users: UserRepository;
  readonly sessions: Sessions;
  readonly console: ConsoleParts;
  /** Absent without an identity provider: then none is ever called. */
  readonly oidc?: OidcSetup;
  /** Deletes sessions, links and failed sign-ins that no longer count. */
  forgetOld(): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function rulesOf({ sign_in: limits }: LoadedConfig): LockOutRules {
  const longestPauseMs = limits.longest_pause_s * 1_000;
  return {
    account: {
      freeFailures: limits.free_failures,
      longestPauseMs,
      drainMs: DAY_MS,
      max: limits.max_failures,
    },
    // Many people may share an address: it is never locked, and what they mistype is soon forgotten.
    address: {
      freeFailures: limits.free_failures_per_address,
      longestPauseMs,
      drainMs: MINUTE_MS,
      max: Number.POSITIVE_INFINITY,
    },
  };
}

type OidcSetup = Pick<OidcParts, 'provider' | 'settings' | 'transactions'>;

const setUpOidc = (settings: OidcSettings, clock: Clock, logger: Logger): OidcSetup => ({
  settings,
  provider: openIdentityProvider(settings, { clock, logger }),
  transactions: createTransactions(clock),
});

export function setUpSignIn(parts: SignInSetupParts): SignInSetup {
  const { config, database, clock, logger, noteSignIn } = parts;
  const { sign_in: limits } = config;
  const users = createUserRepository(database);
  const passwords = createPasswords();
  const idleMs = limits.idle_minutes * MINUTE_MS;
  const absoluteMs = limits.session_hours * HOUR_MS;
  const sessions = new Sessions({
    users,
    clock,
    limits: { idleMs, absoluteMs },
    local: limits.local,
    issuer: limits.oidc?.issuer,
    secondFactorFor: limits.second_factor_for,
  });
  const oidc = limits.oidc && setUpOidc(limits.oidc, clock, logger);
  const lockOut = new LockOut(users, rulesOf(config), clock);
  const forgetLimits = (now: number): ForgetLimits => ({
    now,
    idleSince: now - idleMs,
    failedBefore: now - limits.max_failures * DAY_MS,
    keptFrom: limits.max_failures,
  });
  return {
    users,
    sessions,
    console: {
      users,
      sessions,
      passwords,
      signIn: new SignIn({ users, passwords, lockOut, clock }),
      noteSignIn,
      minPasswordLength: limits.password_length,
      secondFactorFor: limits.second_factor_for,
      clock,
      pending: createPendingSecrets(clock),
      files: listStaticFiles(CONSOLE_FILES),
      ways: { local: limits.local, oidc: oidc === undefined ? null : { name: oidc.provider.name } },
    },
    ...(oidc && { oidc }),
    forgetOld() {
      sessions.flush();
      users.forget(forgetLimits(clock()));
    },
  };
}
