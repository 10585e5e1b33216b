import type { Clock } from '../../src/core/clock.js';
import { createIdempotency, type Idempotency } from '../../src/http/idempotency.js';
import type { StoredAnswer } from '../../src/store/idempotency-repository.js';
import { NOON } from './stopped-clock.js';

/** As in the appliance, but stored in memory. */
export function memoryIdempotency(
  clock: Clock = () => NOON,
  kept: Map<string, StoredAnswer> = new Map(),
): Idempotency {
  return createIdempotency(
    {
      find: async (space, key) => kept.get(`${space} ${key}`),
      async forgetBefore(epochMs) {
        const old = [...kept].filter(([, { createdAt }]) => createdAt < epochMs);
        for (const [name] of old) kept.delete(name);
        return old.length;
      },
    },
    clock,
  );
}
