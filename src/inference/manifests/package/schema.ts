import { z } from 'zod';
import { packageFacts as facts, fileName, text } from '../../../model-packages/schema.js';

// The common parts of the manifests of all kinds of models.

export const finite = z.number();
export const probability = z.number().min(0).max(1);
export const positive = z.number().positive();
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, dashes and underscores');
/** Of several packages for one question the highest answers. */
export const priority = z.int().min(-1000).max(1000).default(0);
/** A code of a terminology. */
export const coding = z.strictObject({ system: text, code: text, display: text });
/** probability = sigmoid(scale × logit + bias) */
export const calibration = z.strictObject({ scale: positive, bias: finite });

/** The cases that every backend must reproduce for one graph. */
export const goldenFacts = z.strictObject({
  file: fileName,
  /** Largest absolute difference that passes, per output tensor. */
  tolerance: z.record(z.string(), z.number().min(0)),
});

export const packageFacts = { ...facts, weights: fileName, golden: goldenFacts };
