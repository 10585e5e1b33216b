import { z } from 'zod';
import { filed, subject } from '../core/common-fields/schema.js';
import { SPECIALTIES, type Specialty, specialtyOf } from '../patient-record/chart/specialty.js';
import { ASSERTIONS, ENTITY_TYPES } from '../patient-record/language/entity.js';

const LOCALE = /^([a-z]{2,3})[-_]([a-z]{2})$/i;

/** `en-us`, `en_US` and `en-US` are the same locale. */
const language = z
  .string()
  .trim()
  .regex(LOCALE, 'must be a locale such as en-US')
  .transform((text) =>
    text.replace(LOCALE, (_, name: string, region: string) =>
      [name.toLowerCase(), region.toUpperCase()].join('-'),
    ),
  )
  .describe('locale of the speaker, such as en-US; GET /v1/models lists those supported');

const specialty = z
  .string()
  .transform((text, context): Specialty => {
    const code = text.trim() === '' ? 'general' : specialtyOf(text);
    if (code !== undefined) return code;
    context.issues.push({
      code: 'custom',
      input: text,
      message: `must be one of ${SPECIALTIES.join(', ')}`,
    });
    return z.NEVER;
  })
  .describe(`one of ${SPECIALTIES.join(', ')}`);

const flag = z
  .enum(['true', 'false', 'True', 'False', 'TRUE', 'FALSE', '1', '0'], 'must be true or false')
  .transform((text) => text === '1' || text.toLowerCase() === 'true');

const MAX_PHRASES = 1_000;
const phrase = z
  .string('must be a phrase')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'is longer than 100 characters');
const phrases = z
  .array(phrase, 'must be a JSON array of phrases')
  .max(MAX_PHRASES, `holds more than ${MAX_PHRASES} phrases`);

/** A JSON array in a field of a form. */
const vocabulary = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({
        code: 'custom',
        input: text,
        message: 'must be a JSON array of phrases',
      });
      return z.NEVER;
    }
  })
  .pipe(phrases)
  .describe('JSON array of phrases that recognition favours: names, drugs, local terms');

/** The text fields of the form; the recording is its file. */
export const transcribeRequest = z.strictObject({
  language: language.default('en-US'),
  specialty: specialty.default('general'),
  return_entities: flag.default(false).describe('true or false'),
  mode: z
    .enum(['dictation', 'conversation'], 'must be dictation or conversation')
    .default('dictation'),
  vocabulary: vocabulary.default([]),
  model: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('id of a speech model that GET /v1/models lists'),
  subject,
});
export type TranscribeRequest = z.output<typeof transcribeRequest>;

const score = z.number().min(0).max(1);
const offset = z.int().min(0);
const seconds = z.number().min(0);

const optionalText = z.string().optional();
const normalized = z.strictObject({
  name: optionalText.describe('preferred name of the concept'),
  coding: z
    .array(
      z.strictObject({ system: z.enum(['ICD-10', 'LOINC', 'RxNorm', 'SYMP']), code: z.string() }),
    )
    .readonly()
    .optional(),
  value: z.union([z.number(), z.string()]).optional().describe('a blood pressure is `140/90`'),
  comparator: z.enum(['<', '<=', '>', '>=']).optional(),
  unit: optionalText.describe('UCUM'),
  dose: optionalText,
  route: optionalText,
  frequency: optionalText,
  site: optionalText,
  laterality: z.enum(['left', 'right', 'bilateral', 'unilateral']).optional(),
  severity: z.enum(['mild', 'moderate', 'severe']).optional(),
  score: z.number().optional().describe('0 to 10, as the patient grades it'),
  onset: optionalText,
  duration: optionalText,
  course: optionalText,
  quality: optionalText,
  radiation: optionalText,
});

const entity = z.strictObject({
  text: z.string().describe('as written in the text'),
  type: z.enum(ENTITY_TYPES),
  confidence: score,
  start: offset.describe('UTF-16 code units from the beginning of the text'),
  end: offset,
  assertion: z.enum(ASSERTIONS),
  cue: z
    .string()
    .optional()
    .describe('the words that the assertion follows from: `denies`, `family history of`'),
  section: z.string().optional(),
  certain: z
    .boolean()
    .optional()
    .describe(
      'false where the limits of its clause are uncertain, or where it is denied of a relative: it is ' +
        'then never filed as refuted',
    ),
  normalized: normalized
    .optional()
    .describe('the concept behind the words, with its value or dose'),
});

const unverified = z.strictObject({
  text: z.string().describe('as written in the text'),
  type: z.enum([...ENTITY_TYPES, 'dose']),
  start: offset,
  end: offset,
  confidence: score.describe('of its least certain word'),
  reason: z.string(),
});

const section = z.strictObject({
  title: z.string(),
  kind: z.string().describe('what the section is about: medications, family_history …'),
  start: offset,
  end: offset,
});

const word = z.strictObject({
  text: z.string().describe('the written word'),
  spoken: z.string().describe('the spoken words behind it'),
  start: seconds,
  end: seconds,
  confidence: score,
});

const segment = z.strictObject({
  start: seconds,
  end: seconds,
  text: z.string(),
  speaker: z.string().optional().describe('A or B, where two voices could be distinguished'),
});

const notAssessed = z.array(z.strictObject({ what: z.string(), reason: z.string() }));
const models = z.array(
  z.strictObject({ id: z.string(), version: z.string(), backend: z.string() }),
);

export const transcribeResult = z.strictObject({
  transcription_id: z.string(),
  text: z.string(),
  medical_entities: z.array(entity).describe('empty unless return_entities was true'),
  unverified: z
    .array(unverified)
    .describe(
      'medicines, doses and values recognised with too little certainty; they are never filed',
    ),
  confidence_score: score.describe(
    'mean over the words, weighted by their length; 0 where there are none',
  ),
  duration: seconds.describe('seconds of the recording'),
  created_at: z.iso.datetime(),
  language: z.string(),
  words: z.array(word),
  segments: z.array(segment),
  sections: z.array(section).optional(),
  audio_accounting: z
    .strictObject({ transcribed: seconds, silence: seconds, rejected: seconds })
    .describe('seconds, which add up to the duration'),
  audio: z.strictObject({
    format: z.string(),
    codec: z.string(),
    sample_rate: z.int(),
    channels: z.int(),
  }),
  not_assessed: notAssessed,
  warnings: z.array(z.string()),
  models,
  filed,
});
export type TranscribeResult = z.output<typeof transcribeResult>;

export const entitiesRequest = z.strictObject({
  text: z
    .string('must be text')
    .refine((text) => Buffer.byteLength(text) <= 1_000_000, 'is longer than 1 MB'),
  specialty: specialty.default('general'),
  source: z.enum(['note', 'dictation', 'dialogue']).default('note'),
});
export type EntitiesRequest = z.output<typeof entitiesRequest>;

export const entitiesResult = z.strictObject({
  entities: z.array(entity),
  sections: z.array(section),
  created_at: z.iso.datetime(),
  models,
});
export type EntitiesResult = z.output<typeof entitiesResult>;
