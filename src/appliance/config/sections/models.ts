import { z } from 'zod';
import { count, section } from './section.js';

export const models = section({
  require_signature: z
    .boolean()
    .default(false)
    .describe(
      'only packages signed by a trusted key are used, and those that ship with the program',
    ),
  trusted_keys_dir: z
    .string()
    .min(1)
    .optional()
    .describe('public keys (*.pem, Ed25519); default: trusted-keys next to the configuration'),
  package_mb: count(1, 65_536).default(4_096).describe('the largest package that can be installed'),
});
