import { z } from 'zod';

export const configurationInForce = z.strictObject({
  source: z.string().describe('the file'),
  configuration: z
    .record(z.string(), z.unknown())
    .describe('file, defaults and environment together; secrets are hidden'),
});
