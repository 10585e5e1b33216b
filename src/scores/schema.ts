import { z } from 'zod';
import { file, filed, readFrom, subject, toFile } from '../core/common-fields/schema.js';
import { namedValues, patientData } from '../patient-record/chart/schema.js';

const id = z.string().min(1).max(80);
const MAX_SCORES = 1_000;
/** More than the inputs of all scores together. */
const MAX_INPUTS = 5_000;

export const riskRequest = z.strictObject({
  score: id.optional().describe('one score or model of GET /v1/risk/scores'),
  scores: z
    .array(id)
    .min(1, 'must name at least one score')
    .max(MAX_SCORES, `must name at most ${MAX_SCORES} scores`)
    .optional()
    .describe('several of them'),
  inputs: namedValues(MAX_INPUTS)
    .optional()
    .describe(
      'by input name: a number in the stated unit, {value, unit} with a UCUM unit, a code, true or ' +
        'false, or a day',
    ),
  patient_data: patientData
    .optional()
    .describe('alone: every score and model that the data support is answered'),
  subject: subject.describe(
    'Patient/<id> of /v1/fhir: the answer is filed there; without inputs and patient_data the data ' +
      'are read from there too; needs fhir.write, and fhir.read to read',
  ),
  file,
});
export type RiskRequest = z.output<typeof riskRequest>;

const bare = z.union([z.number(), z.string(), z.boolean()]);
const probability = z.number().min(0).max(1);

const reference = z.strictObject({
  title: z.string(),
  doi: z.string().optional(),
  url: z.string().optional(),
  year: z.int().optional(),
});

const action = z.strictObject({ text: z.string(), source: z.string() });

const component = z.strictObject({
  name: z.string(),
  title: z.string(),
  value: bare.nullable().describe('in the unit of the input; null where it is missing'),
  unit: z.string().optional().describe('UCUM'),
  points: z.number().nullable().describe('null where the formula has none, or it is not known yet'),
  given: z
    .strictObject({ value: bare, unit: z.string().optional() })
    .nullable()
    .describe('as it was sent; null where it is missing'),
  from: z.string().optional().describe('the field that it came from, or what it was derived from'),
  at: z.iso.datetime().optional(),
});

const change = z.strictObject({
  input: z.string(),
  from: bare,
  to: bare,
  unit: z.string().optional(),
  value: z.union([z.number(), z.string()]).describe('the resulting score'),
  category: z.string(),
});

const scoreResult = z.strictObject({
  score: z.string(),
  name: z.string(),
  value: z
    .union([z.number(), z.string()])
    .nullable()
    .describe('a number, a date, or null where missing inputs decide it'),
  unit: z.string().describe('UCUM'),
  category: z.string().nullable().describe('null where the missing inputs decide it'),
  interpretation: z.string(),
  action: action.optional().describe('what the guideline recommends'),
  summary: z.string().describe('one line for display at the bedside'),
  risk: z.strictObject({ outcome: z.string(), probability, horizon: z.string() }).optional(),
  components: z.array(component),
  missing: z.array(z.string()),
  possible_categories: z
    .array(z.string())
    .optional()
    .describe('while inputs are missing: the categories that are still possible'),
  most_decisive: z.string().optional().describe('the missing input that would narrow it most'),
  bounds: z.strictObject({ min: z.number(), max: z.number() }).nullable(),
  would_change: z.array(change).describe('single changes that would give another category'),
  derived: z.array(
    z.strictObject({
      name: z.string(),
      value: z.union([z.number(), z.string()]),
      unit: z.string().optional(),
    }),
  ),
  reference,
  references: z.array(reference),
  warnings: z.array(z.string()),
});
export type ScoreResult = z.output<typeof scoreResult>;

const contribution = z.strictObject({
  feature: z.string().describe('an input; `a × b` for two that count together; not_given'),
  value: bare.nullable(),
  unit: z.string().optional(),
  statistic: z.string().optional().describe('of several values over time, the one that counted'),
  effect: z.number().describe('on the log-odds of the outcome; above 0 supports it'),
});

const prediction = z.strictObject({
  model: z.string(),
  version: z.string(),
  outcome: z.string(),
  horizon: z.string(),
  probability,
  interval: z.strictObject({
    low: probability,
    high: probability,
    level: probability.optional(),
    description: z.string(),
  }),
  reference_probability: probability.describe('where the effects start from'),
  effects_reference: z.string().optional().describe('the meaning of an effect of zero'),
  contributions: z.array(contribution).describe('strongest first; exact for the model used'),
  missing: z.array(z.string()).describe('inputs of the model that had no value'),
  valid_for: z.string(),
  base_rate: probability.optional(),
  warnings: z.array(z.string()),
});

const notAssessed = z.array(z.strictObject({ what: z.string(), reason: z.string() }));

export const riskResult = z.strictObject({
  risk_id: z.string(),
  scores: z.array(scoreResult),
  predictions: z.array(prediction),
  not_assessed: notAssessed.optional(),
  models: z
    .array(z.strictObject({ id: z.string(), version: z.string(), backend: z.string() }))
    .optional(),
  created_at: z.iso.datetime(),
  read_from: readFrom,
  filed,
  to_file: toFile,
});
export type RiskResult = z.output<typeof riskResult>;

const listedInput = z.strictObject({
  name: z.string(),
  title: z.string(),
  kind: z.enum(['quantity', 'flag', 'choice', 'date']),
  required: z.boolean(),
  unit: z.string().optional().describe('UCUM; a bare number is read in it'),
  other_units: z
    .array(z.string())
    .optional()
    .describe('usual units in which it can be sent as {value, unit} as well'),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.record(z.string(), z.string()).optional(),
  help: z.string().optional(),
  synonyms: z.array(z.string()).optional(),
  loinc: z.array(z.string()).optional(),
});

export const listedScore = z.strictObject({
  id: z.string(),
  kind: z.enum(['score', 'model']),
  name: z.string(),
  aliases: z.array(z.string()),
  group: z.string(),
  purpose: z.string(),
  population: z.string(),
  unit: z.string(),
  range: z.strictObject({ min: z.number(), max: z.number() }).optional(),
  inputs: z.array(listedInput),
  also_needed: z
    .array(z.string())
    .describe('optional inputs that are needed unless another value replaces them'),
  input_schema: z.record(z.string(), z.unknown()).describe('JSON Schema of `inputs`'),
  categories: z.array(
    z.strictObject({
      id: z.string(),
      from: z.number().optional(),
      interpretation: z.string(),
      action: action.optional(),
    }),
  ),
  reference,
  references: z.array(reference),
});
export type ListedScore = z.output<typeof listedScore>;

export const scoreList = z.strictObject({ scores: z.array(listedScore) });
