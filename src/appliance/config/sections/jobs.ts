import { count, MIB, section } from './section.js';

export const jobs = section({
  per_key: count(1, 10_000)
    .default(16)
    .describe('jobs of one key that have not ended; beyond this, 429 with Retry-After'),
  parallel: count(0, 64)
    .default(0)
    .describe('jobs that run at the same time; 0: one more than there are workers'),
  store_bytes: count(1_024, 1_048_576 * MIB)
    .default(4_096 * MIB)
    .describe('requests waiting on the disk, encrypted, of all jobs together'),
});
