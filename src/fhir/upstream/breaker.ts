import type { Clock } from '../../core/clock.js';
import { UpstreamFault } from './fault.js';

/** Keeps off a server that does not answer. */
export interface Breaker {
  /** @throws UpstreamFault while nothing is to be asked */
  check(): void;
  worked(): void;
  /** @param retryAfterSeconds as the server has wished: then one failure is enough */
  failed(retryAfterSeconds?: number): void;
}

const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/**
 * After three failures on end nothing is asked for half a minute; then one request at a time finds
 * out whether the server is back.
 */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let openUntil = 0;
  return {
    check() {
      const now = clock();
      if (now < openUntil) {
        const retryAfterSeconds = Math.ceil((openUntil - now) / 1_000);
        throw new UpstreamFault('The server has failed too often.', { retryAfterSeconds });
      }
      // The others wait for what becomes of this one.
      if (openUntil > 0) openUntil = now + OPEN_MS;
    },
    worked() {
      failures = 0;
      openUntil = 0;
    },
    failed(retryAfterSeconds) {
      failures += 1;
      if (retryAfterSeconds !== undefined) openUntil = clock() + retryAfterSeconds * 1_000;
      else if (failures >= MAX_FAILURES) openUntil = clock() + OPEN_MS;
    },
  };
}
