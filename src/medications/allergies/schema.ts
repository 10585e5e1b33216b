import { z } from 'zod';
import {
  evidence,
  routes,
  ruleId,
  selector,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

/** Reactions. Kinds of hypersensitivity first, then harm that is not an allergy. */
export const REACTIONS = [
  'scar',
  'anaphylaxis',
  'angioedema',
  'respiratory',
  'organ',
  'liver',
  'cytopenia',
  'urticaria',
  'severe_rash',
  'rash',
  'itch',
  'contact',
  'infusion',
  'viral_rash',
  'hit',
  'malignant_hyperthermia',
  'neuroleptic_syndrome',
  'rhabdomyolysis',
  'tendon',
  'torsades',
  'bleeding',
  'kidney',
  'pancreatitis',
  'ear',
  'dystonia',
  'seizure',
  'serotonin',
  'c_difficile',
  'severe_intolerance',
  'myalgia',
  'cough',
  'intolerance',
  'no_reaction',
  'unknown',
] as const;
export type Reaction = (typeof REACTIONS)[number];
const reaction = z.enum(REACTIONS);

const phrase = z.string().trim().min(2).max(80);

const reactionWords = z.strictObject({
  id: reaction,
  /** As used within a sentence: `anaphylaxis`. */
  title: words,
  /** Phrases for it; one with a capital is matched case-sensitively (`TEN`, not `ten`). */
  words: z.array(phrase),
});

/** An allergen that is not a single drug. */
const substance = z.strictObject({
  id: ruleId,
  title: words,
  /** Lower case; plurals with a final s need not be listed. */
  names: z.array(phrase).min(1),
  kind: z.enum([
    'group',
    'food',
    'excipient',
    'environment',
    'device',
    /** `antibiotics`: too wide to conclude anything. */
    'too_wide',
  ]),
  /** Of a group: its drugs. */
  drugs: selectors.optional(),
  /** Why products have to be checked individually. */
  look: words.optional(),
});
export type Substance = z.infer<typeof substance>;

/** `simvastatin`, `@acei`, `#egg` (one of the substances), `*` (any). */
const from = z.array(selector.or(z.literal('*'))).min(1);

const level = z.strictObject({
  /** Reactions that the rule applies to; missing: all others. */
  on: z.array(reaction).min(1).optional(),
  /** Null: no alert, by this rule or by another of its family. */
  severity: severity.nullable(),
  /** Replaces the advice of the rule. */
  management: words.optional(),
});

const rule = z.strictObject({
  id: ruleId,
  /** Of the matching rules of one family the one with the lowest rank is reported. */
  family: ruleId,
  rank: z.int().min(0).max(999),
  from,
  /** `same`: the drug itself, or a drug of the named group. */
  to: z.literal('same').or(selectors),
  not_to: selectors.optional(),
  /** Only by these routes, or where the route is not known. */
  routes: routes.optional(),
  levels: z.array(level).min(1),
  /** Whether it is an allergy, and a true one. */
  nature: z.enum(['same', 'true', 'possible', 'false', 'intolerance', 'toxicity', 'label']),
  /** The contraindication that states the same: `hit`. */
  topic: ruleId.optional(),
  mechanism: words,
  effect: words,
  management: words,
  evidence,
  sources: sourceIds,
});
export type AllergyRule = z.infer<typeof rule>;

/** The allergy knowledge. */
export const allergiesTable = z.strictObject({
  reactions: z.array(reactionWords),
  /** `NKDA`, `none known`. */
  none: z.array(phrase).min(1),
  /** `unable to obtain`: allergies are not known. */
  not_known: z.array(phrase).min(1),
  substances: z.array(substance),
  rules: z.array(rule),
});
export type AllergiesTable = z.infer<typeof allergiesTable>;
