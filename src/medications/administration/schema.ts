import { z } from 'zod';
import {
  gate,
  manner,
  release,
  route,
  routes,
  ruleId,
  ruleText,
  selectors,
  severity,
  words,
} from '../knowledge/schema.js';

/** Exceeded by a value above it, in a unit of the dose tables. */
const limit = z.strictObject({
  over: z.number().nonnegative(),
  unit: z.string().min(1).max(20),
});
export type Limit = z.infer<typeof limit>;

/**
 * A way of giving a drug that is wrong. All conditions that are stated must hold; what a line does
 * not state does not hold.
 */
const administrationRule = z
  .strictObject({
    id: ruleId,
    /** Missing: every drug. */
    drugs: selectors.optional(),
    not: selectors.optional(),
    /** Products of these brands only. */
    brands: z.array(words).min(1).optional(),
    /** Salts of `salts.json` only: decanoate. */
    salts: z.array(words).min(1).optional(),
    release: release.optional(),
    /** The line has another product of one of these. */
    beside: selectors.optional(),
    /** Given by one of these. */
    routes: routes.optional(),
    /** Given by a stated route that is none of these. */
    other_than: routes.optional(),
    /** Given by none of these; holds where the line states no route. */
    not_routes: routes.optional(),
    /** The form of the line is made for this route: an oral suspension. */
    made_for: route.optional(),
    manner: z.array(manner).min(1).optional(),
    not_manner: z.array(manner).min(1).optional(),
    undiluted: z.literal(true).optional(),
    /** Nothing states that it is diluted, slow or a part of an infusion. */
    unqualified: z.literal(true).optional(),
    /** Of one dose. */
    dose: limit.optional(),
    /** As stated, or of a dose with the duration in which it is given. */
    rate: limit.optional(),
    /** Of what is given. */
    concentration: limit.optional(),
    /** Given in fewer minutes than these, or as a bolus. */
    below_minutes: z.number().positive().optional(),
    /** Further units, with the factor to the unit of the limits. */
    units: z.record(z.string(), z.number().positive()).optional(),
    when: gate.optional(),
    unless: gate.optional(),
    severity,
    /** `{drugs}` and `{given}`, what the line states of it, are inserted. */
    ...ruleText,
  })
  .refine(
    (rule) =>
      [
        rule.brands,
        rule.salts,
        rule.beside,
        rule.routes,
        rule.other_than,
        rule.made_for,
        rule.manner,
        rule.undiluted,
        rule.dose,
        rule.rate,
        rule.concentration,
        rule.below_minutes,
        rule.when,
      ].some((condition) => condition !== undefined),
    { error: 'must have a condition' },
  );
/** `administration.json`: wrong routes, manners, rates, concentrations and volumes. */
export const administrationTable = z.array(administrationRule);
export type AdministrationRule = z.infer<typeof administrationRule>;
