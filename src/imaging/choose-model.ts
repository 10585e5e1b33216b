import { AppError, invalidField } from '../core/errors.js';
import type { ModelStatus } from '../inference/engine.js';
import type { Modality } from './schema.js';

export type ReadyModel = Extract<ModelStatus, { state: 'ready' }>;

/** XR is the generic code for what DICOM splits into CR and DX. */
const GENERIC: Partial<Record<Modality, readonly string[]>> = { XR: ['CR', 'DX'] };

function servesModality({ manifest }: ReadyModel, modality: Modality): boolean {
  const accepted = [modality, ...(GENERIC[modality] ?? [])];
  return manifest.serves.modalities.some((served) => accepted.includes(served));
}

const listOf = (values: readonly string[]) => [...new Set(values)].sort().join(', ');

/**
 * The model that reads this type of image from this modality.
 *
 * @throws AppError `model_unavailable` when no model at all is ready, `validation_error` naming the
 * types or modalities that are served.
 */
export function chooseModel(
  models: readonly ModelStatus[],
  imageType: string,
  modality: Modality,
): ReadyModel {
  const ready = models.filter((model) => model.state === 'ready');
  if (ready.length === 0) {
    throw new AppError('model_unavailable', 'No imaging model is available.', {
      retryAfterSeconds: 10,
    });
  }
  const ofType = ready.filter(({ manifest }) => manifest.serves.image_types.includes(imageType));
  if (ofType.length === 0) {
    const types = listOf(ready.flatMap(({ manifest }) => manifest.serves.image_types));
    throw invalidField('image_type', `no installed model reads it; installed: ${types}`);
  }
  const model = ofType.find((candidate) => servesModality(candidate, modality));
  if (model !== undefined) return model;
  const modalities = listOf(ofType.flatMap(({ manifest }) => manifest.serves.modalities));
  throw invalidField('modality', `${imageType} is read from ${modalities}`);
}
