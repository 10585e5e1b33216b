import { z } from 'zod';
import { ID } from '../../fhir/interactions/resource-location.js';

const text = (max: number) => z.string().min(1).max(max);
const resource = z.looseObject({ resourceType: text(64) });

const context = z
  .looseObject({
    patientId: z.string().regex(ID, 'must be the id of a Patient'),
    userId: text(200).optional(),
    encounterId: text(200).optional(),
    selections: z
      .array(text(200))
      .max(200)
      .optional()
      .describe('of `order-select`: MedicationRequest/<id> of the newly selected orders'),
    draftOrders: z
      .looseObject({
        resourceType: z.literal('Bundle'),
        entry: z
          .array(z.looseObject({ resource: resource.optional() }))
          .max(500)
          .optional(),
      })
      .optional()
      .describe('of `order-select` and `order-sign`: a Bundle of the orders'),
  })
  .describe('of the hook');

/** A call of a service, as CDS Hooks 2.0 defines it: fields that are not listed here are not used. */
export const cdsRequest = z.looseObject({
  hook: text(80),
  hookInstance: text(80),
  fhirServer: z.url().max(2_000).optional().describe('of the client: references are below it'),
  fhirAuthorization: z
    .looseObject({ access_token: text(8_000), token_type: text(20) })
    .optional()
    .describe('to read from `fhirServer` what `prefetch` lacks, where the configuration allows it'),
  context,
  prefetch: z
    .record(z.string(), resource.nullable())
    .optional()
    .describe('what the templates of the service ask for: a resource or a Bundle of each'),
});
export type CdsRequest = z.output<typeof cdsRequest>;

const coding = z.strictObject({ system: z.string(), code: z.string(), display: z.string() });

const suggestion = z.strictObject({
  label: z.string(),
  uuid: z.uuid(),
  actions: z.array(
    z.strictObject({
      type: z.enum(['create', 'update', 'delete']),
      description: z.string(),
      resourceId: z.array(z.string()),
    }),
  ),
});

const card = z.strictObject({
  uuid: z.uuid(),
  summary: z.string().max(140),
  detail: z.string().describe('Markdown'),
  indicator: z.enum(['info', 'warning', 'critical']),
  source: z.strictObject({
    label: z.string(),
    url: z.string().optional(),
    topic: coding.describe('the rule'),
  }),
  suggestions: z.array(suggestion).optional(),
  selectionBehavior: z.enum(['at-most-one', 'any']).optional(),
  overrideReasons: z.array(coding).optional(),
});
export type Card = z.output<typeof card>;
export type Suggestion = z.output<typeof suggestion>;

export const cdsResponse = z.strictObject({ cards: z.array(card) });

export const cdsServices = z.strictObject({
  services: z.array(
    z.strictObject({
      hook: z.string(),
      id: z.string(),
      title: z.string(),
      description: z.string(),
      prefetch: z.record(z.string(), z.string()),
      usageRequirements: z.string(),
    }),
  ),
});

const feedback = z.looseObject({
  card: text(80).describe('`uuid` of the card'),
  outcome: z.enum(['accepted', 'overridden'], 'must be accepted or overridden'),
  acceptedSuggestions: z
    .array(z.looseObject({ id: text(80) }))
    .max(50)
    .optional(),
  overrideReason: z
    .looseObject({ reason: z.looseObject({ code: text(100) }).optional() })
    .optional()
    .describe('only the code of its `reason` is kept: a comment may be about the patient'),
  outcomeTimestamp: z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-01-31T08:00:00Z' })
    .optional(),
});

export const cdsFeedback = z.looseObject({
  feedback: z.array(feedback).min(1, 'must hold at least one entry').max(200),
});
export const cdsFeedbackAnswer = z.strictObject({});
export type CdsFeedback = z.output<typeof cdsFeedback>;
