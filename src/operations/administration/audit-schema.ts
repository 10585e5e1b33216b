import { z } from 'zod';
import { emptyRequest, instant, runTimes, time } from './common-schema.js';

export const verificationRequest = emptyRequest;

const ACTION = /^[a-z*][\w.*-]{0,99}(,[a-z*][\w.*-]{0,99}){0,19}$/i;

const interval = {
  since: instant.describe('from this time on'),
  until: instant.describe('before this time'),
  patient: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('about this patient or other resource: `Patient/123`, `123`, or its pseudonym'),
};

export const recordQuery = z.strictObject({
  ...interval,
  actor: z.string().min(1).max(200).optional().describe('id of a key or a person'),
  action: z
    .string()
    .regex(ACTION, 'must be actions such as risk.create or fhir.*, separated by commas')
    .optional()
    .describe('actions, separated by commas; `fhir.*` is all that begin so'),
  outcome: z.enum(['success', 'refused', 'failed']).optional(),
  limit: z.coerce.number('must be a number').int().min(1).max(200).default(50),
  after: z
    .string()
    .regex(/^\d{1,15}$/, 'is not the `next` of a page')
    .optional()
    .describe('the `next` of the previous page'),
});
export type RecordQuery = z.output<typeof recordQuery>;

export const exportQuery = z.strictObject(interval);
export type ExportQuery = z.output<typeof exportQuery>;

const event = z
  .record(z.string(), z.unknown())
  .describe('action, actor, outcome and so on; resources by their pseudonyms');

const record = {
  seq: z.int(),
  at: time,
  hash: z.string().describe('SHA-256 over the record and, through `prev_hash`, all earlier ones'),
  event,
  actor_name: z.string().nullable().describe('of a key or a person that still exists'),
};

export const recordPage = z.strictObject({
  records: z.array(z.strictObject(record)).describe('newest first'),
  next: z
    .string()
    .optional()
    .describe('the next page: send it as `after`; a page may be short of its length, even empty'),
  sealed_to: z
    .int()
    .describe('records up to this number are in sealed files: the export has them, the search not'),
});

export const recordDetail = z.strictObject({
  ...record,
  prev_hash: z.string(),
  hash_is_right: z.boolean().describe('whether the hash is that of this content'),
});

export const verification = z.strictObject({
  ...runTimes,
  verdict: z
    .strictObject({
      intact: z.boolean(),
      records: z.int().describe('that were verified'),
      head_hash: z.string().optional(),
      checkpoints: z.int().optional().describe('signed ones that match'),
      signed_to: z.int().optional().describe('the newest record that a checkpoint covers'),
      segments: z.int().optional().describe('sealed files'),
      from: z.int().optional().describe('the oldest record that still exists'),
      place: z.string().optional().describe('where it is broken'),
      reason: z.string().optional(),
    })
    .optional(),
});
export type Verification = z.output<typeof verification>;

export const exportedLine = z.strictObject({
  seq: z.int(),
  at: time,
  prev_hash: z.string(),
  hash: z.string(),
  event,
});
