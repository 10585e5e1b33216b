import { z } from 'zod';

const MODALITIES = ['CR', 'DX', 'XR', 'CT', 'MR'] as const;
export type Modality = (typeof MODALITIES)[number];

/** What people write for a DICOM modality code. */
const MODALITY_NAMES: Readonly<Record<string, Modality>> = { XRAY: 'XR', MRI: 'MR' };

const modality = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[\s_-]+/g, ''))
  .transform((text) => MODALITY_NAMES[text] ?? text)
  .pipe(z.enum(MODALITIES, `must be one of ${MODALITIES.join(', ')}, X-RAY, MRI`))
  .describe('DICOM modality code: CR, DX, XR, CT, MR; X-RAY and MRI are taken too');

/** What people also call a type of image. */
const IMAGE_TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['cxr', 'chest_xray'],
  ['chest_radiograph', 'chest_xray'],
]);

/** `Chest X-Ray`, `chest-xray` and `chest_xray` are one thing. */
const imageType = z
  .string()
  .min(1)
  .max(100)
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/x[\s_-]?ray/g, 'xray')
      .replace(/[\s_-]+/g, '_'),
  )
  .transform((text) => IMAGE_TYPE_NAMES.get(text) ?? text)
  .describe('what the picture shows, as installed models declare it: chest_xray, …');

const GENDERS = { MALE: 'M', FEMALE: 'F', OTHER: 'O', UNKNOWN: 'U' } as const;
const gender = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .transform((text) => (GENDERS as Record<string, string>)[text] ?? text)
  .pipe(z.enum(['M', 'F', 'O', 'U'], 'must be one of M, F, O, U'))
  .describe('M, F, O, U (male, female, other, unknown are taken too)');

const age = z
  .int('must be a positive integer')
  .min(0, 'must be a positive integer')
  .max(130, 'must be at most 130')
  .describe('years');

const flag = (fallback: boolean) => z.boolean('must be true or false').default(fallback);

export const imagingRequest = z.strictObject({
  image_data: z
    .string('must be a base64 string')
    .min(1, 'must not be empty')
    .describe('base64, or a data: URL, of a PNG, JPEG, WebP or TIFF file'),
  image_type: imageType,
  modality,
  prior_image_data: z.string().optional().describe('an earlier image, for compare_to_prior'),
  prior_analysis_id: z.string().max(100).optional().describe('an earlier answer, likewise'),
  patient_context: z
    .strictObject({
      age: age.optional(),
      gender: gender.optional(),
      clinical_question: z.string().max(2_000).optional(),
    })
    .optional(),
  analysis_options: z
    .strictObject({
      detect_abnormalities: flag(true),
      measure_structures: flag(false),
      compare_to_prior: flag(false),
      return_heatmap: flag(false).describe('adds `heatmap`'),
      return_probabilities: flag(false).describe('adds `probabilities`'),
    })
    .prefault({}),
});

export type ImagingRequest = z.output<typeof imagingRequest>;

const unit = z.number().min(0).max(1);

const location = z
  .strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .describe('pixels of the image as sent, upright; x and y of the top left corner');

const finding = z.strictObject({
  finding: z.string(),
  location,
  confidence: unit,
  severity: z.enum(['none', 'mild', 'moderate', 'severe']),
  code: z
    .strictObject({ system: z.string(), code: z.string(), display: z.string() })
    .optional()
    .describe('the finding in a free code system'),
  probability: unit.describe('calibrated probability of the label'),
  threshold: unit.describe('the probability from which the label is reported'),
  locations: z.array(location).describe('every region of evidence, strongest first'),
});

export const notAssessed = z.array(z.strictObject({ what: z.string(), reason: z.string() }));

export const imagingResult = z.strictObject({
  analysis_id: z.string(),
  findings: z.array(finding),
  impression: z.string(),
  recommendations: z.array(z.string()),
  confidence_score: unit.describe(
    'of the strongest finding, or that nothing is there; 0 when the image was not assessed',
  ),
  created_at: z.iso.datetime(),
  image: z.strictObject({
    width: z.int(),
    height: z.int(),
    photometric: z.string(),
    bits_per_sample: z.int(),
    format: z.string(),
  }),
  probabilities: z.record(z.string(), unit).optional(),
  heatmap: z.string().optional().describe('PNG as a data: URL, to be laid over the image'),
  not_assessed: notAssessed,
  warnings: z.array(z.string()),
  models: z.array(z.strictObject({ id: z.string(), version: z.string(), backend: z.string() })),
});

export type ImagingResult = z.output<typeof imagingResult>;
export type Finding = z.output<typeof finding>;
export type Location = z.output<typeof location>;
export type NotAssessed = z.output<typeof notAssessed>;
