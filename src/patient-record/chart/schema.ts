import { z } from 'zod';
import { age, gender } from '../../core/common-fields/schema.js';

const unit = z.string().min(1).max(40).describe('UCUM');
const withUnit = z.strictObject({ value: z.number(), unit: unit.optional() });

/** A number in the stated unit, or with a unit of its own. */
const measured = z.union([z.number(), withUnit], 'must be a number, or {value, unit}');

/** A number, a number with its unit, a code, a boolean or a date. */
const sentValue = z.union(
  [z.number(), z.string().max(200, 'must be at most 200 characters'), z.boolean(), withUnit],
  'must be a number, {value, unit}, a code, true or false, or a day',
);

/** Rejects keys that would reach an object's prototype. */
const NAME = z
  .string()
  .min(1)
  .max(80, 'has a name of more than 80 characters')
  .refine((name) => !['__proto__', 'constructor', 'prototype'].includes(name), 'is not known');

const byName = <S extends z.ZodType>(value: S, max: number) =>
  z
    .record(NAME, value)
    .refine((record) => Object.keys(record).length <= max, `must hold at most ${max} values`);

/** Values by name; the reader decides which of the names it knows. */
export const namedValues = (max: number) => byName(sentValue, max);

const MAX_VALUES = 300;

/** Laboratory values by name, each a number in its usual unit or with its own. */
export const measuredValues = byName(measured, MAX_VALUES);
/** The units of such values, by the same names. */
export const unitsByName = byName(unit, MAX_VALUES);

const text = z.string().max(2_000, 'must be at most 2,000 characters');
const lines = z.array(text).max(500, 'must hold at most 500 entries');

const PRESSURE = /^\s*(\d{2,3})\s*\/\s*(\d{2,3})\s*$/;

/** Systolic and diastolic pressure, mmHg, of `120/80`; undefined for any other text. */
export function pressuresOf(text: string): { systolic: number; diastolic: number } | undefined {
  const [, systolic, diastolic] = PRESSURE.exec(text) ?? [];
  return systolic === undefined
    ? undefined
    : { systolic: Number(systolic), diastolic: Number(diastolic) };
}

const NOT_A_PRESSURE = 'must be <systolic>/<diastolic>, such as 120/80';

const bloodPressure = z
  .string(NOT_A_PRESSURE)
  .superRefine((text, context) => {
    const both = pressuresOf(text);
    const fault = (message: string) => context.addIssue({ code: 'custom', message });
    if (both === undefined) return fault(NOT_A_PRESSURE);
    const { systolic, diastolic } = both;
    if (systolic < 40 || systolic > 300 || diastolic < 20 || diastolic > 200) {
      return fault('must lie in 40..300 / 20..200 mmHg');
    }
    if (systolic <= diastolic) fault('must have the systolic above the diastolic pressure');
  })
  .describe('<systolic>/<diastolic> in mmHg');

const degrees = z
  .number()
  .refine(
    (value) => (value >= 25 && value <= 45) || (value >= 77 && value <= 113),
    'must be 25 to 45 °C or 77 to 113 °F',
  )
  .transform((value) => ({ value, unit: value < 60 ? 'Cel' : '[degF]' }));

const temperature = z
  .union([degrees, withUnit], 'must be 25 to 45 °C or 77 to 113 °F')
  .describe('25 to 45 is read as °C, 77 to 113 as °F');

/** A FHIR R4 resource; elements that the reader does not know are ignored. */
const fhirResource = (...types: string[]) =>
  z.looseObject({ resourceType: z.enum(types, `must be ${types.join(' or ')}`) });

const inAnalyzeShape = z.strictObject({
  resourceType: z.undefined().optional(),
  demographics: z
    .object({ age: age.optional(), gender: gender.optional(), medical_history: lines.optional() })
    .catchall(sentValue)
    .optional()
    .describe('age in years, gender, medical_history; weight and height where known'),
  vitals: z
    .object({ blood_pressure: bloodPressure.optional(), temperature: temperature.optional() })
    .catchall(sentValue)
    .optional()
    .describe(
      'blood_pressure, heart_rate (/min), temperature, respiratory_rate (/min), ' +
        'oxygen_saturation (%), consciousness (A C V P U), on_oxygen, gcs, fio2 (%) …',
    ),
  symptoms: lines.optional(),
  lab_results: measuredValues
    .optional()
    .describe('laboratory value by name, in its usual unit (see lab_units) or as {value, unit}'),
  lab_units: unitsByName.optional().describe('UCUM unit by lab name'),
  medications: z
    .array(z.union([text, z.looseObject({})]))
    .max(500)
    .optional(),
  allergies: z
    .array(z.union([text, z.looseObject({})]))
    .max(500)
    .optional(),
  symptom_onset: text.optional(),
  observations: z
    .array(fhirResource('Observation'))
    .max(20_000, 'must hold at most 20,000 observations')
    .optional()
    .describe('FHIR R4 Observations coded in LOINC; several of one code are a time series'),
  conditions: z
    .array(fhirResource('Condition'))
    .max(1_000)
    .optional()
    .describe('FHIR R4 Conditions coded in ICD-10 or SNOMED CT'),
});

const asBundle = z
  .looseObject({
    resourceType: z.literal('Bundle'),
    entry: z
      .array(z.looseObject({ resource: z.looseObject({ resourceType: z.string() }).optional() }))
      .max(20_000, 'must hold at most 20,000 entries'),
  })
  .describe('a FHIR R4 Bundle with the Patient, Observations and Conditions of one person');

/** The data of a patient, in the API's own format or as FHIR resources. */
export const patientData = z.discriminatedUnion('resourceType', [asBundle, inAnalyzeShape]);
export type PatientData = z.output<typeof patientData>;
export type AnalyzePatientData = z.output<typeof inAnalyzeShape>;
export type FhirResource = Readonly<Record<string, unknown>>;
