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

/** Modality as the models name it; undefined where none of them reads it. */
export function modalityFromHeader(
  header: Pick<DicomHeader, 'modality'> | undefined,
  types: readonly ImageType[],
): string | undefined {
  const stated = header?.modality;
  const modality = stated && (SAME_MODALITY[stated] ?? stated);
  return types.find(({ modalities }) => modalities.some((one) => one === modality)) && modality;
}

/**
 * The type that a header states by its modality and body part; undefined where it leaves either out
 * or fits none, so that a person is asked.
 */
export function typeFromHeader(
  header: Pick<DicomHeader, 'modality' | 'bodyPart'> | undefined,
  types: readonly ImageType[],
): ImageType | undefined {
  const modality = modalityFromHeader(header, types);
  const part = header?.bodyPart;
  if (modality === undefined || part === undefined) return undefined;
  return types.find(
    ({ id, modalities }) => modalities.includes(modality) && (BODY_PARTS[id] ?? []).includes(part),
  );
}
