import { z } from 'zod';
import { ruleId, selectors, severity, words } from '../knowledge/schema.js';

const decision = {
  /** The rule that it is about: `rule_id` of the alert. */
  rule: ruleId,
  /** Only where the alert is about exactly these drugs; missing: any drugs. */
  drugs: selectors.optional(),
  reason: words,
  /** The committee or role that decided; no person has to be named. */
  decided_by: words,
  decided_on: z.iso.date(),
  /** Required to lower or suppress a contraindication. */
  acknowledges_contraindication: z.literal(true).optional(),
};

/** Rules with another severity in this hospital. */
export const severitiesTable = z.array(z.strictObject({ ...decision, severity }));
export type SeverityChange = z.infer<typeof severitiesTable>[number];

/** Rules suppressed in this hospital; every answer lists the suppressed alerts. */
export const suppressionsTable = z.array(z.strictObject(decision));
export type Suppression = z.infer<typeof suppressionsTable>[number];
