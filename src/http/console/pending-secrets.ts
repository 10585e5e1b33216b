import type { Clock } from '../../core/clock.js';
import { newTotpSecret } from '../auth/second-factor.js';

/** Secrets that were shown and not yet confirmed; kept in memory, as they protect nothing yet. */
export interface PendingSecrets {
  /** A new one; an earlier one of the person is forgotten. */
  make(userId: string): string;
  of(userId: string): string | undefined;
  forget(userId: string): void;
}

const KEPT_MS = 600_000;

export function createPendingSecrets(clock: Clock): PendingSecrets {
  const pending = new Map<string, { readonly secret: string; readonly until: number }>();

  function forgetOld(): void {
    const now = clock();
    for (const [userId, { until }] of pending) if (until <= now) pending.delete(userId);
  }

  return {
    make(userId) {
      forgetOld();
      const secret = newTotpSecret();
      pending.set(userId, { secret, until: clock() + KEPT_MS });
      return secret;
    },
    of(userId) {
      forgetOld();
      return pending.get(userId)?.secret;
    },
    forget: (userId) => void pending.delete(userId),
  };
}
