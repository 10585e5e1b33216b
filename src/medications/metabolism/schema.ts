import { z } from 'zod';
import { ingredientName, routes, severity, sourceIds, words } from '../knowledge/schema.js';

/** Enzymes and transporters. */
export const ENZYMES = [
  'CYP1A2',
  'CYP2A6',
  'CYP2B6',
  'CYP2C8',
  'CYP2C9',
  'CYP2C19',
  'CYP2D6',
  'CYP2E1',
  'CYP3A4',
  'UGT1A1',
  'UGT1A4',
  'UGT1A9',
  'UGT2B7',
] as const;
export const TRANSPORTERS = ['P-gp', 'BCRP', 'OATP1B', 'OAT1/3', 'OCT2/MATE'] as const;
const pathway = z.enum([...ENZYMES, ...TRANSPORTERS]);
export type Pathway = z.infer<typeof pathway>;

/** With a strong index inhibitor exposure rises five-fold or more, two- to five-fold, or less. */
const victimGrade = z.enum(['sensitive', 'moderate', 'minor']);
export type VictimGrade = z.infer<typeof victimGrade>;
/**
 * The effect on a sensitive substrate. Inhibitor: five-fold or more, two- to five-fold, 1.25- to
 * two-fold. Inducer: a fall of 80 % or more, 50 to 80 %, 20 to 50 %.
 */
const partnerGrade = z.enum(['strong', 'moderate', 'weak']);
export type PartnerGrade = z.infer<typeof partnerGrade>;

const partner = z.partialRecord(pathway, partnerGrade).optional();

const roles = z.strictObject({
  substrate: z.partialRecord(pathway, victimGrade).optional(),
  inhibits: partner,
  induces: partner,
  /** The enzyme that forms the active product: its inhibition reduces the effect. */
  activated_by: pathway.optional(),
  /** Narrow: a rise is harmful. Wide: a rise is tolerated. */
  margin: z.enum(['narrow', 'wide']).optional(),
  /** Critical: loss of effect is harmful. Low: it matters little. */
  loss: z.enum(['critical', 'low']).optional(),
  /** Systemic routes by which the pathway does not matter. */
  exempt_routes: routes.optional(),
  /** Local routes by which it still matters. */
  also_local: routes.optional(),
  /** Days that its effect on others persists after the last dose. */
  persists_days: z.int().positive().optional(),
  /** Always given with this one, whose effect on others it shares. */
  always_with: ingredientName.optional(),
  /** The pathways do not predict the risk: only pair rules apply. */
  by_rule_only: z.literal(true).optional(),
  advice: z.strictObject({ raised: words.optional(), lowered: words.optional() }).optional(),
  note: words.optional(),
  sources: sourceIds,
});
/** By ingredient; an ingredient without any role is known to have none that matters. */
export const metabolismTable = z.record(ingredientName, roles);
export type MetabolismTable = z.infer<typeof metabolismTable>;
export type Roles = z.infer<typeof roles>;

/** Null: no alert. */
const row = z.record(partnerGrade, severity.nullable());
const matrix = z.record(victimGrade, row);
const byMargin = z.strictObject({ narrow: matrix, usual: matrix, wide: matrix });
const byLoss = z.strictObject({ critical: matrix, usual: matrix, low: matrix });

const texts = z.strictObject({
  /** The risk, in a few words. */
  title: words,
  mechanism: words,
  effect: words,
  management: z.record(severity, words),
});

/** Severity and texts by roles. */
export const metabolismRules = z.strictObject({
  enzyme_inhibition: byMargin,
  transporter_inhibition: byMargin,
  enzyme_induction: byLoss,
  transporter_induction: byLoss,
  activation_blocked: z.strictObject({ critical: row, usual: row, wide: row }),
  activation_induced: row,
  pathway_words: z.partialRecord(pathway, words),
  texts: z.strictObject({
    inhibition: texts,
    induction: texts,
    activation_blocked: texts,
    activation_induced: texts,
    lasts: words,
  }),
  sources: sourceIds,
});
export type MetabolismRules = z.infer<typeof metabolismRules>;
