import { z } from 'zod';

const finite = z.number();
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
  z.strictObject({ dtype: z.literal('bool'), shape, encoding: z.literal('u8'), data: base64 }),
]);

/** `golden.json`: inputs and the outputs that every backend must give for them. */
export const goldenFileSchema = z.strictObject({
  cases: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1),
        inputs: z.record(z.string(), goldenTensor),
        outputs: z.record(z.string(), goldenTensor),
      }),
    )
    .min(1)
    .max(100),
});

export type GoldenTensor = z.infer<typeof goldenTensor>;
export type GoldenFile = z.infer<typeof goldenFileSchema>;
