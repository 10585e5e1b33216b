import { z } from 'zod';
import { errorSchema } from '../../http/schema.js';
import { STATUSES } from './states.js';

const status = z.enum(STATUSES);
const progress = z.number().min(0).max(1);
const time = z.iso.datetime();

const facts = {
  job_id: z.string(),
  operation: z.string().describe('the requested operation: `transcribe.create`'),
  status,
  progress,
  attempts: z.int().describe('number of attempts so far'),
  created_at: time,
  started_at: time.optional(),
  ended_at: time.optional(),
  expires_at: time.optional().describe('until when the result is kept'),
  error: errorSchema.optional().describe('of a failed job: the error of the operation'),
};

export const jobFacts = z.strictObject(facts);
export type JobFacts = z.output<typeof jobFacts>;

export const jobSchema = z.strictObject({
  ...facts,
  result: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('of a succeeded job: the answer of the operation'),
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
    .refine(isList, `must be among ${STATUSES.join(', ')}, separated by commas`)
    .optional()
    .describe('only jobs with these statuses, separated by commas'),
  limit: z.coerce.number('must be a number').int().min(1).max(100).default(20),
  after: z
    .string()
    .regex(/^[\w-]{1,200}$/, 'is not the `next` of a page')
    .optional()
    .describe('the `next` of the previous page'),
});
export type JobsQuery = z.output<typeof jobsQuery>;

export const jobEvent = z.strictObject({
  job_id: z.string(),
  status: status.optional().describe('of events of the type `status`'),
  progress,
  at: time,
});
export type JobStreamEvent = z.output<typeof jobEvent>;
