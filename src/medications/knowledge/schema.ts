import { z } from 'zod';
import type { Gate } from '../gate.js';
import { EVIDENCE, SEVERITIES } from '../severity.js';
import { MANNERS, RELEASES, ROUTES } from '../taken-ingredient.js';

// Definitions shared by the tables of the knowledge.

export const words = z.string().trim().min(1).max(2_000);
/** Of a rule or a class: letters, digits, dots, dashes, underscores. */
export const ruleId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/);
/** RxNorm ingredient in lower case. */
export const ingredientName = z.string().min(2).max(120);
export const severity = z.enum(SEVERITIES);
export const evidence = z.enum(EVIDENCE);
export const route = z.enum(ROUTES);
export const routes = z.array(route).min(1);
export const manner = z.enum(MANNERS);
export const release = z.enum(RELEASES);
/** The sources of a rule: at least one. */
export const sourceIds = z.array(z.string().min(1)).min(1);

/** An ingredient, or a class with or without a weight: `simvastatin`, `@acei`, `@qt>=3`, `@qt=2`. */
export const selector = z.string().min(2).max(120);
export const selectors = z.array(selector).min(1);

const bounds = { from: z.number().optional(), below: z.number().optional() };

/** See `Gate`. */
export const gate: z.ZodType<Gate> = z.lazy(() =>
  z.union([
    z.strictObject({ fact: z.string(), unit: z.string(), ...bounds }),
    z.strictObject({ sex: z.enum(['M', 'F']) }),
    z.strictObject({ flag: z.enum(['pregnant', 'lactating']) }),
    z.strictObject({ condition: z.array(z.string()).min(1) }),
    z.strictObject({ daily_dose: selector, unit: z.string().optional(), ...bounds }),
    z.strictObject({ also: selectors }),
    z.strictObject({ all: z.array(gate).min(1) }),
    z.strictObject({ any: z.array(gate).min(1) }),
    z.strictObject({ not: gate }),
  ]),
) as z.ZodType<Gate>;

/** Missing: systemic use only. `any`: eye drops and creams too. */
export const routesOfRule = z.union([z.literal('any'), routes]).optional();
/** Severity if the circumstance is unknown; one step milder if not given. */
export const otherwise = z.union([severity, z.literal('silent')]).optional();
/** What an alert says by a rule, with its evidence and sources. */
export const ruleText = {
  title: words,
  mechanism: words,
  effect: words,
  management: words,
  evidence,
  sources: sourceIds,
};
/** Severity if the circumstance is known to hold. */
export const raise = z.array(z.strictObject({ when: gate, severity })).min(1);

const source = z.strictObject({
  name: words,
  url_or_doi: words,
  /** Null for the version in force, such as of a label. */
  year: z.int().min(1900).max(2100).nullable(),
});
/**
 * By id. An id that ends in `:*` is a family: `fda:*` with `{x}` in name and URL resolves
 * `fda:simvastatin`.
 */
export const sourcesTable = z.record(z.string(), source);
export type SourcesTable = z.infer<typeof sourcesTable>;

const drugClass = z.strictObject({
  title: words,
  /** Ingredient → weight; `weights` explains the weights. */
  members: z.record(ingredientName, z.number().positive()),
  weights: z.record(z.string(), words).optional(),
  note: words.optional(),
  sources: sourceIds,
});
/** By id. */
export const classesTable = z.record(ruleId, drugClass);
export type ClassesTable = z.infer<typeof classesTable>;

const goldenCase = z
  .strictObject({
    id: ruleId,
    /** Taken together by an adult of whom nothing else is known. */
    drugs: z.array(ingredientName).min(2),
    /** Minimum severity of the most severe interaction. */
    least: severity.optional(),
    /** Its maximum severity; null: there is none. */
    most: severity.nullable().optional(),
    source: words,
  })
  .refine(({ least, most }) => least !== undefined || most !== undefined, {
    error: 'must have least or most',
  });
/** The answers that the tables and the code that reads them must yield together. */
export const goldenTable = z.array(goldenCase);
export type GoldenTable = z.infer<typeof goldenTable>;
