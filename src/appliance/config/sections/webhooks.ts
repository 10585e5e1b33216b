import { z } from 'zod';
import { remoteUrl } from './remote-url.js';
import { distinctBy } from './section.js';

const webhook = z.strictObject({
  url: remoteUrl.describe('that is sent a POST for each critical result'),
  mode: z.enum(['test', 'live']).default('live').describe('of the results that it is told of'),
  ca_file: z.string().min(1).optional().describe('trusted instead of the public authorities'),
  secret_file: z
    .string()
    .min(1)
    .describe('holds the secret of the signatures: whsec_ and base64, or 24 characters and more'),
});

/** Who is told at once of a result that somebody has to know of. */
export const webhooks = z.array(webhook).max(20).default([]).superRefine(distinctBy('url'));
