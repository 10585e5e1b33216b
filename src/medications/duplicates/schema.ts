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

/** Facts about two lines of a list. */
const LINE_FACTS = [
  /** One acts locally, the other systemically. */
  'local_with_systemic',
  'both_local',
  /** Both routes are stated and differ. */
  'different_routes',
  /** At least one route is not stated. */
  'route_not_said',
  /** A tablet with an infusion or injection. */
  'oral_with_parenteral',
  /** One is extended release (or a depot or patch), the other not. */
  'immediate_with_extended',
  'one_as_needed',
  'both_as_needed',
  'one_single_dose',
  /** Both strengths are stated in one unit and differ: tablets that make up one dose. */
  'different_strength',
  'one_in_combination',
  'both_in_combination',
  'one_proposed',
] as const;
export type LineFact = (typeof LINE_FACTS)[number];

const exception = z.strictObject({
  /** One drug of each. */
  between: z.tuple([selectors, selectors]).optional(),
  /** All of these hold. */
  lines: z.array(z.enum(LINE_FACTS)).min(1).optional(),
  /** Null: accepted, no alert. */
  severity: severity.nullable(),
  management: words.optional(),
});
export type DuplicateException = z.infer<typeof exception>;

const duplicate = z.strictObject({
  id: ruleId,
  /** As in a title: `Two proton pump inhibitors`. */
  title: words,
  /** `ingredient`: the same one on two lines; `class`: two different members of `of`. */
  kind: z.enum(['ingredient', 'class']),
  /** `*`: any. */
  of: z.array(selector.or(z.literal('*'))).min(1),
  /** Of the rules that two lines match the one with the lowest rank is reported. */
  rank: z.int().min(0).max(999),
  /** Lines that count: systemic, local, or all. */
  where: z.enum(['systemic', 'local', 'any']),
  /** Only by these routes, or where the route is not stated. */
  routes: routes.optional(),
  severity,
  mechanism: words,
  effect: words,
  management: words,
  /** The first that fits. */
  exceptions: z.array(exception).min(1).optional(),
  /** Rules or groups of interactions that report the same of the same drugs; they are omitted. */
  replaces: z.array(ruleId).min(1).optional(),
  /** Rules or groups of interactions that take precedence over this rule. */
  yields_to: z.array(ruleId).min(1).optional(),
  evidence,
  sources: sourceIds,
});
/** One per line, sorted by id. */
export const duplicatesTable = z.array(duplicate);
export type Duplicate = z.infer<typeof duplicate>;
