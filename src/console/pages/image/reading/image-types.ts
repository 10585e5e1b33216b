import type { ModelsListAnswer } from '../../../api/types.js';
import type { DicomHeader } from '../files/dicom-header.js';

type Model = ModelsListAnswer['models'][number];

/** A kind of image that installed models read. */
export interface ImageType {
  /** As requests name it: `chest_xray`. */
  readonly id: string;
  readonly modalities: readonly string[];
  /** Whether a model measures structures in it. */
  readonly isMeasured: boolean;
}

/** A label of a model, with the threshold from which it is reported. */
export interface ReportedLabel {
  readonly id: string;
  readonly name: string;
  readonly threshold: number;
  readonly caveat: string | undefined;
}

const isReady = ({ state, image_types }: Model): boolean =>
  state === 'ready' && (image_types?.length ?? 0) > 0;

/** The kinds of image that can be read now. */
export function imageTypesOf({ models }: ModelsListAnswer): ImageType[] {
  const types = new Map<string, { modalities: Set<string>; isMeasured: boolean }>();
  for (const model of models.filter(isReady)) {
    for (const id of model.image_types ?? []) {
      const type = types.get(id) ?? { modalities: new Set<string>(), isMeasured: false };
      for (const modality of model.modalities ?? []) type.modalities.add(modality);
      type.isMeasured ||= (model.measures?.length ?? 0) > 0;
      types.set(id, type);
    }
  }
  return [...types].map(([id, { modalities, isMeasured }]) => ({
    id,
    modalities: [...modalities].sort(),
    isMeasured,
  }));
}

/** The reported labels of the models that read an image. */
export function labelsOf(
  { models }: ModelsListAnswer,
  used: ReadonlyArray<{ readonly id: string }>,
): ReportedLabel[] {
  return models
    .filter(({ id }) => used.some((one) => one.id === id))
    .flatMap(({ labels }) => labels ?? [])
    .filter(({ reported }) => reported)
    .map(({ id, name, threshold, caveat }) => ({ id, name, threshold, caveat }));
}

/** Other codes of projection radiography. */
const SAME_MODALITY: Readonly<Record<string, string>> = { RG: 'CR', DR: 'DX', XR: 'DX' };

/** Body Part Examined (PS3.16 annex L) that an image type is about; others contradict it. */
const BODY_PARTS: Readonly<Record<string, readonly string[]>> = {
  chest_xray: ['CHEST', 'THORAX', 'LUNG'],
  brain_mri: ['BRAIN', 'HEAD', 'SKULL'],
  head_ct: ['HEAD', 'BRAIN', 'SKULL'],
};

/**
 * The type and modality that a header states; undefined where it states neither clearly, so that a
 * person is asked. A body part that is not named is no contradiction only where one type alone is
 * read in the modality.
 */
export function typeFromHeader(
  header: Pick<DicomHeader, 'modality' | 'bodyPart'> | undefined,
  types: readonly ImageType[],
): { readonly type: ImageType; readonly modality: string } | undefined {
  const stated = header?.modality;
  if (stated === undefined) return undefined;
  const modality = SAME_MODALITY[stated] ?? stated;
  const possible = types.filter(({ modalities }) => modalities.includes(modality));
  const part = header?.bodyPart;
  const [only] = possible;
  if (part === undefined) {
    return possible.length === 1 && only !== undefined ? { type: only, modality } : undefined;
  }
  const type = possible.find(({ id }) => (BODY_PARTS[id] ?? []).includes(part));
  return type && { type, modality };
}
