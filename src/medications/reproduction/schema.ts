import { z } from 'zod';
import {
  evidence,
  gate,
  ingredientName,
  ruleId,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

/** Null: it may be given; no alert. */
const word = severity.nullable();
const trimesters = { t1: word, t2: word, t3: word };

const pregnancyEntry = z.strictObject({
  id: ruleId,
  drugs: z.array(ingredientName).min(1),
  ...trimesters,
  /** `any`: eye drops, creams and the like too. Missing: systemic use only. */
  routes: z.literal('any').optional(),
  why: words,
  instead: words,
  /** Severity in a circumstance; the first that is known to hold applies. */
  variants: z
    .array(
      z.strictObject({
        when: gate,
        ...trimesters,
        why: words.optional(),
        instead: words.optional(),
      }),
    )
    .min(1)
    .optional(),
  /** For local use. */
  local: z.strictObject({ ...trimesters, why: words, instead: words }).optional(),
  evidence,
  sources: sourceIds,
});
/** An ingredient occurs in one entry only; a missing one is unknown, not safe. */
export const pregnancyTable = z.array(pregnancyEntry);
export type PregnancyEntry = z.infer<typeof pregnancyEntry>;

const lactationEntry = z.strictObject({
  id: ruleId,
  drugs: z.array(ingredientName).min(1),
  severity: word,
  routes: z.literal('any').optional(),
  why: words,
  instead: words,
  variants: z
    .array(
      z.strictObject({
        when: gate,
        severity: word,
        why: words.optional(),
        instead: words.optional(),
      }),
    )
    .min(1)
    .optional(),
  local: z.strictObject({ severity: word, why: words, instead: words }).optional(),
  evidence,
  sources: sourceIds,
});
export const lactationTable = z.array(lactationEntry);
export type LactationEntry = z.infer<typeof lactationEntry>;

const advice = z.strictObject({ stop_before: words, management: words });
const preconceptionEntry = z.strictObject({
  /** With it contraception is recommended for patients who may conceive. */
  severity: severity.optional(),
  women: advice.optional(),
  men: advice.optional(),
  sources: sourceIds,
});
/** By ingredient. */
export const preconceptionTable = z.record(ingredientName, preconceptionEntry);
export type PreconceptionTable = z.infer<typeof preconceptionTable>;
