import { z } from 'zod';
import { count, section } from './section.js';

const tls = section({
  mode: z
    .enum(['off', 'auto', 'files'])
    .default('auto')
    .describe('off: plain HTTP, loopback only; auto: a certificate made here; files: your own'),
  cert_file: z.string().min(1).optional(),
  key_file: z.string().min(1).optional(),
  names: z
    .array(z.string().min(1))
    .max(50)
    .default([])
    .describe('further names and addresses that an automatic certificate is valid for'),
});

export const server = section({
  host: z.string().min(1).default('127.0.0.1'),
  port: count(0, 65_535).default(8443).describe('0 takes any free port'),
  tls,
  drain_timeout_s: count(1, 300)
    .default(20)
    .describe('how long a stop waits for requests that are under way'),
});
