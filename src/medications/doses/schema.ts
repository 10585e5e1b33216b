import { z } from 'zod';
import {
  evidence,
  gate,
  ingredientName,
  routes,
  ruleId,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const amount = z.number().nonnegative();
const range = z.tuple([amount, amount]);

/** `mg`, `ug`, `[iU]`, per kg or m2 of body (`mg/kg`), or what a patch gives (`ug/h`, `mg/d`). */
const unit = z.string().min(1).max(20);

const child = z.strictObject({
  /** Per kg of body, at one time and a day, in the unit of the entry. */
  dose: range.optional(),
  day: range.optional(),
  times: range.optional(),
  max_kg_day: amount.optional(),
  max_single: amount.optional(),
  max_daily: amount.optional(),
  /** Youngest age of the label in years. */
  min_age: amount.optional(),
});

const doseEntry = z.strictObject({
  ingredient: ingredientName,
  routes,
  release: z.literal('extended').optional(),
  /** Seldom given so: only where the route is said. */
  route_said: z.literal(true).optional(),
  /** Only in one product with these. */
  together: z.array(ingredientName).min(1).optional(),
  unit,
  /** Further units: how many of `unit` one of them is. */
  units: z.record(z.string(), z.number().positive()).optional(),
  usual: range.optional(),
  /** The most at one time in ordinary use. */
  single: amount.optional(),
  daily: amount.optional(),
  times: range.optional(),
  /** Days from one dose to the next; the entry has no daily maximum then. */
  every_days: z.number().positive().optional(),
  /** Shortest interval that is still accepted. */
  tolerated_days: z.number().positive().optional(),
  /** Severity of giving it far too often; from `over` where not said. */
  too_often: severity.optional(),
  /** The most as a single or first dose. */
  loading: amount.optional(),
  /** The most a day for the first days, with one of the conditions where some are named. */
  loading_daily: amount.optional(),
  loading_for: z.array(z.string()).min(1).optional(),
  /** Licensed higher elsewhere, or in a special use. */
  elsewhere: z
    .strictObject({ single: amount.optional(), daily: amount.optional(), where: words })
    .optional(),
  /** Adults: the most per kg of body. */
  adult_kg: z
    .strictObject({
      dose: amount.optional(),
      day: amount.optional(),
      loading: amount.optional(),
      /** Only below this weight. */
      below_kg: amount.optional(),
    })
    .optional(),
  older: z.strictObject({ from_age: amount, daily: amount, severity }).optional(),
  child: child.optional(),
  /** Oral morphine that one of `unit` is worth. */
  mme: z.number().positive().optional(),
  /** What going above the maximum weighs. */
  over: severity,
  note: words.optional(),
  sources: sourceIds,
});
/** An ingredient may have several entries: something is said only if none of them fits. */
export const dosesTable = z.array(doseEntry);
export type DoseEntry = z.infer<typeof doseEntry>;

const limits = {
  action: z.enum(['contraindicated', 'avoid', 'weigh', 'limit', 'check', 'monitor']),
  severity,
  max_daily: amount.optional(),
  /** Doses a day. */
  max_times: z.number().positive().optional(),
  /** Of the usual maximum a day. */
  fraction: z.number().positive().max(1).optional(),
  text: words.optional(),
};

const band = z.strictObject({
  ...limits,
  from: amount.optional(),
  below: amount.optional(),
  dialysis: z.literal(true).optional(),
  /** It is about starting: for what is taken already it is minor. */
  starting: z.literal(true).optional(),
  when: gate.optional(),
});
export type Band = z.infer<typeof band>;

const renalEntry = z.strictObject({
  ingredient: ingredientName,
  /** By which number of the kidney the label sets the dose: mL/min, or mL/min/1.73 m². */
  measure: z.enum(['crcl', 'egfr']),
  /** Missing: wherever it reaches the blood. */
  routes: routes.optional(),
  unit: unit.optional(),
  /** Cleared by the kidney with little room for error. */
  danger: z.literal(true).optional(),
  bands: z.array(band).min(1),
  sources: sourceIds,
});
export const renalTable = z.array(renalEntry);
export type RenalEntry = z.infer<typeof renalEntry>;

const advice = z.strictObject(limits);
export type Advice = z.infer<typeof advice>;

const hepaticEntry = z.strictObject({
  ingredient: ingredientName,
  routes: routes.optional(),
  unit: unit.optional(),
  /** By Child–Pugh class; a class that is missing: nothing to say. */
  classes: z.strictObject({ A: advice.optional(), B: advice.optional(), C: advice.optional() }),
  sources: sourceIds,
});
export const hepaticTable = z.array(hepaticEntry);
export type HepaticEntry = z.infer<typeof hepaticEntry>;

const numberRule = z.strictObject({
  id: ruleId,
  kind: z.enum(['contraindication', 'dose']),
  drugs: selectors,
  not: selectors.optional(),
  routes: routes.optional(),
  when: gate,
  /** Not where this is known to hold. */
  unless: gate.optional(),
  /** It is about starting: for what is taken already it is minor. */
  starting: z.literal(true).optional(),
  severity,
  /** `{drugs}` and `{value}` (the first number of `when`), `{age}` are put in. */
  title: words,
  mechanism: words,
  effect: words,
  management: words,
  evidence,
  sources: sourceIds,
  /** Of the rules of one group that hold for a drug the heaviest is told. */
  group: ruleId.optional(),
});
/** Rules on a drug and numbers or conditions of the patient: `labs.json`, `dose-circumstances.json`. */
export const numberRulesTable = z.array(numberRule);
export type NumberRule = z.infer<typeof numberRule>;
