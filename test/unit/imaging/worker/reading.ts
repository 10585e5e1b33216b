import type { ReadImageModels } from '../../../../src/imaging/worker/read-image.js';
import { readImage } from '../../../../src/imaging/worker/read-image.js';
import type {
  ReadImageInput,
  ReadImageOutput,
} from '../../../../src/imaging/worker/read-image-contract.js';

/** A request for what these characters stand for. */
export function inputOf(encoded: string, changes: Partial<ReadImageInput> = {}): ReadImageInput {
  return {
    field: 'image_data',
    sent: { encoded: Buffer.from(encoded) },
    limits: { fileBytes: 1_000_000, megapixels: 2 },
    expected: { modality: 'DX' },
    wantHeatmap: false,
    ...changes,
  };
}

export function run(
  bytes: Buffer,
  models: ReadImageModels,
  changes: Partial<ReadImageInput> = {},
): Promise<ReadImageOutput> {
  return readImage(inputOf(bytes.toString('base64'), changes), models);
}

export type Assessed = Extract<ReadImageOutput, { assessed: true }>;

/** The answer to a picture that has to be assessed. */
export async function assessed(...asked: Parameters<typeof run>): Promise<Assessed> {
  const output = await run(...asked);
  if (!output.assessed) throw new Error(`not assessed: ${output.refusal.reason}`);
  return output;
}

/** Why a picture was not assessed. */
export async function refusedFor(...asked: Parameters<typeof run>): Promise<string> {
  const output = await run(...asked);
  if (output.assessed) throw new Error('it was assessed');
  return output.refusal.reason;
}
