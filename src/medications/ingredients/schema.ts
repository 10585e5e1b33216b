import { z } from 'zod';
import { ingredientName, route } from '../knowledge/schema.js';

/** Where a name is sold under. */
const COUNTRIES = ['US', 'UK', 'EU', 'other'] as const;
export type Country = (typeof COUNTRIES)[number];

/** The kind of an ingredient, if it is not an ordinary drug. */
const INGREDIENT_KINDS = [
  'food',
  'herb',
  'supplement',
  'vaccine',
  'gas',
  'contrast',
  'allergen',
  'device',
  'excipient',
] as const;

/** Usual route of a drug that acts locally unless a line states otherwise. */
const localRoute = z.enum([
  'inhaled',
  'intravitreal',
  'nasal',
  'ophthalmic',
  'oromucosal',
  'otic',
  'topical',
  'vaginal',
]);

const name = z.string().trim().min(1).max(120);

const ingredient = z.strictObject({
  /** RxNorm ingredient in lower case. */
  name: ingredientName,
  /** Of the RxNorm ingredient (not of a salt or product). */
  rxcui: z
    .string()
    .regex(/^\d{1,8}$/)
    .optional(),
  /** ATC level 5 of the substance alone, not of combinations. */
  atc: z
    .array(z.string().regex(/^[A-Z]\d\d[A-Z]{2}\d\d$/))
    .min(1)
    .optional(),
  /** Other names of the same drug: INN, BAN, JAN, foreign, chemical, salts that are names. */
  synonyms: z.array(name).min(1).optional(),
  local: localRoute.optional(),
  kind: z.enum(INGREDIENT_KINDS).optional(),
  /** Not known to be sold in the regions covered: an unlikely meaning of a misspelling. */
  rare: z.literal(true).optional(),
});
/** One per line, sorted by name. */
export const ingredientsTable = z.array(ingredient);
export type Ingredient = z.infer<typeof ingredient>;

const countries = z.array(z.enum(COUNTRIES)).min(1);
const parts = z.array(ingredientName).min(1);

const product = z.strictObject({
  /** In the spelling of the pack. */
  name,
  ingredients: parts,
  /** The only route by which it is given, where that decides what it does: a coil. */
  route: route.optional(),
  countries,
  /** `rxnorm`: confirmed by RxNorm; `looked-up`: by a public document; `memory`: not verified. */
  check: z.enum(['rxnorm', 'looked-up', 'memory']),
  /** Other drugs sold under the name elsewhere: ambiguous without the country. */
  meanings: z
    .array(z.strictObject({ ingredients: parts, countries }))
    .min(1)
    .optional(),
  /** Four letters or fewer, or an ordinary word: only where a drug is expected. */
  weak: z.literal(true).optional(),
});
/** One per line, sorted by name. */
export const productsTable = z.array(product);
export type Product = z.infer<typeof product>;

const productCodes = z.strictObject({
  ingredients: parts,
  /** RxCUIs of clinical drugs, brands, salts and packs of these alone, separated by spaces. */
  codes: z.string().regex(/^\d{1,8}(?: \d{1,8})*$/),
});
/** RxCUIs other than those of `ingredientsTable`. */
export const productCodesTable = z.array(productCodes);
export type ProductCodes = z.infer<typeof productCodes>;
