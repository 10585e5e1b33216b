import { z } from 'zod';
import { ruleId, selectors, severity, words } from '../knowledge/schema.js';

const decision = {
  /** Of the rule that it is about: `rule_id` of the alert. */
  rule: ruleId,
  /** Only where the alert is about these drugs and no others; missing: whatever the drugs. */
  drugs: selectors.optional(),
  reason: words,
  /** The committee or the role that decided; never needed to be a person. */
  decided_by: words,
  decided_on: z.iso.date(),
  /** Without this word nothing that is contraindicated is lowered or held back. */
  acknowledges_contraindication: z.literal(true).optional(),
};

/** Rules that weigh more or less in this hospital. */
export const severitiesTable = z.array(z.strictObject({ ...decision, severity }));
export type SeverityChange = z.infer<typeof severitiesTable>[number];

/** Rules that are held back in this hospital; every answer lists what was held back. */
export const suppressionsTable = z.array(z.strictObject(decision));
export type Suppression = z.infer<typeof suppressionsTable>[number];
