import { z } from 'zod';
import {
  ingredientName,
  manner,
  release,
  route,
  routes,
  sourceIds,
  words,
} from '../knowledge/schema.js';

// The notation of medication lines: abbreviations, salts, and the words of directions.

/** As commonly written; matched without regard to case, dots and diacritics. */
const written = z.string().trim().min(1).max(60);
const writings = z.array(written).min(1);

const abbreviation = z
  .strictObject({
    abbr: written,
    /** Its ingredients, in the order in which strengths follow it. */
    ingredients: z.array(ingredientName).min(1).optional(),
    /** Several meanings, likeliest first: only the writer can choose. */
    meanings: z.array(z.array(ingredientName).min(1)).min(2).optional(),
    /** Its meaning after the name of another drug: the HCT of `ramipril HCT`. */
    beside: z.array(ingredientName).min(1).optional(),
    note: words.optional(),
    sources: sourceIds,
  })
  .refine((one) => (one.ingredients === undefined) !== (one.meanings === undefined), {
    error: 'must have either ingredients or meanings',
  });

const group = z.strictObject({
  /** Words for a group of drugs, or for a drug of which several kinds exist. */
  words: writings,
  /** The most common members; empty where no drug is meant. */
  suggest: z.array(written).max(5),
  /** All that the words can mean, where they are few: a line is checked for each of them. */
  may_be: z.array(ingredientName).min(2).max(12).optional(),
  sources: sourceIds,
});

export const abbreviationsTable = z.strictObject({
  abbreviations: z.array(abbreviation),
  groups: z.array(group),
  /** Words that state that there is no drug, or none known. */
  nothing: z.array(z.strictObject({ words: writings, sources: sourceIds })),
  /** Everyday words within a few letters of a name: never a misspelling of it. */
  ordinary: z.array(z.strictObject({ words: writings, sources: sourceIds })),
});
export type AbbreviationsTable = z.infer<typeof abbreviationsTable>;

const lookAlike = z.strictObject({
  names: z.tuple([written, written]),
  /** `high`: confusion has been fatal or easily could be. */
  risk: z.enum(['high', 'ordinary']),
  sources: sourceIds,
});
export const lookAlikesTable = z.array(lookAlike);
export type LookAlikesTable = z.infer<typeof lookAlikesTable>;

export const saltsTable = z.strictObject({
  /** Counter-ions, esters and hydrates that may be removed from a name, in all their spellings. */
  salts: z.array(z.strictObject({ salt: written, words: writings, sources: sourceIds })),
  /** Names from which nothing may be removed. */
  whole: z.array(z.strictObject({ name: written, sources: sourceIds })),
  release: z.array(z.strictObject({ words: writings, release, sources: sourceIds })),
  /** Salts that change release, route or dose of an ingredient. */
  matters: z.array(
    z.strictObject({
      ingredient: ingredientName,
      salt: written,
      release: release.optional(),
      /** Brands of this salt. */
      brands: z.array(written).min(1).optional(),
      /** The only route by which this salt is given. */
      route: route.optional(),
      note: words,
      sources: sourceIds,
    }),
  ),
  /** Strengths of single oral ingredients that are sold in combinations. */
  strengths: z.array(
    z.strictObject({
      ingredient: ingredientName,
      mg: z.tuple([z.number().positive(), z.number().positive()]),
      sources: sourceIds,
    }),
  ),
});
export type SaltsTable = z.infer<typeof saltsTable>;

const combination = z
  .strictObject({
    ingredients: z.array(ingredientName).min(2).max(6),
    unit: z.enum(['mg', 'ug']),
    /** Of products for these routes. */
    routes: routes.optional(),
    /** What a tablet, a vial or a puff contains of each ingredient. */
    strengths: z.array(z.array(z.number().positive())).min(1),
    /** The ingredient after which a strength of one number is named: `Stalevo 100`. */
    named_by: ingredientName.optional(),
    /** It is mixed in one proportion: any total amount is divided by it. */
    any_amount: z.literal(true).optional(),
    /** Puffs of one dose, where products of several devices differ in that. */
    items: z.int().positive().optional(),
    sources: sourceIds,
  })
  .refine(
    ({ ingredients, strengths, named_by }) =>
      strengths.every((row) => row.length === ingredients.length) &&
      (named_by === undefined || ingredients.includes(named_by)),
    { error: 'must have a number for each ingredient and be named by one of them' },
  );
/** `combinations.json`: the strengths of products with several ingredients. */
export const combinationsTable = z.array(combination);
export type Combination = z.infer<typeof combination>;

const LANGUAGES = ['la', 'en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'nordic'] as const;
const wording = { words: writings, language: z.enum(LANGUAGES).optional(), sources: sourceIds };

/** The time of day; several times make several doses. */
const DAY_TIMES = ['morning', 'noon', 'afternoon', 'evening', 'night', 'meals'] as const;

const frequency = z.strictObject({
  ...wording,
  /** Doses a day. */
  per_day: z.number().positive().optional(),
  /** Days of a week on which it is taken. */
  days_a_week: z.number().positive().max(7).optional(),
  /** Days from one dose to the next. */
  every_days: z.number().positive().optional(),
  at: z.enum(DAY_TIMES).optional(),
  as_needed: z.literal(true).optional(),
  once: z.literal(true).optional(),
  /** It yields no count. */
  unclear: z.literal(true).optional(),
  /** An ordinary word or ambiguous: read in the frequency field only, not in a line. */
  field_only: z.literal(true).optional(),
  note: words.optional(),
});
export type FrequencyWords = z.infer<typeof frequency>;

const wayIn = z.strictObject({
  ...wording,
  /** Missing where the checks do not distinguish it. */
  route: route.optional(),
  systemic: z.boolean(),
  /** `iv push` */
  manner: manner.optional(),
  field_only: z.literal(true).optional(),
});

/** How fast a dose is given, or that it is not diluted. */
const mannerWords = z.strictObject({
  ...wording,
  manner: manner.optional(),
  undiluted: z.literal(true).optional(),
});

const unit = z.strictObject({
  ...wording,
  /** UCUM, or a counted thing: {tablet}. */
  unit: z.string().min(1).max(20),
  factor: z.number().positive().optional(),
});

/** The position of the drug that is not taken. */
const SIDES = ['before', 'leading', 'either', 'order', 'instead', 'allergy'] as const;
export type LookAlikeSide = (typeof SIDES)[number];

const form = z.strictObject({
  ...wording,
  /** How it is counted. */
  counted: z
    .string()
    .regex(/^\{[a-z]+\}$/)
    .optional(),
  route: route.optional(),
  release: release.optional(),
});

export const directionsTable = z.strictObject({
  frequencies: z.array(frequency),
  routes: z.array(wayIn),
  /** Missing in packages of earlier versions. */
  manners: z.array(mannerWords).optional(),
  units: z.array(unit),
  forms: z.array(form),
  /** Number words: `two`, `zwei`, `half`. */
  numbers: z.array(z.strictObject({ ...wording, value: z.number().positive() })),
  /** Days of the week. */
  days: z.array(z.strictObject({ ...wording, day: z.int().min(1).max(7) })),
  /**
   * Words around a direction that carry no information on name or dose: `take`, `inject`, `for`.
   */
  fillers: z.array(z.strictObject(wording)),
  /**
   * Words of remarks, each on its own: what a drug is taken for, who gives it, how it is swallowed.
   * A word of a line that is in no table may be the name of a drug. Missing in packages of earlier
   * versions.
   */
  remarks: z.array(z.strictObject(wording)).optional(),
  /**
   * Words that state that a drug is not taken. `before`: the drug follows (`instead of`), the
   * default; `leading`: only at the beginning of the line (`history of`); `either`: it follows or
   * precedes (`stopped`); `order`: it follows, or it precedes and nothing comes after (`hold`);
   * `instead`: it precedes, and another follows (`changed to`); `allergy`: it is on either side,
   * and no dose states that it is taken.
   */
  negations: z.array(z.strictObject({ ...wording, side: z.enum(SIDES).optional() })),
  /** Drugs with systemic absorption by a route that is otherwise local. */
  systemic: z.array(
    z.strictObject({
      ingredient: ingredientName,
      routes,
      sources: sourceIds,
    }),
  ),
});
export type DirectionsTable = z.infer<typeof directionsTable>;
