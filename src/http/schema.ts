import { z } from 'zod';

export const errorSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
  details: z.strictObject({
    field: z.string().optional(),
    issue: z.string().optional(),
    issues: z.array(z.strictObject({ field: z.string(), issue: z.string() })).optional(),
  }),
  request_id: z.string(),
  timestamp: z.iso.datetime(),
});

/** The error body of the interface. */
export const errorEnvelope = z.strictObject({ error: errorSchema });

export const healthSchema = z.strictObject({ status: z.literal('ok'), version: z.string() });

const modelHealth = z.strictObject({
  id: z.string(),
  state: z.enum(['ready', 'quarantined', 'unavailable']),
  version: z.string().optional(),
  backend: z.string().optional(),
  parity_error: z.number().optional().describe('largest error against the golden vectors'),
  latency_ms: z.number().optional().describe('median of one run on the golden vectors'),
  reason: z.string().optional(),
  signed: z
    .string()
    .optional()
    .describe(
      'who vouches for the package: the name of a trusted key, "release" (it came with the ' +
        'program), "stranger" (a key that is not trusted) or "unsigned"',
    ),
});

export const readinessSchema = z.strictObject({
  status: z.enum(['ready', 'degraded', 'not_ready']),
  checks: z.strictObject({
    stopping: z.boolean(),
    database: z.enum(['ok', 'failed']),
    search_index: z.enum(['ok', 'rebuilding']).describe('of FHIR'),
    disk: z.strictObject({ status: z.enum(['ok', 'low']), free_mb: z.int() }),
    workers: z.strictObject({ up: z.int(), busy: z.int(), queued: z.int() }),
    analysis: z
      .strictObject({ up: z.int(), busy: z.int(), queued: z.int() })
      .optional()
      .describe('threads that analyse patients, where there are any'),
    models: z.array(modelHealth),
  }),
});

export type Readiness = z.output<typeof readinessSchema>;
