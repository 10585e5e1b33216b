import { z } from 'zod';
import { isNetwork } from '../../../core/networks.js';
import { remoteOrigin } from './remote-url.js';
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
  client_ca_file: z
    .string()
    .min(1)
    .optional()
    .describe('clients need a certificate of one of these authorities, as well as a key'),
});

export const server = section({
  host: z.string().min(1).default('127.0.0.1'),
  port: count(0, 65_535).default(8443).describe('0 takes any free port'),
  tls,
  trusted_proxies: z
    .array(z.string().refine(isNetwork, 'must be an address or a network, such as 10.1.0.0/16'))
    .max(50)
    .default([])
    .describe('proxies whose X-Forwarded-For is trusted: addresses and networks'),
  cors_origins: z
    .array(remoteOrigin)
    .max(50)
    .default([])
    .describe('whose pages may call the interface from a browser; never with cookies'),
  max_connections: count(10, 60_000)
    .default(2_000)
    .describe('at this many, the connection that has been idle longest is closed for a new one'),
  idle_timeout_s: count(1, 3_600)
    .default(65)
    .describe(
      'how long a connection is kept open for the next request; longer than proxies keep theirs',
    ),
  headers_timeout_s: count(1, 600)
    .default(20)
    .describe('how long a client has for the TLS handshake, and then for its headers'),
  request_timeout_s: count(1, 3_600)
    .default(120)
    .describe('how long a client has for a whole request with its body'),
  answer_timeout_s: count(1, 3_600)
    .default(60)
    .describe('how long a client has to fetch its answer'),
  drain_timeout_s: count(1, 300)
    .default(20)
    .describe('how long a stop waits for requests in progress'),
});
