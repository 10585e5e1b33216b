import { z } from 'zod';
import { file, filed, gender, readFrom, subject, toFile } from '../core/common-fields/schema.js';
import { measuredValues, unitsByName } from '../patient-record/chart/schema.js';
import { line } from './lines/schema.js';
import { OUTCOMES } from './safety.js';
import { EVIDENCE, KINDS, SEVERITIES } from './severity.js';
import { unknownFields } from './unknown-fields.js';

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
  .describe(
    'none, mild, moderate, severe, or the Child–Pugh class A, B, C, which are the same three; ' +
      'none and normal state that there is no impairment',
  );

const within = (low: number, high: number, unit: string) =>
  z
    .number()
    .min(low, `must lie in ${low}..${high} ${unit}`)
    .max(high, `must lie in ${low}..${high} ${unit}`);

/** The fields of `patient` that the checks use. */
const patientFields = z.looseObject({
  age: within(0, 130, 'years').optional().describe('0 to 130 years; a fraction for an infant'),
  gender: gender.optional(),
  weight_kg: within(0.3, 650, 'kg').optional().describe('0.3 to 650 kg'),
  height_cm: within(20, 260, 'cm').optional().describe('20 to 260 cm'),
  pregnant: z
    .boolean()
    .optional()
    .describe('without it pregnancy is unknown, unless `conditions` or the next two state it'),
  trimester: z
    .int()
    .min(1, 'must be 1, 2 or 3')
    .max(3, 'must be 1, 2 or 3')
    .optional()
    .describe('1, 2 or 3; implies `pregnant`'),
  gestational_weeks: within(0, 44, 'weeks')
    .optional()
    .describe(
      '0 to 44 completed weeks since the last menstruation, a fraction is accepted; the second ' +
        'trimester begins at 14, the third at 28; implies `pregnant`',
    ),
  lactating: z.boolean().optional().describe('breastfeeding or giving expressed milk'),
  egfr: within(0, 250, 'mL/min/1.73 m²')
    .optional()
    .describe(
      '0 to 250 mL/min/1.73 m²; computed from creatinine, age and gender where it is not sent',
    ),
  creatinine_umol_l: within(5, 3_000, 'µmol/L')
    .optional()
    .describe(
      '5 to 3,000 µmol/L; with age, gender and weight_kg also for the creatinine clearance',
    ),
  hepatic_impairment: hepaticImpairment.optional(),
  qtc_ms: within(200, 900, 'ms').optional().describe('200 to 900 ms'),
  lab_results: measuredValues
    .optional()
    .describe(
      'potassium, inr, sodium, digoxin level …: a number in its usual unit or {value, unit}',
    ),
  lab_units: unitsByName.optional().describe('UCUM unit by lab name'),
});

/** Fields of `patient` that no check uses. */
const unknownFieldsOf = (sent: object) =>
  unknownFields(Object.keys(sent), Object.keys(patientFields.shape));

const patient = patientFields
  .transform((sent) => ({ ...sent, unknownFields: unknownFieldsOf(sent) }))
  .describe('a field that is not listed here is not used: a warning names it');
export type PatientFields = z.output<typeof patient>;

export const medicationsRequest = z
  .strictObject({
    subject: subject.describe(
      'Patient/<id> of /v1/fhir: medicines, allergies, conditions and values are read from there and ' +
        'count with what the request states; alerts are filed there; needs fhir.read and fhir.write',
    ),
    file,
    stored_medications: z
      .enum(['include', 'exclude'])
      .optional()
      .describe(
        'with a subject: `include` (also without this field) checks the medicines of the record ' +
          'together with `medications`, whose line counts where both name a medicine; `exclude` ' +
          'checks `medications` as the whole list, in place of that of the record',
      ),
    medications: medications.optional().describe('what the patient takes'),
    proposed: medications.optional().describe('what is to be added'),
    allergies: z.array(allergy).max(MAX_LINES, `must hold at most ${MAX_LINES} entries`).optional(),
    conditions: z
      .array(line(500))
      .max(MAX_LINES, `must hold at most ${MAX_LINES} entries`)
      .optional()
      .describe('diagnoses in words or ICD-10 codes'),
    patient: patient.optional(),
    block_at: z
      .enum(SEVERITIES)
      .optional()
      .describe(
        'the severity from which an alert makes safe_to_proceed false; without it ' +
          'medications.block_at of the configuration, major by default',
      ),
  })
  .refine(
    ({ medications = [], proposed = [], subject, stored_medications }) =>
      medications.length + proposed.length > 0 ||
      (subject !== undefined && stored_medications !== 'exclude'),
    { error: 'must name at least one medication', path: ['medications'] },
  )
  .refine(
    ({ subject, stored_medications }) => stored_medications === undefined || subject !== undefined,
    { error: 'needs a subject', path: ['stored_medications'] },
  )
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
  items: z
    .array(z.string())
    .describe('the lines: medications.0, proposed.1, MedicationRequest/7 of the record'),
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
      rate: z.string().optional(),
      concentration: z.string().optional(),
      manner: z.string().optional().describe('bolus, slow injection, infusion; over how long'),
    })
    .optional()
    .describe('the line as it was read'),
});

const safety = z
  .strictObject({
    outcome: z.enum(OUTCOMES).describe('blocked: false, review: null, clear: true'),
    block_at: severity,
    review_at: severity,
    decided_by: z
      .array(
        z.strictObject({
          alert: z.int().min(0).describe('its index in `alerts`'),
          rule_id: z.string(),
          severity,
          drugs: z.array(z.string()),
        }),
      )
      .describe('the alerts that block; where none does, those to review'),
    not_judged: z
      .array(z.strictObject({ what: z.string(), reason: z.string() }))
      .describe('what could hide an alert: not empty, `safe_to_proceed` is never true'),
  })
  .describe('what decided `safe_to_proceed`');

export const medicationsResult = z.strictObject({
  check_id: z.string(),
  safe_to_proceed: z
    .boolean()
    .nullable()
    .describe(
      'false: an alert is at or above `block_at`; null: somebody has to review the list, because of a ' +
        'moderate or more severe alert or because something was not judged; true: all was judged, and no ' +
        'alert is more than minor',
    ),
  needs_review: z
    .boolean()
    .describe(
      'an alert below `block_at` says to monitor or to adjust, or something was not judged; ' +
        'independent of what blocks',
    ),
  safety,
  highest_severity: severity.nullable(),
  alerts: z.array(alert).describe('most severe first'),
  resolved: z.array(resolved),
  unresolved: z.array(
    z.strictObject({
      input: z.string(),
      item: z.string(),
      words: z.string().optional().describe('the part of the input that was not recognised'),
      suggestions: z.array(z.string()),
      checked_as: z
        .array(z.string())
        .optional()
        .describe('of an ambiguous name, everything that it can be: the line was checked for each'),
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
  read_from: readFrom.describe('with a subject: the resources that were read, and how old'),
  filed,
  to_file: toFile,
});
export type MedicationsResult = z.output<typeof medicationsResult>;
