import { z } from 'zod';
import { isNetwork } from '../../../core/networks.js';
import { EVENT_TYPES } from '../../../operations/webhooks/events.js';
import { remoteUrl } from './remote-url.js';
import { distinctBy } from './section.js';

/** RFC 1918 and RFC 4193: a hospital's own networks. This machine itself is not among them. */
const PRIVATE_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'];

const webhook = z.strictObject({
  url: remoteUrl.describe('that is sent a POST for each event'),
  mode: z.enum(['test', 'live']).default('live').describe('of the data that it is told of'),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1)
    .default([...EVENT_TYPES])
    .describe('that it is told of'),
  networks: z
    .array(z.string().refine(isNetwork, 'must be an address or a network, such as 10.1.0.0/16'))
    .min(1)
    .default(PRIVATE_NETWORKS)
    .describe(
      'in which its address has to be whenever it is called, whatever its name resolves to',
    ),
  ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
  secret_file: z
    .string()
    .min(1)
    .describe('holds the secret of the signatures: whsec_ and base64, or 24 characters and more'),
});

/** Which programs are told at once of what happens here. */
export const webhooks = z.array(webhook).max(20).default([]).superRefine(distinctBy('url'));
