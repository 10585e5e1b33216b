import type { Clock } from '../../core/clock.js';

/** More are not remembered; the oldest give way. */
const MAX_REMEMBERED = 100_000;

/** Returns false for a name that was used before and has not expired since. */
export type UseOnce = (name: string, expiresAt: number) => boolean;

/** Remembers names that may be used once, until they expire by themselves. */
export function createUseOnce(clock: Clock): UseOnce {
  const used = new Map<string, number>();

  /** They expire about in the order of their use, so it ends at the first that has not. */
  function forgetOldest(now: number): void {
    for (const [name, expiresAt] of used) {
      if (expiresAt > now && used.size < MAX_REMEMBERED) return;
      used.delete(name);
    }
  }

  return (name, expiresAt) => {
    const now = clock();
    forgetOldest(now);
    const usedUntil = used.get(name);
    if (usedUntil !== undefined && usedUntil > now) return false;
    used.set(name, expiresAt);
    return true;
  };
}
