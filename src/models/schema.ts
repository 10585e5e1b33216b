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
  priority: z.int().optional().describe('of several packages for one type the highest answers'),
  backend: z.string().optional(),
});

export const modelList = z.strictObject({ models: z.array(model) });
export type ModelList = z.output<typeof modelList>;
