import { z } from 'zod';
import { gender } from '../core/common-fields/schema.js';
import { measuredValues, unitsByName } from '../patient-record/chart/schema.js';
import { line } from './lines/schema.js';
import { EVIDENCE, KINDS, SEVERITIES } from './severity.js';

const MAX_MEDICATIONS = 200;
const MAX_LINES = 100;

const rxcui = z
  .union([z.string(), z.int().positive()], 'must be an RxNorm concept identifier')
  .transform(String)
  .pipe(z.string().regex(/^[1-9]\d{0,9}$/, 'must be an RxNorm concept identifier'));

const dose = z
  .union(
    [z.number().positive('must be above 0').max(1e9, 'must be at most 1e9'), line(80)],
    'must be a number above 0, or text such as 2 tablets',
  )
  .describe('per dose; a number in `unit`, or text');

const medicationObject = z
  .strictObject({
    name: line(500)
      .optional()
      .describe('generic, brand, salt, combination or abbreviation; a whole line is accepted too'),
    rxcui: rxcui.optional().describe('RxNorm concept identifier of the ingredient'),
    dose: dose.optional(),
    unit: line(40).optional().describe('mg, mcg, g, units, mL, puffs, tablets … or UCUM'),
    route: line(60).optional().describe('po, iv, sc, inhaled, topical … or the words for them'),
    frequency: line(120).optional().describe('BID, q8h, weekly, at night as needed …'),
  })
  .refine(({ name, rxcui }) => name !== undefined || rxcui !== undefined, {
    error: 'must have a name or an rxcui',
    path: ['name'],
  });

const medication = z
  .union([line(500), medicationObject], 'must be a line of text, or {name, dose, unit, …}')
  .transform((sent) => (typeof sent === 'string' ? { name: sent } : sent))
  .describe('one line of the list: an object, or its text');
export type MedicationLine = z.output<typeof medicationObject>;

const medications = z
  .array(medication)
  .max(MAX_MEDICATIONS, `must hold at most ${MAX_MEDICATIONS} medications`);

const allergyObject = z.strictObject({
  substance: line(500),
  reaction: line(500).optional().describe('rash, anaphylaxis, nausea …'),
  severity: line(60).optional().describe('mild, moderate, severe …'),
});
const allergy = z
  .union([line(500), allergyObject], 'must be a substance, or {substance, reaction, severity}')
  .transform(
    (sent): z.output<typeof allergyObject> =>
      typeof sent === 'string' ? { substance: sent } : sent,
  );

const HEPATIC = {
  none: null,
  normal: null,
  mild: 'A',
  moderate: 'B',
  severe: 'C',
  a: 'A',
  b: 'B',
  c: 'C',
} as const;

const hepaticImpairment = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^child[\s-]*pugh\s*(class\s*)?/, ''),
  )
  .pipe(
    z.enum(
      Object.keys(HEPATIC) as (keyof typeof HEPATIC)[],
      'must be none, mild, moderate, severe',
    ),
  )
  .transform((word) => HEPATIC[word])
  .describe('none, mild, moderate, severe, or the Child–Pugh class A, B, C');

const within = (low: number, high: number, unit: string) =>
  z
    .number()
    .min(low, `must lie in ${low}..${high} ${unit}`)
    .max(high, `must lie in ${low}..${high} ${unit}`);

const patient = z.strictObject({
  age: within(0, 130, 'years').optional().describe('years; a fraction for an infant'),
  gender: gender.optional(),
  weight_kg: within(0.3, 650, 'kg').optional(),
  height_cm: within(20, 260, 'cm').optional(),
  pregnant: z.boolean().optional(),
  trimester: z.int().min(1, 'must be 1, 2 or 3').max(3, 'must be 1, 2 or 3').optional(),
  gestational_weeks: within(0, 44, 'weeks').optional(),
  lactating: z.boolean().optional(),
  egfr: within(0, 250, 'mL/min/1.73 m²').optional(),
  creatinine_umol_l: within(5, 3_000, 'µmol/L').optional(),
  hepatic_impairment: hepaticImpairment.optional(),
  qtc_ms: within(200, 900, 'ms').optional(),
  lab_results: measuredValues
    .optional()
    .describe(
      'potassium, inr, sodium, digoxin level …: a number in its usual unit or {value, unit}',
    ),
  lab_units: unitsByName.optional().describe('UCUM unit by lab name'),
});
export type PatientFields = z.output<typeof patient>;

export const medicationsRequest = z
  .strictObject({
    medications: medications.optional().describe('what the patient takes'),
    proposed: medications.optional().describe('what is to be added'),
    allergies: z.array(allergy).max(MAX_LINES, `must hold at most ${MAX_LINES} entries`).optional(),
    conditions: z
      .array(line(500))
      .max(MAX_LINES, `must hold at most ${MAX_LINES} entries`)
      .optional()
      .describe('diagnoses in words or ICD-10 codes'),
    patient: patient.optional(),
  })
  .refine(({ medications = [], proposed = [] }) => medications.length + proposed.length > 0, {
    error: 'must name at least one medication',
    path: ['medications'],
  })
  .refine(
    ({ medications = [], proposed = [] }) =>
      medications.length + proposed.length <= MAX_MEDICATIONS,
    { error: `must hold at most ${MAX_MEDICATIONS} with those proposed`, path: ['proposed'] },
  );
export type MedicationsRequest = z.output<typeof medicationsRequest>;

const severity = z.enum(SEVERITIES);
const source = z.strictObject({
  name: z.string(),
  url_or_doi: z.string(),
  year: z.int().nullable().describe('null: the text in force'),
});

const statement = {
  severity,
  effect: z.string(),
  management: z.string(),
  rule_id: z.string(),
  sources: z.array(source),
};

const alert = z.strictObject({
  kind: z.enum(KINDS),
  drugs: z.array(z.string()).describe('ingredients'),
  items: z.array(z.string()).describe('the lines of the request: medications.0, proposed.1'),
  involves_proposed: z.boolean(),
  title: z.string(),
  mechanism: z.string(),
  evidence: z.enum(EVIDENCE),
  ...statement,
  because: z
    .array(z.string())
    .optional()
    .describe('why the rule applies to this patient, or is more severe'),
  pairs: z
    .array(z.tuple([z.string(), z.string()]))
    .optional()
    .describe('which drugs interact, where one alert covers several pairs'),
  also: z
    .array(z.strictObject({ ...statement, mechanism: z.string(), title: z.string() }))
    .optional()
    .describe('other mechanisms by which the same drugs interact'),
});
export type Alert = z.output<typeof alert>;

const resolved = z.strictObject({
  input: z.string().describe('the name or the line as sent'),
  item: z.string(),
  ingredient: z.string().describe('RxNorm ingredient'),
  rxcui: z.string().optional(),
  atc: z.array(z.string()).optional(),
  how: z.string().describe('exact, synonym, brand, abbreviation, salt, spelling, rxcui'),
  understood: z
    .strictObject({
      dose: z.string().optional(),
      route: z.string().optional(),
      frequency: z.string().optional(),
    })
    .optional()
    .describe('dose, route and frequency as they were read'),
});

export const medicationsResult = z.strictObject({
  check_id: z.string(),
  safe_to_proceed: z
    .boolean()
    .nullable()
    .describe(
      'false with a contraindicated or major alert; null while a drug or an allergy is unresolved, ' +
        'or no rule covers the interactions of a drug',
    ),
  highest_severity: severity.nullable(),
  alerts: z.array(alert).describe('most severe first'),
  resolved: z.array(resolved),
  unresolved: z.array(
    z.strictObject({
      input: z.string(),
      item: z.string(),
      words: z.string().optional().describe('the part of the input that was not recognised'),
      suggestions: z.array(z.string()),
    }),
  ),
  suppressed: z
    .array(
      z.strictObject({
        rule_id: z.string(),
        severity,
        drugs: z.array(z.string()),
        reason: z.string(),
        overlay: z.string(),
      }),
    )
    .optional()
    .describe("alerts suppressed by the hospital's own overlay"),
  not_assessed: z.array(z.strictObject({ what: z.string(), reason: z.string() })).optional(),
  warnings: z.array(z.string()).optional(),
  models: z
    .array(z.strictObject({ id: z.string(), version: z.string(), backend: z.string() }))
    .optional(),
  created_at: z.iso.datetime(),
});
export type MedicationsResult = z.output<typeof medicationsResult>;
