import { z } from 'zod';
import { packageId, text } from '../../../model-packages/schema.js';
import {
  calibration,
  coding,
  finite,
  identifier,
  packageFacts,
  positive,
  priority,
  probability,
} from '../package/schema.js';

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
  /** How the picture fits the input: resampled, padded with black, or its middle square. */
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

/** `probabilities` are final; the others need a sigmoid or a softmax. */
export const form = z.enum(['logits', 'softmax_logits', 'probabilities']).default('logits');

const UNCALIBRATED = { scale: 1, bias: 0 };

const gate = z.strictObject({ threshold: probability, scale: positive, bias: finite });

/** How the slices of a series become one score of a label; positions are along the axis. */
const pooling = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('max') }),
  /** Mean of the logits of the highest slices. */
  z.strictObject({ method: z.literal('top_mean'), slices: z.int().min(2).max(50) }),
  /** Highest mean of the logits of neighbouring slices. */
  z.strictObject({ method: z.literal('neighbour_max'), slices: z.int().min(2).max(50) }),
  /** That not every slice is negative, were they independent. */
  z.strictObject({ method: z.literal('noisy_or') }),
]);

/** A series of CT or MR images that the model can read slice by slice. */
const series = z.strictObject({
  /** Planes of the slices that it was made for. */
  planes: z.array(z.enum(['axial', 'coronal', 'sagittal'])).min(1),
  /** Of the kernel, contrast medium and weighting that it was made for, the first is preferred. */
  kernel: z.enum(['soft', 'sharp']).optional(),
  contrast: z.enum(['with', 'without']).optional(),
  weightings: z
    .array(z.enum(['t1', 't1_contrast', 't2', 'flair', 'diffusion']))
    .min(1)
    .optional(),
  /** Of two series that suit alike, the one whose slices are nearest to it. */
  thickness_mm: positive.optional(),
  /** With fewer, or along less, the absence of a finding says nothing. */
  min_slices: z.int().min(1).max(1_000),
  min_extent_mm: positive,
  pooling,
});

/** Of the pooled logit of a series; without it the label is not assessed in a series. */
const seriesLabel = z.strictObject({
  calibration,
  threshold: probability,
  unsure: z.strictObject({ low: probability, high: probability }).optional(),
  caveat: text.optional(),
});

const labelFacts = {
  id: identifier,
  name: text,
  code: coding.optional(),
  reported: z.boolean(),
  threshold: probability,
  /** Between these the model is too uncertain for a decision. */
  unsure: z.strictObject({ low: probability, high: probability }).optional(),
  /** Another label: this one's probability is conditional on that one, and undefined where that is absent. */
  given: identifier.optional(),
  /** Test–retest noise of the calibrated logit. */
  repeatability_sd: positive.optional(),
  caveat: text.optional(),
  series: seriesLabel.optional(),
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

const imageFacts = {
  ...packageFacts,
  serves: z.strictObject({
    image_types: z.array(text).min(1),
    modalities: z.array(text),
    /** Defined terms of Body Part Examined; a header that names another part is refused. */
    body_parts: z.array(text).optional(),
    /** Defined terms of View Position; a header that names another view is not assessed. */
    views: z.array(text).optional(),
    priority,
  }),
  input,
  gate: gate.optional(),
  series: series.optional(),
};

export const imageClassifier = z.strictObject({
  ...imageFacts,
  kind: z.literal('image-classifier'),
  outputs: z.strictObject({
    logits: text,
    form,
    activation: text.optional(),
    gate: text.optional(),
  }),
  labels: z.array(classifierLabel).min(1).max(1000),
});

export const imageDetector = z.strictObject({
  ...imageFacts,
  kind: z.literal('image-detector'),
  outputs: z.strictObject({
    /** [1, N, 4] */
    boxes: text,
    box_format: z.enum(['xyxy', 'xywh', 'cxcywh']),
    box_units: z.enum(['pixels', 'fraction']),
    /** [1, N] together with `classes`, or [1, N, labels]. */
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

export const imageSegmenter = z.strictObject({
  ...imageFacts,
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
