import type { Clock } from '../core/clock.js';
import { invalidField } from '../core/errors.js';
import type { HeldObject, HeldObjects } from '../core/held-object.js';
import type { KeyMode } from '../core/key-mode.js';
import type { StoredReadings } from '../core/stored-reading.js';
import type { Engine } from '../inference/engine.js';
import type { ChosenModels } from './choose-model.js';
import type { ImagingRequest, SentImage } from './schema.js';
import type { ReadImageInput } from './worker/read-image-contract.js';

export interface ImagingLimits {
  readonly fileBytes: number;
  readonly megapixels: number;
}

export interface ImagingParts {
  readonly engine: Engine;
  readonly limits: ImagingLimits;
  readonly clock: Clock;
  /** Earlier readings; without them none are kept. */
  readonly readings?: StoredReadings | undefined;
  /** Objects that DICOM nodes have sent. */
  readonly heldObjects?: HeldObjects | undefined;
}

/** Mode of the key: test and live keys see separate data. */
export interface Asker {
  readonly mode: KeyMode;
  readonly signal: AbortSignal;
  /** No client is waiting for the answer. */
  readonly background?: boolean;
  /** Reports how much of a series is read, 0..1. */
  readonly onProgress?: (fraction: number) => void;
}

export function inputOf(
  request: ImagingRequest,
  { reader, segmenter }: ChosenModels,
  limits: ImagingLimits,
): Omit<ReadImageInput, 'field' | 'sent'> {
  return {
    limits,
    expected: { modality: request.modality },
    ...(reader && { readerId: reader.id }),
    ...(segmenter && { segmenterId: segmenter.id }),
    ...(request.analysis_options.return_outlines && { wantOutlines: true }),
    wantHeatmap:
      request.analysis_options.return_heatmap && request.analysis_options.detect_abnormalities,
  };
}

export type Picture = Pick<ReadImageInput, 'field' | 'sent' | 'frame'> & {
  readonly source?: HeldObject;
};

/** @throws AppError when it is an object that is not held */
export async function pictureOf(
  image: SentImage,
  { heldObjects }: ImagingParts,
  { mode }: Pick<Asker, 'mode'>,
): Promise<Picture> {
  const { field } = image;
  if ('base64' in image) return { field, sent: { encoded: Buffer.from(image.base64, 'utf8') } };
  if ('file' in image) return { field, sent: { file: image.file } };
  const source = await heldObjects?.object(mode, image.instanceUid);
  if (source === undefined) throw invalidField(field, 'is not an object that is held');
  return { field, sent: { file: source.file }, source };
}

/** The image and, where one was sent, the earlier one, each in a worker. */
export async function readBoth(
  request: ImagingRequest,
  picture: Picture,
  models: ChosenModels,
  parts: ImagingParts,
  asker: Asker,
) {
  const { engine, limits } = parts;
  const input = inputOf(request, models, limits);
  const { prior, analysis_options } = request;
  const either = new AbortController();
  const watch = {
    signal: AbortSignal.any([asker.signal, either.signal]),
    background: asker.background ?? false,
  };
  const run = ({ source: _, ...one }: Picture, more: Partial<ReadImageInput>) =>
    engine.run('read-image', { ...input, ...more, ...one }, watch);
  const earlier =
    analysis_options.compare_to_prior && prior ? await pictureOf(prior, parts, asker) : undefined;
  try {
    return await Promise.all([
      run(picture, {}),
      earlier && run(earlier, { wantHeatmap: false, wantOutlines: false }),
    ]);
  } finally {
    // When one of them fails, the other's result is no longer needed.
    either.abort();
  }
}
