import { z } from 'zod';

const model = z.strictObject({
  id: z.string(),
  state: z.enum(['ready', 'quarantined', 'unavailable']),
  reason: z.string().optional(),
  version: z.string().optional(),
  kind: z.string().optional(),
  title: z.string().optional(),
  licence: z.string().optional(),
  intended_use: z.string().optional(),
  image_types: z.array(z.string()).optional(),
  modalities: z.array(z.string()).optional(),
  labels: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        reported: z.boolean(),
        threshold: z.number(),
        caveat: z.string().optional(),
      }),
    )
    .optional(),
  measures: z.array(z.string()).optional().describe('what it measures: cardiothoracic_ratio'),
  priority: z
    .int()
    .optional()
    .describe('of several packages for one type or outcome the highest answers'),
  languages: z.array(z.string()).optional().describe('the locales that it writes down'),
  outcome: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      horizon: z.string(),
      base_rate: z.number().optional(),
    })
    .optional()
    .describe('what a model over a table of values gives the probability of'),
  population: z.string().optional().describe('whom that probability is valid for'),
  inputs: z
    .array(
      z.strictObject({
        variable: z.string(),
        unit: z.string().optional(),
        low: z.number().optional(),
        high: z.number().optional(),
        required: z.boolean(),
      }),
    )
    .optional()
    .describe('the values that it takes, in UCUM units, and the range that it was learned from'),
  least_inputs: z.int().optional().describe('with fewer of them it gives no probability'),
  backend: z.string().optional(),
});

export const modelList = z.strictObject({ models: z.array(model) });
export type ModelList = z.output<typeof modelList>;
