import { z } from 'zod';
import {
  gate,
  ingredientName,
  routes,
  ruleId,
  ruleText,
  selectors,
  severity,
  sourceIds,
  words,
} from '../knowledge/schema.js';

const amount = z.number().nonnegative();
const range = z.tuple([amount, amount]);

/**
 * `mg`, `ug`, `[iU]`, per kg or m2 of body (`mg/kg`), or the delivery rate of a patch (`ug/h`,
 * `mg/d`).
 */
const unit = z.string().min(1).max(20);

const child = z.strictObject({
  /** Per kg of body, per dose and per day, in the unit of the entry. */
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
  /** Only products of these salts or forms of `salts.json`: liposomal. */
  salts: z.array(words).min(1).optional(),
  /** Uncommon: applies only where the route is stated. */
  route_said: z.literal(true).optional(),
  /** Only in a product combined with these. */
  together: z.array(ingredientName).min(1).optional(),
  unit,
  /** Further units, with the factor to `unit`. */
  units: z.record(z.string(), z.number().positive()).optional(),
  usual: range.optional(),
  /** The maximum per dose in ordinary use. */
  single: amount.optional(),
  daily: amount.optional(),
  times: range.optional(),
  /** Days from one dose to the next; the entry has no daily maximum then. */
  every_days: z.number().positive().optional(),
  /** Shortest interval that is still accepted. */
  tolerated_days: z.number().positive().optional(),
  /** Severity of far too frequent dosing; that of `over` if not given. */
  too_often: severity.optional(),
  /** The maximum as a single or first dose. */
  loading: amount.optional(),
  /** The daily maximum for the first days, under one of the conditions if some are named. */
  loading_daily: amount.optional(),
  loading_for: z.array(z.string()).min(1).optional(),
  /** Licensed at higher doses in other countries, or for a special use. */
  elsewhere: z
    .strictObject({ single: amount.optional(), daily: amount.optional(), where: words })
    .optional(),
  /** Adults: the maximum per kg of body. */
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
  /** Oral morphine equivalent of one `unit`. */
  mme: z.number().positive().optional(),
  /** The severity of exceeding the maximum. */
  over: severity,
  note: words.optional(),
  sources: sourceIds,
});
/** An ingredient may have several entries: a fault is reported only if none fits. */
export const dosesTable = z.array(doseEntry);
export type DoseEntry = z.infer<typeof doseEntry>;

const limits = {
  action: z.enum(['contraindicated', 'avoid', 'weigh', 'limit', 'check', 'monitor']),
  severity,
  max_daily: amount.optional(),
  /** Doses a day. */
  max_times: z.number().positive().optional(),
  /** Part of the usual daily maximum. */
  fraction: z.number().positive().max(1).optional(),
  text: words.optional(),
};

const band = z.strictObject({
  ...limits,
  from: amount.optional(),
  below: amount.optional(),
  dialysis: z.literal(true).optional(),
  /** The advice is about starting: for a current medicine it is minor. */
  starting: z.literal(true).optional(),
  when: gate.optional(),
});
export type Band = z.infer<typeof band>;

const renalEntry = z.strictObject({
  ingredient: ingredientName,
  /** The measure by which the label sets the dose: mL/min, or mL/min/1.73 m². */
  measure: z.enum(['crcl', 'egfr']),
  /** Missing: all systemic use. */
  routes: routes.optional(),
  unit: unit.optional(),
  /** Renally cleared with a narrow margin. */
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
  /** By Child–Pugh class; no advice for a missing class. */
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
  /** Not applied where this is known to hold. */
  unless: gate.optional(),
  /** The rule is about starting: for a current medicine it is minor. */
  starting: z.literal(true).optional(),
  severity,
  /** `{drugs}` and `{value}` (the first number of `when`), `{age}` are inserted. */
  ...ruleText,
  /** Of the rules of one group that hold for a drug the most severe is reported. */
  group: ruleId.optional(),
});
/** Rules on a drug and numbers or conditions of the patient: `labs.json`, `dose-circumstances.json`. */
export const numberRulesTable = z.array(numberRule);
export type NumberRule = z.infer<typeof numberRule>;
