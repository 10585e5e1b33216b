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

/** Null: it may be given, and nothing is said. */
const word = severity.nullable();
const trimesters = { t1: word, t2: word, t3: word };

const pregnancyEntry = z.strictObject({
  id: ruleId,
  drugs: z.array(ingredientName).min(1),
  ...trimesters,
  /** `any`: eye drops, creams and the like too. Missing: only where it reaches the blood. */
  routes: z.literal('any').optional(),
  why: words,
  instead: words,
  /** In this circumstance it weighs so; the first that is known to hold counts. */
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
  /** Where it acts on the spot. */
  local: z.strictObject({ ...trimesters, why: words, instead: words }).optional(),
  evidence,
  sources: sourceIds,
});
/** An ingredient stands in one entry only; one that is not there is unknown, not safe. */
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
  /** With it contraception is spoken of in whoever may conceive. */
  severity: severity.optional(),
  women: advice.optional(),
  men: advice.optional(),
  sources: sourceIds,
});
/** By ingredient. */
export const preconceptionTable = z.record(ingredientName, preconceptionEntry);
export type PreconceptionTable = z.infer<typeof preconceptionTable>;
