import { z } from 'zod';
import { time } from './common-schema.js';

const sample = z.strictObject({
  name: z.string().describe('with the suffix of a histogram'),
  labels: z.record(z.string(), z.string()),
  value: z.number().nullable().describe('null where it is not finite'),
});

export const figures = z.strictObject({
  at: time,
  families: z.array(
    z.strictObject({
      name: z.string(),
      help: z.string(),
      type: z.enum(['counter', 'gauge', 'histogram']),
      samples: z.array(sample),
    }),
  ),
});
export type Figures = z.output<typeof figures>;
