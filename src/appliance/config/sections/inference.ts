import { z } from 'zod';
import { count, section } from './section.js';

export const inference = section({
  backend: z.enum(['auto', 'webgpu', 'cpu', 'wasm']).default('auto'),
  cpu_workers: count(1, 32).default(2),
  threads_per_worker: count(0, 64).default(0).describe('0: all cores, divided among the workers'),
  allow_software_gpu: z.boolean().default(false),
  queue_limit: count(1, 1_000).default(16),
  task_timeout_s: count(1, 600).default(30),
  worker_memory_mb: count(256, 65_536)
    .default(1_536)
    .describe('a worker whose resident memory exceeds this is ended and replaced'),
});
