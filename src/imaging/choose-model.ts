import { AppError, invalidField } from '../core/errors.js';
import type { ModelStatus, ReadyModel } from '../inference/engine.js';
import type { ImageManifest } from '../inference/schema.js';
import type { Modality } from './schema.js';

export type ReadyImageModel = ReadyModel<ImageManifest>;

/** The packages for a picture: one finds labels, another may outline structures for it. */
export interface ChosenModels {
  readonly reader?: ReadyImageModel;
  readonly segmenter?: ReadyImageModel;
}

export interface ModelRequest {
  readonly imageType: string;
  readonly modality: Modality;
  /** A package by name; without it the one of highest priority. */
  readonly model?: string | undefined;
  readonly findings: boolean;
  readonly structures: boolean;
  readonly outlines?: boolean;
}

/** XR is the generic code for CR and DX in DICOM. */
const GENERIC: Partial<Record<Modality, readonly string[]>> = { XR: ['CR', 'DX'] };

function servesModality({ manifest }: ReadyImageModel, modality: Modality): boolean {
  const accepted = [modality, ...(GENERIC[modality] ?? [])];
  return manifest.serves.modalities.some((served) => accepted.includes(served));
}

const listOf = (values: readonly string[]) => [...new Set(values)].sort().join(', ');

const unavailable = (message: string) =>
  new AppError('model_unavailable', message, { retryAfterSeconds: 10 });

const readsPictures = (model: ModelStatus): model is ReadyImageModel =>
  model.state === 'ready' && model.manifest.kind.startsWith('image-');

/** Highest priority first, then by name, so that the choice is always the same. */
function ranked(models: readonly ReadyImageModel[]): ReadyImageModel[] {
  return [...models].sort(
    (a, b) => b.manifest.serves.priority - a.manifest.serves.priority || (a.id < b.id ? -1 : 1),
  );
}

/** The ready packages for this type and modality, or an error that lists what is served. */
function candidates(
  models: readonly ModelStatus[],
  { imageType, modality }: ModelRequest,
): ReadyImageModel[] {
  const ready = ranked(models.filter(readsPictures));
  if (ready.length === 0) throw unavailable('No imaging model is available.');
  const ofType = ready.filter(({ manifest }) => manifest.serves.image_types.includes(imageType));
  if (ofType.length === 0) {
    const types = listOf(ready.flatMap(({ manifest }) => manifest.serves.image_types));
    throw invalidField('image_type', `no installed model reads it; installed: ${types}`);
  }
  const serving = ofType.filter((model) => servesModality(model, modality));
  if (serving.length > 0) return serving;
  const modalities = listOf(ofType.flatMap(({ manifest }) => manifest.serves.modalities));
  throw invalidField('modality', `${imageType} is read from ${modalities}`);
}

const looksForFindings = ({ manifest }: ReadyImageModel) => manifest.labels.length > 0;
const outlines = ({ manifest }: ReadyImageModel) => manifest.kind === 'image-segmenter';
const measures = ({ manifest }: ReadyImageModel) =>
  manifest.kind === 'image-segmenter' && manifest.measurements !== undefined;

/** The package that a request names, or the first one that reports findings. */
function readerAmong(serving: readonly ReadyImageModel[], { model, imageType }: ModelRequest) {
  const readers = serving.filter(looksForFindings);
  if (model === undefined) return readers[0];
  const named = readers.find(({ id }) => id === model);
  if (named) return named;
  const ids = listOf(readers.map(({ id }) => id));
  throw invalidField('model', `does not read ${imageType} here; installed: ${ids || 'none'}`);
}

/**
 * The packages that answer a request.
 *
 * @throws AppError `model_unavailable` when no model at all is ready, or one that another needs is
 *   not; `validation_error` naming what is served for another type, modality or package.
 */
export function chooseModels(models: readonly ModelStatus[], wish: ModelRequest): ChosenModels {
  const serving = candidates(models, wish);
  const segmenters = serving.filter(outlines);
  const measuring = wish.structures || wish.outlines ? segmenters.find(measures) : undefined;
  const wanted = measuring ?? (wish.outlines ? segmenters[0] : undefined);
  // A request for neither still answers whether the image could be read.
  const needsReader = wish.findings || wanted === undefined || wish.model !== undefined;
  const reader = needsReader ? readerAmong(serving, wish) : undefined;
  const needed = reader?.manifest.input.region?.segmenter;
  const segmenter = needed === undefined ? wanted : segmenters.find(({ id }) => id === needed);
  if (needed !== undefined && segmenter === undefined) {
    throw unavailable(`The model ${needed}, which ${reader?.id} needs, is not available.`);
  }
  if (reader === undefined && segmenter === undefined && wish.findings) {
    throw invalidField('image_type', `no installed model reports findings in ${wish.imageType}`);
  }
  return { ...(reader && { reader }), ...(segmenter && { segmenter }) };
}
