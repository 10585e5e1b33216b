import { z } from 'zod';

// What the manifests of all kinds have in common.

export const finite = z.number();
export const probability = z.number().min(0).max(1);
export const positive = z.number().positive();
export const text = z.string().trim().min(1);
export const identifier = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, dashes and underscores');
export const packageId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits, dashes');
/** Of several packages for one question the highest answers. */
export const priority = z.int().min(-1000).max(1000).default(0);
/** A code of a terminology. */
export const coding = z.strictObject({ system: text, code: text, display: text });
/** probability = sigmoid(scale × logit + bias) */
export const calibration = z.strictObject({ scale: positive, bias: finite });

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

export const packageFacts = {
  manifest_version: z.literal(1),
  id: packageId,
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'),
  title: text,
  description: text,
  licence: text,
  intended_use: text,
  files: z.record(fileName, fileEntry),
  weights: fileName,
  golden: z.strictObject({
    file: fileName,
    /** Largest absolute difference that passes, per output tensor. */
    tolerance: z.record(z.string(), z.number().min(0)),
  }),
};
