import type { Clock } from '../../core/clock.js';
import { UpstreamFault } from './fault.js';

/** Stops requests to a server that does not answer. */
export interface Breaker {
  /** @throws UpstreamFault while requests are suspended */
  check(): void;
  worked(): void;
  /** @param retryAfterSeconds the server's `Retry-After`: with it one failure is enough */
  failed(retryAfterSeconds?: number): void;
}

const MAX_FAILURES = 3;
const OPEN_MS = 30_000;

/**
 * After three failures in a row, requests are suspended for half a minute; then one request at a time
 * tests whether the server is back.
 */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let openUntil = 0;
  return {
    check() {
      const now = clock();
      if (now < openUntil) {
        const retryAfterSeconds = Math.ceil((openUntil - now) / 1_000);
        throw new UpstreamFault('Requests are suspended after repeated failures of the server.', {
          retryAfterSeconds,
        });
      }
      // The other requests wait for the outcome of this one.
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
