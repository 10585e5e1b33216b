import { z } from 'zod';

const finite = z.number();
const probability = z.number().min(0).max(1);
const positive = z.number().positive();
const text = z.string().trim().min(1);
const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, dashes and underscores');
const packageId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits, dashes');

const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** A path below the package folder; every part begins with a letter or digit, so never `..`. */
const fileName = z
  .string()
  .max(200)
  .regex(FILE_NAME, 'must be a relative path below the package folder');

const fileEntry = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex'),
  bytes: z.int().min(0),
});

const normalisation = z.discriminatedUnion('method', [
  /** (grey − mean) ÷ standard deviation, both of the picture itself. */
  z.strictObject({ method: z.literal('per_image_standard') }),
  /** Greys 0..255 spread linearly over low..high. */
  z.strictObject({ method: z.literal('range'), low: finite, high: finite }),
  /** (grey ÷ 255 − mean) ÷ deviation, by channel. */
  z.strictObject({
    method: z.literal('mean_std'),
    mean: z.array(finite).min(1).max(3),
    std: z.array(positive).min(1).max(3),
  }),
]);

const input = z.strictObject({
  name: text,
  width: z.int().min(1).max(4096),
  height: z.int().min(1).max(4096),
  channels: z.union([z.literal(1), z.literal(3)]),
  layout: z.enum(['nchw', 'nhwc']).default('nchw'),
  /** How the picture meets the input: squeezed, padded with black, or its middle square. */
  fit: z.enum(['fill', 'contain', 'centre_crop']),
  normalisation,
  /** Hounsfield units that become black to white, where a CT file carries them. */
  window: z.strictObject({ centre: finite, width: positive }).optional(),
  /** Only the part of the picture around these structures of another package is shown. */
  region: z
    .strictObject({
      segmenter: packageId,
      structures: z.array(identifier).min(1).max(20),
      /** Added on every side, as a part of the box's own width and height. */
      margin: z.number().min(0).max(1),
    })
    .optional(),
});

/** `probabilities` come out finished; the others still need a sigmoid or a softmax. */
const form = z.enum(['logits', 'softmax_logits', 'probabilities']).default('logits');

/** probability = sigmoid(scale × logit + bias) */
const calibration = z.strictObject({ scale: positive, bias: finite });
const UNCALIBRATED = { scale: 1, bias: 0 };

const gate = z.strictObject({ threshold: probability, scale: positive, bias: finite });

const labelFacts = {
  id: identifier,
  name: text,
  code: z.strictObject({ system: text, code: text, display: text }).optional(),
  reported: z.boolean(),
  threshold: probability,
  /** Between these the model is too unsure to say yes or no. */
  unsure: z.strictObject({ low: probability, high: probability }).optional(),
  /** Another label: this one is its probability where that one is there, and says nothing elsewhere. */
  given: identifier.optional(),
  /** Test–retest noise of the calibrated logit. */
  repeatability_sd: positive.optional(),
  caveat: text.optional(),
};

const classifierLabel = z.strictObject({
  ...labelFacts,
  calibration: calibration.default(UNCALIBRATED),
  box: z.strictObject({ activation_threshold: finite }).optional(),
});

const detectorLabel = z.strictObject({
  ...labelFacts,
  calibration: calibration.default(UNCALIBRATED),
});

const segmenterLabel = z.strictObject({
  ...labelFacts,
  /** The structure whose presence is the finding. */
  structure: identifier,
  /** Part of the picture from which on it counts. */
  least_area: z.number().positive().max(1),
});

const shared = {
  manifest_version: z.literal(1),
  id: packageId,
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'),
  title: text,
  description: text,
  licence: text,
  intended_use: text,
  files: z.record(fileName, fileEntry),
  weights: fileName,
  serves: z.strictObject({
    image_types: z.array(text).min(1),
    modalities: z.array(text),
    /** Defined terms of Body Part Examined; a header that names another part is refused. */
    body_parts: z.array(text).optional(),
    /** Defined terms of View Position; a header that names another view is not assessed. */
    views: z.array(text).optional(),
    /** Of several packages for one type the highest answers. */
    priority: z.int().min(-1000).max(1000).default(0),
  }),
  input,
  gate: gate.optional(),
  golden: z.strictObject({
    file: fileName,
    /** Largest absolute difference that passes, per output tensor. */
    tolerance: z.record(z.string(), z.number().min(0)),
  }),
};

const imageClassifier = z.strictObject({
  ...shared,
  kind: z.literal('image-classifier'),
  outputs: z.strictObject({
    logits: text,
    form,
    activation: text.optional(),
    gate: text.optional(),
  }),
  labels: z.array(classifierLabel).min(1).max(1000),
});

const imageDetector = z.strictObject({
  ...shared,
  kind: z.literal('image-detector'),
  outputs: z.strictObject({
    /** [1, N, 4] */
    boxes: text,
    box_format: z.enum(['xyxy', 'xywh', 'cxcywh']),
    box_units: z.enum(['pixels', 'fraction']),
    /** [1, N] beside `classes`, or [1, N, labels]. */
    scores: text,
    form,
    /** [1, N] whole numbers, an index into `labels` each. */
    classes: text.optional(),
    gate: text.optional(),
  }),
  /** Boxes of a label that overlap more (intersection over union) are one. */
  overlap: z.number().min(0).max(1).default(0.5),
  labels: z.array(detectorLabel).min(1).max(1000),
});

const imageSegmenter = z.strictObject({
  ...shared,
  kind: z.literal('image-segmenter'),
  /** [1, structures, rows, columns] */
  outputs: z.strictObject({ masks: text, form, gate: text.optional() }),
  structures: z
    .array(
      z.strictObject({
        id: identifier,
        name: text,
        threshold: probability,
        keep: z.enum(['largest', 'all']).default('largest'),
      }),
    )
    .min(1)
    .max(200),
  labels: z.array(segmenterLabel).max(200).default([]),
  measurements: z
    .strictObject({
      cardiothoracic_ratio: z
        .strictObject({ repeatability_sd: positive, agreement_sd: positive })
        .optional(),
    })
    .optional(),
});

/**
 * The shape of the manifest `model.json` of a model package; unknown keys are refused. What its parts
 * must have to do with each other is told by `manifestFaults`.
 */
export const modelManifestSchema = z.discriminatedUnion('kind', [
  imageClassifier,
  imageDetector,
  imageSegmenter,
]);

export type ModelManifest = z.infer<typeof modelManifestSchema>;
export type ImageClassifierManifest = Extract<ModelManifest, { kind: 'image-classifier' }>;
export type ImageDetectorManifest = Extract<ModelManifest, { kind: 'image-detector' }>;
export type ImageSegmenterManifest = Extract<ModelManifest, { kind: 'image-segmenter' }>;
export type InputManifest = ModelManifest['input'];
export type OutputForm = z.infer<typeof form>;
/** What the manifests of all kinds say of a label. */
export type LabelManifest = ModelManifest['labels'][number];
