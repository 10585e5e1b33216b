import { z } from 'zod';

const text = z.string().min(1);
const id = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be snake_case');
const share = z.number().gt(0).lt(1);
const factor = z.number().min(0);

export const FINDING_KINDS = [
  'symptom',
  'sign',
  'trait',
  'history',
  'family',
  'exposure',
  'drug',
  'test',
] as const;

/** The value of the chart that makes a finding present. */
const measure = z.strictObject({
  variable: text,
  is: z.enum(['>', '>=', '<', '<=', '=', 'high', 'low', 'very_high', 'very_low']),
  value: z.union([z.number(), z.string(), z.boolean()]).optional(),
});

const finding = z.strictObject({
  id,
  name: text,
  kind: z.enum(FINDING_KINDS),
  /** Share of all patients who have it without any particular disease. */
  leak: share,
  /** More general findings that it implies. */
  in: z.array(id).optional(),
  /** Patterns of words, see `phrases/pattern.ts`. */
  say: z.array(text).optional(),
  /** Words that must not occur in the same clause. */
  unless: z.array(text).optional(),
  measure: z.array(measure).optional(),
  /** Findings that occur together. */
  same: id.optional(),
  /** Findings of which a disease usually has one. */
  one_of: id.optional(),
});

export const DANGERS = ['minor', 'moderate', 'serious', 'deadly'] as const;
export const CARES = ['self', 'soon', 'today', 'now'] as const;
export const COURSES = ['hours', 'days', 'weeks', 'months'] as const;

const source = z.strictObject({ name: text, doi: text.optional(), url: text.optional() });

const action = z.strictObject({
  text,
  /** As displayed: `within 10 min`. */
  within: text,
  /** The same in minutes, for sorting. */
  minutes: z.int().min(0),
  source: text.optional(),
  /** It gives a medicine: to be checked against the patient's record first. */
  medicine: z.literal(true).optional(),
  /** It comes before all others in this scene, whatever their time. */
  first: z.literal(true).optional(),
});

const test = z.strictObject({ name: text, sens: share.optional(), spec: share.optional() });

const disease = z.strictObject({
  id,
  name: text,
  icd10: text,
  also: z.array(text).optional(),
  danger: z.enum(DANGERS),
  care: z.enum(CARES),
  /** New presentations per 100,000 people a year where all factors are 1. */
  rate: z.number().gt(0),
  /** Relative rate by age in years: linear between the given ages, flat beyond. */
  age: z.array(z.tuple([z.number().min(0), factor])).optional(),
  sex: z.strictObject({ F: factor, M: factor }).optional(),
  course: z.record(z.enum(COURSES), z.number().min(0).max(1)).optional(),
  setting: z.strictObject({ emergency: factor.optional(), primary: factor.optional() }).optional(),
  /** Probability of each finding in patients with the disease. */
  find: z.record(id, share),
  never: z.array(id).optional(),
  /** One finding of each group must be present. */
  needs: z.array(z.array(id).min(1)).optional(),
  tests: z.array(test).optional(),
  excluded_by: text.optional(),
  excludes_if_absent: z.array(id).optional(),
  leads_to: z.record(id, share).optional(),
  actions: z.array(action).optional(),
  specialty: text.optional(),
  sources: z.array(source).min(1),
});

const presentation = z.strictObject({
  id,
  name: text,
  /** Any of these findings indicates the presentation. */
  when: z.array(id).min(1),
  /** Dangerous causes to be considered. */
  consider: z.array(
    z.strictObject({
      disease: id,
      sex: z.enum(['F', 'M']).optional(),
      from_age: z.number().min(0).optional(),
      to_age: z.number().min(0).optional(),
      /** Only where one of these is present. */
      if: z.array(id).optional(),
      /** Only where one of these is present or was not mentioned: a question to the patient. */
      ask: z.array(id).optional(),
    }),
  ),
  sources: z.array(source).min(1),
});

/** How soon a patient must be seen, from the least to the most urgent: five levels, as in triage systems. */
export const URGENCIES = ['non_urgent', 'low', 'moderate', 'high', 'critical'] as const;

/** What a rule of urgency rests on: a red flag, or the complaint while nothing else is known about it. */
export const RULE_BASES = ['red_flag', 'complaint'] as const;

const rule = z.strictObject({
  id,
  name: text,
  level: z.enum(URGENCIES),
  /** Without one it is a red flag. */
  basis: z.enum(RULE_BASES).optional(),
  /** All of these; a row matches with any of its findings; `!id` means absent. */
  when: z.array(z.array(z.string().regex(/^!?[a-z][a-z0-9_]*$/)).min(1)).min(1),
  from_age: z.number().min(0).optional(),
  to_age: z.number().min(0).optional(),
  sex: z.enum(['F', 'M']).optional(),
  course: z.array(z.enum(COURSES)).optional(),
  actions: z.array(action).optional(),
  sources: z.array(source).min(1),
});

/** Normal limits, in the unit of the chart's variable. */
const range = z.strictObject({
  variable: text,
  from_age: z.number().min(0),
  sex: z.enum(['F', 'M']).optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  very_low: z.number().optional(),
  very_high: z.number().optional(),
  sources: z.array(source).min(1),
});

/** Every table of a disease knowledge package. */
export const DISEASE_TABLES = {
  words: z.record(text, z.array(text).min(1)),
  findings: z.array(finding),
  diseases: z.array(disease),
  presentations: z.array(presentation),
  rules: z.array(rule),
  ranges: z.array(range),
} as const;

export type DiseaseTables = {
  readonly [K in keyof typeof DISEASE_TABLES]: z.infer<(typeof DISEASE_TABLES)[K]>;
};
export type FindingFacts = z.infer<typeof finding>;
export type DiseaseFacts = z.infer<typeof disease>;
export type PresentationFacts = z.infer<typeof presentation>;
export type RuleFacts = z.infer<typeof rule>;
export type RangeFacts = z.infer<typeof range>;
export type ActionFacts = z.infer<typeof action>;
export type SourceFacts = z.infer<typeof source>;
export type Measure = z.infer<typeof measure>;
export type Danger = (typeof DANGERS)[number];
export type Care = (typeof CARES)[number];
export type CourseLength = (typeof COURSES)[number];
export type Urgency = (typeof URGENCIES)[number];
