import { z } from 'zod';

// Fields that requests and answers of several capabilities have in common.

const GENDERS = { MALE: 'M', FEMALE: 'F', OTHER: 'O', UNKNOWN: 'U' } as const;

/** `M F O U`, or the words for them, in any case. */
export const gender = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .transform((text) => (GENDERS as Record<string, string>)[text] ?? text)
  .pipe(z.enum(['M', 'F', 'O', 'U'], 'must be one of M, F, O, U'))
  .describe('M, F, O, U (male, female, other, unknown are accepted too)');

/** Whole years. */
export const age = z
  .int('must be a positive integer')
  .min(0, 'must be a positive integer')
  .max(130, 'must be at most 130')
  .describe('years');

/** The patient in whose record an answer is filed. */
export const subject = z
  .string()
  .regex(/^Patient\/[A-Za-z0-9.-]{1,64}$/, 'must be Patient/ and the id of a patient')
  .optional()
  .describe(
    'Patient/<id> of /v1/fhir: the answer is filed there as FHIR resources; needs fhir.write',
  );

/** Whether the answer is filed at once. */
export const file = z
  .boolean()
  .optional()
  .describe(
    'with a subject: false files nothing and answers what would be filed, in `to_file`; needs ' +
      'fhir.read instead of fhir.write',
  );

/** The resources that a person may file as they are: a transaction of them writes the answer. */
export const toFile = z
  .array(z.looseObject({ resourceType: z.string(), id: z.string() }))
  .optional()
  .describe('with `file: false`: the resources of /v1/fhir that the answer would be filed as');

/** The resources as which an answer was filed. */
export const filed = z
  .array(z.string())
  .optional()
  .describe('with a subject: the resources of /v1/fhir in which this answer was filed');

/** The resources read from a patient's stored record. */
export const readFrom = z
  .array(
    z.strictObject({
      resource: z.string(),
      observed_at: z.iso.datetime().optional(),
      age_hours: z.number().min(0).optional(),
    }),
  )
  .optional()
  .describe('with a subject and no data of its own: the resources that were read, and how old');
