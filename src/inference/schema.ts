import { z } from 'zod';

const finite = z.number();
const probability = z.number().min(0).max(1);
const positive = z.number().positive();
const text = z.string().trim().min(1);

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

const identity = {
  manifest_version: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be lower-case letters, digits, dashes'),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'must be a version such as 1.0.0'),
  title: text,
  description: text,
  licence: text,
  intended_use: text,
  files: z.record(fileName, fileEntry),
  weights: fileName,
};

const golden = z.strictObject({
  file: fileName,
  /** Largest absolute difference that passes, per output tensor. */
  tolerance: z.record(z.string(), z.number().min(0)),
});

/** probability = sigmoid(scale × logit + bias) */
const calibration = z.strictObject({ scale: positive, bias: finite });

const label = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters and digits'),
  name: text,
  code: z.strictObject({ system: text, code: text, display: text }).optional(),
  reported: z.boolean(),
  calibration,
  threshold: probability,
  box: z.strictObject({ activation_threshold: finite }).optional(),
  caveat: text.optional(),
});

const imageClassifier = z.strictObject({
  ...identity,
  kind: z.literal('image-classifier'),
  serves: z.strictObject({
    image_types: z.array(text).min(1),
    modalities: z.array(text),
  }),
  input: z.strictObject({
    name: text,
    width: z.int().min(1).max(4096),
    height: z.int().min(1).max(4096),
    channels: z.union([z.literal(1), z.literal(3)]),
    fit: z.literal('fill'),
    normalisation: z.literal('per_image_standard'),
  }),
  outputs: z.strictObject({ logits: text, activation: text.optional(), gate: text.optional() }),
  gate: z.strictObject({ threshold: probability, scale: positive, bias: finite }).optional(),
  labels: z.array(label).min(1).max(100),
  golden,
});

/** The manifest `model.json` of a model package. Unknown keys are refused. */
export const modelManifestSchema = z
  .discriminatedUnion('kind', [imageClassifier])
  .superRefine((manifest, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const isListed = (name: string) => Object.hasOwn(manifest.files, name);
    if (!isListed(manifest.weights)) fault(['weights'], 'is not listed in files');
    if (!isListed(manifest.golden.file)) fault(['golden', 'file'], 'is not listed in files');
    if (isListed('model.json')) fault(['files', 'model.json'], 'cannot hold its own hash');
    for (const [role, output] of Object.entries(manifest.outputs)) {
      if (output !== undefined && !Object.hasOwn(manifest.golden.tolerance, output)) {
        fault(['golden', 'tolerance', output], `is missing for the output ${role}`);
      }
    }
    if (manifest.gate !== undefined && manifest.outputs.gate === undefined) {
      fault(['gate'], 'needs outputs.gate');
    }
    manifest.labels.forEach((entry, index) => {
      if (entry.box !== undefined && manifest.outputs.activation === undefined) {
        fault(['labels', index, 'box'], 'needs outputs.activation');
      }
      if (manifest.labels.findIndex((other) => other.id === entry.id) !== index) {
        fault(['labels', index, 'id'], 'is used twice');
      }
    });
  });

export type ModelManifest = z.infer<typeof modelManifestSchema>;
export type ImageClassifierManifest = Extract<ModelManifest, { kind: 'image-classifier' }>;

const shape = z.array(z.int().min(0)).max(8);
const base64 = z.base64();

const goldenTensor = z.discriminatedUnion('encoding', [
  z.strictObject({
    dtype: z.literal('float32'),
    shape,
    /** x = offset + scale × byte */
    encoding: z.literal('u8-affine'),
    scale: finite,
    offset: finite,
    data: base64,
  }),
  z.strictObject({
    dtype: z.literal('float32'),
    shape,
    encoding: z.literal('f32-le'),
    data: base64,
  }),
  z.strictObject({ dtype: z.literal('int64'), shape, encoding: z.literal('i64-le'), data: base64 }),
]);

/** `golden.json`: inputs and the outputs that every backend must give for them. */
export const goldenFileSchema = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        name: text,
        inputs: z.record(z.string(), goldenTensor),
        outputs: z.record(z.string(), goldenTensor),
      }),
    )
    .min(1)
    .max(100),
});

export type GoldenTensor = z.infer<typeof goldenTensor>;
export type GoldenFile = z.infer<typeof goldenFileSchema>;
