import { z } from 'zod';
import { age, filed, gender, subject } from '../core/common-fields/schema.js';
import { MAX_UID_LENGTH, UID } from '../core/dicom-uid.js';
import type { SealedFile } from '../core/sealed-file.js';

export const MODALITIES = ['CR', 'DX', 'XR', 'CT', 'MR'] as const;
export type Modality = (typeof MODALITIES)[number];

/** Common names of DICOM modality codes. */
const MODALITY_NAMES: Readonly<Record<string, Modality>> = { XRAY: 'XR', MRI: 'MR' };

export const modality = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[\s_-]+/g, ''))
  .transform((text) => MODALITY_NAMES[text] ?? text)
  .pipe(z.enum(MODALITIES, `must be one of ${MODALITIES.join(', ')}, X-RAY, MRI`))
  .describe('DICOM modality code: CR, DX, XR, CT, MR; X-RAY and MRI are accepted too')
  .meta({ examples: ['DX'] });

/** Other names of image types. */
const IMAGE_TYPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['cxr', 'chest_xray'],
  ['chest_radiograph', 'chest_xray'],
]);

/** `Chest X-Ray`, `chest-xray` and `chest_xray` are the same type. */
export const imageType = z
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
  .describe('what the image shows, as installed models declare it: chest_xray, …')
  .meta({ examples: ['chest_xray'] });

const flag = (fallback: boolean) => z.boolean('must be true or false').default(fallback);

const base64 = z.string('must be a base64 string').min(1, 'must not be empty');

const about = {
  image_type: imageType,
  modality,
  frame: z
    .int('must be a whole number from 1')
    .min(1, 'must be a whole number from 1')
    .max(1_000_000)
    .optional()
    .describe('the frame of a multi-frame DICOM file (the middle one by default), or the page'),
  model: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('id of a model that GET /v1/models lists; by default the one of highest priority'),
};

const context = {
  prior_analysis_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe(
      'the analysis_id of an earlier answer to a key of the same mode, for compare_to_prior',
    ),
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
      return_outlines: flag(false).describe('adds `outlines`'),
      return_probabilities: flag(false).describe('adds `probabilities`'),
    })
    .prefault({}),
  subject,
};

/** The fields of a form beside its images. */
export const imagingFields = z.strictObject({ ...about, ...context });

/** One image as it was sent: base64 in JSON, a file of a form, or an object that a node has sent before. */
export type SentImage =
  | { readonly field: 'image_data' | 'prior_image_data'; readonly base64: string }
  | { readonly field: 'sop_instance_uid'; readonly instanceUid: string }
  | { readonly field: 'image' | 'prior_image_data'; readonly file: SealedFile };

/** The images of a series or a study: files of a form, or objects that nodes have sent before. */
export type SentSeries =
  | { readonly field: 'image'; readonly files: readonly SealedFile[] }
  | { readonly field: 'series_instance_uid'; readonly seriesUid: string }
  | { readonly field: 'study_instance_uid'; readonly studyUid: string };

/** A request, whichever way it was sent. */
export interface ImagingRequest extends z.output<typeof imagingFields> {
  readonly image: SentImage | SentSeries;
  /** An earlier image. */
  readonly prior?: SentImage;
  /** Why none was found, where one was looked for. */
  readonly priorRefusal?: string;
}

const isObject = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === 'object' && value !== null;

/** The fields of which one names or holds what is to be read. */
const IMAGE_FIELDS = [
  'image_data',
  'sop_instance_uid',
  'series_instance_uid',
  'study_instance_uid',
] as const;

type SentFields = Readonly<Partial<Record<(typeof IMAGE_FIELDS)[number], string | undefined>>>;

const firstImage = (sent: SentFields) => IMAGE_FIELDS.find((field) => sent[field] !== undefined);

interface Refinement {
  readonly path: string[];
  readonly error: string;
  readonly when: typeof isObject;
}

/** That no field before this one was sent as well. */
function onlyImage(
  field: (typeof IMAGE_FIELDS)[number],
): [holds: (sent: SentFields) => boolean, refinement: Refinement] {
  const error = 'cannot be combined with another image; send one of them';
  return [
    (sent) => sent[field] === undefined || firstImage(sent) === field,
    { path: [field], error, when: isObject },
  ];
}

function sentImage(sent: SentFields): SentImage | SentSeries {
  const { image_data = '', sop_instance_uid, series_instance_uid, study_instance_uid } = sent;
  if (sop_instance_uid !== undefined) {
    return { field: 'sop_instance_uid', instanceUid: sop_instance_uid };
  }
  if (series_instance_uid !== undefined) {
    return { field: 'series_instance_uid', seriesUid: series_instance_uid };
  }
  if (study_instance_uid !== undefined) {
    return { field: 'study_instance_uid', studyUid: study_instance_uid };
  }
  return { field: 'image_data', base64: image_data };
}

const uid = z.string().max(MAX_UID_LENGTH, 'must be a UID').regex(UID, 'must be a UID');

export const imagingRequest = z
  .strictObject({
    image_data: base64
      .optional()
      .describe('base64, or a data: URL, of a PNG, JPEG, WebP, TIFF or DICOM Part 10 file'),
    sop_instance_uid: uid
      .optional()
      .describe('in place of image_data: a DICOM object that a node has sent and that is held'),
    series_instance_uid: uid
      .optional()
      .describe('in place of image_data: all held images of a series, read as a volume'),
    study_instance_uid: uid
      .optional()
      .describe('in place of image_data: of a held study the series, or the film, that suits best'),
    ...about,
    prior_image_data: base64.optional().describe('an earlier image, for compare_to_prior'),
    ...context,
  })
  // Also where other fields are wrong, so that all faults are named at once.
  .refine((sent) => firstImage(sent) !== undefined, {
    path: ['image_data'],
    error: 'is required',
    when: isObject,
  })
  .refine(...onlyImage('sop_instance_uid'))
  .refine(...onlyImage('series_instance_uid'))
  .refine(...onlyImage('study_instance_uid'))
  .transform(({ image_data, prior_image_data, ...sent }): ImagingRequest => {
    const { sop_instance_uid, series_instance_uid, study_instance_uid, ...fields } = sent;
    return {
      ...fields,
      image: sentImage({ image_data, sop_instance_uid, series_instance_uid, study_instance_uid }),
      ...(prior_image_data !== undefined && {
        prior: { field: 'prior_image_data', base64: prior_image_data },
      }),
    };
  });

const unit = z.number().min(0).max(1);

const location = z
  .strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .describe('pixels of the image as stored in the file; x and y of the top left corner');

const severity = z.enum(['none', 'mild', 'moderate', 'severe']);

const side = z.enum(['left', 'right', 'both']);

const finding = z.strictObject({
  label: z.string().describe('label of the model that the finding comes from'),
  finding: z.string(),
  location,
  confidence: unit,
  severity: severity.describe(
    'radiographic extent, not the state of the patient; none where it is unknown',
  ),
  code: z
    .strictObject({ system: z.string(), code: z.string(), display: z.string() })
    .optional()
    .describe('the finding in an openly licensed code system'),
  side: side.optional().describe('side of the patient'),
  probability: unit.describe('calibrated probability of the label'),
  threshold: unit.describe('lowest probability at which the label is reported'),
  locations: z.array(location).describe('all regions of evidence, strongest first'),
  slice: z
    .int()
    .optional()
    .describe(
      'of a series: the slice with the strongest evidence, from 1; the locations are on it',
    ),
});

const keyImage = z.strictObject({
  label: z.string(),
  slice: z.int().describe('along the axis, from 1'),
  position_mm: z.number().optional(),
  sop_instance_uid: z.string().optional(),
  frame: z.int().optional().describe('in an object of several frames, from 1'),
  probability: unit.describe('of the label on this slice alone'),
});

const series = z.strictObject({
  images: z.int().describe('images that were sent, or are held'),
  slices: z.int().describe('positions along the axis of the series that was read'),
  assessed: z.int().describe('slices that the model gave a score to'),
  study_instance_uid: z.string().optional(),
  series_instance_uid: z.string().optional(),
  orientation: z.enum(['axial', 'coronal', 'sagittal', 'oblique']).optional(),
  spacing_mm: z.number().optional().describe('between neighbouring slices, centre to centre'),
  positions_mm: z.array(z.number()).describe('of the slices along the axis, from the first one'),
  reasons: z.array(z.string()).describe('why this series, or this image, was read'),
  probabilities: z
    .record(z.string(), z.array(unit.nullable()))
    .describe('of each label along the axis; null where a slice was not assessed'),
  key_images: z.array(keyImage).describe('the slices that carry the answer, strongest first'),
  shown_slice: z
    .int()
    .optional()
    .describe('the slice that heatmap and outlines are of, from 1 along the axis'),
});

const measurement = z.strictObject({
  name: z.string().describe('cardiothoracic_ratio, cardiac_diameter, thoracic_diameter'),
  value: z.number(),
  unit: z.string().describe('UCUM; `1` for a ratio, `{pixels}` where no spacing is known'),
  limit: z.number().optional().describe('values above it are abnormal'),
  landmarks: z
    .array(z.strictObject({ name: z.string(), x: z.number(), y: z.number() }))
    .describe('pixels of the image as sent'),
  quality: z.enum(['good', 'limited']),
  remarks: z
    .array(z.string())
    .describe('why the quality is limited, and how to interpret the limit'),
});

const change = z.strictObject({
  name: z.string().describe('the label, or the measurement'),
  previous: z.number(),
  current: z.number(),
  change: z.number().describe('current − previous'),
  trend: z.enum(['new', 'resolved', 'increased', 'decreased', 'unchanged']),
  within_noise: z
    .boolean()
    .describe('whether the change is no larger than between two images of an unchanged patient'),
});

const comparison = z.strictObject({
  prior: z.strictObject({
    analysis_id: z.string().optional(),
    created_at: z.iso.datetime().optional(),
    view: z.string().optional(),
  }),
  changes: z.array(change),
});

export const notAssessed = z.array(z.strictObject({ what: z.string(), reason: z.string() }));

export const imagingResult = z.strictObject({
  analysis_id: z.string(),
  findings: z.array(finding),
  impression: z.string(),
  recommendations: z.array(z.string()),
  confidence_score: unit.describe(
    'of the strongest finding, or of the absence of findings; 0 when the image was not assessed',
  ),
  created_at: z.iso.datetime(),
  image: z.strictObject({
    width: z.int(),
    height: z.int(),
    photometric: z.string(),
    bits_per_sample: z.int(),
    format: z.string(),
    frames: z.int().describe('frames or pages in the file'),
    frame: z.int().describe('number of the frame or page that was read, from 1'),
    transfer_syntax: z.string().optional(),
    modality: z.string().optional().describe('Modality of the DICOM header'),
    view: z.string().optional().describe('View Position of the DICOM header'),
    laterality: z.string().optional(),
    window: z.string().optional().describe('the grey-scale window (VOI) that was applied'),
    pixel_spacing_mm: z.strictObject({ rows: z.number(), columns: z.number() }).optional(),
  }),
  urgency: z
    .strictObject({
      level: z.enum(['routine', 'soon', 'urgent', 'immediate']),
      because: z.string(),
      source: z.string(),
    })
    .optional()
    .describe('how soon the findings call for action; absent without findings'),
  measurements: z.array(measurement).optional(),
  comparison: comparison.optional(),
  probabilities: z.record(z.string(), unit).optional(),
  outlines: z
    .array(
      z.strictObject({
        structure: z.string().describe('as the model names it: heart, left_lung, …'),
        rings: z
          .array(z.array(z.tuple([z.number(), z.number()])))
          .describe('closed, each point as [x, y]; one within another is a hole'),
      }),
    )
    .optional()
    .describe(
      'of the structures that a model outlined, in pixels of the image as stored in the file',
    ),
  heatmap: z.string().optional().describe('PNG as a data: URL, to overlay on the image'),
  not_assessed: notAssessed,
  warnings: z.array(z.string()),
  models: z.array(z.strictObject({ id: z.string(), version: z.string(), backend: z.string() })),
  series: series.optional().describe('of a series or a study: what was read of it'),
  filed,
});

export type ImagingResult = z.output<typeof imagingResult>;
export type Side = z.output<typeof side>;
export type Measurement = z.output<typeof measurement>;
export type ImageComparison = z.output<typeof comparison>;
export type SeriesReading = z.output<typeof series>;
export type Finding = z.output<typeof finding>;
export type Location = z.output<typeof location>;
export type NotAssessed = z.output<typeof notAssessed>[number];
