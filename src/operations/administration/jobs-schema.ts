import { z } from 'zod';
import { jobFacts } from '../jobs/schema.js';

/** Without the result and the message of an error: they may speak of a patient. */
export const ownedJob = z.strictObject({
  ...jobFacts.omit({ error: true }).shape,
  owner_id: z.string().describe('the key or the person'),
  owner_name: z.string().nullable(),
  error_code: z.string().optional().describe('of a failed job'),
});
export type OwnedJob = z.output<typeof ownedJob>;

export const ownedJobPage = z.strictObject({
  jobs: z.array(ownedJob).describe('newest first'),
  next: z.string().optional().describe('the next page: send it as `after`'),
});
