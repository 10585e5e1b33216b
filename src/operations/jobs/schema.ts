import { z } from 'zod';
import { errorSchema } from '../../http/schema.js';
import { STATUSES } from './states.js';

const status = z.enum(STATUSES);
const progress = z.number().min(0).max(1);
const time = z.iso.datetime();

const facts = {
  job_id: z.string(),
  operation: z.string().describe('what was asked for: `transcribe.create`'),
  status,
  progress,
  attempts: z.int().describe('how often it was begun, until now'),
  created_at: time,
  started_at: time.optional(),
  ended_at: time.optional(),
  expires_at: time.optional().describe('until when the result is kept'),
  error: errorSchema.optional().describe('of a failed one, as the operation itself would answer'),
};

export const jobFacts = z.strictObject(facts);
export type JobFacts = z.output<typeof jobFacts>;

export const jobSchema = z.strictObject({
  ...facts,
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('of one that has succeeded: what the operation itself answers'),
});

export const jobPage = z.strictObject({
  jobs: z.array(jobFacts).describe('newest first, without their results'),
  next: z.string().optional().describe('the next page: send it as `after`'),
});

const isList = (text: string) =>
  text.split(',').every((one) => (STATUSES as readonly string[]).includes(one));

export const jobsQuery = z.strictObject({
  status: z
    .string()
    .refine(isList, `must be among ${STATUSES.join(', ')}, parted by commas`)
    .optional()
    .describe('only those of these statuses, parted by commas'),
  limit: z.coerce.number('must be a number').int().min(1).max(100).default(20),
  after: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'is not the `next` of a page')
    .optional()
    .describe('the `next` of the page before'),
});
export type JobsQuery = z.output<typeof jobsQuery>;

export const jobEvent = z.strictObject({
  job_id: z.string(),
  status: status.optional().describe('of events of the type `status`'),
  progress,
  at: time,
});
export type JobStreamEvent = z.output<typeof jobEvent>;
