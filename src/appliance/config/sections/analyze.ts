import { z } from 'zod';
import { count, section } from './section.js';

export const analyze = section({
  workers: z
    .union([z.literal('auto'), count(0, 32)], 'must be "auto" or a number from 0 to 32')
    .default('auto')
    .describe(
      'threads that analyse patients, each with a copy of the knowledge (100 to 200 MB); auto: as many as ' +
        'there are cores, 4 at most; 0: the main thread, which answers all other requests, does it too',
    ),
  queue_limit: count(1, 10_000)
    .default(256)
    .describe('requests that wait for a thread; beyond this, 503 with Retry-After'),
  timeout_s: count(1, 600)
    .default(30)
    .describe(
      'a thread that does not respond for this long while it has work is ended and replaced',
    ),
  worker_memory_mb: count(256, 65_536)
    .default(768)
    .describe('a thread whose heap needs more is ended and replaced'),
});
