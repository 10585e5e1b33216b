import { type Clock, isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { HeldObject, HeldObjects } from '../core/held-object.js';
import { newId } from '../core/ids.js';
import type { KeyMode } from '../core/key-mode.js';
import type { StoredReading, StoredReadings } from '../core/stored-reading.js';
import type { Engine } from '../inference/engine.js';
import { imageFacts, refusedAnswer, wholeAnswer } from './answer.js';
import { type Assessment, assess, type Question } from './assessment.js';
import { type ChosenModels, chooseModels } from './choose-model.js';
import {
  compareWithPrior,
  type PriorComparison,
  type PriorReading,
} from './comparison/compare-with-prior.js';
import type { ComparableReading } from './comparison/readings.js';
import type { ImagingRequest, ImagingResult, SentImage, SentSeries } from './schema.js';
import type {
  AssessedImage,
  ReadImageInput,
  ReadImageOutput,
} from './worker/read-image-contract.js';

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
}

export interface ImagingService {
  /** @throws AppError when no model serves the request, or the earlier analysis is not there */
  check(request: ImagingRequest, asker: Pick<Asker, 'mode'>): Promise<void>;
  read(request: ImagingRequest, asker: Asker): Promise<ImageAnalysis>;
}

export interface ImageAnalysis {
  readonly result: ImagingResult;
  /** The reading to store, together with the audit record. */
  readonly reading?: StoredReading;
  /** The held objects that were read; none where files were sent. */
  readonly sources: readonly HeldObject[];
}

const questionOf = ({
  image_type,
  modality,
  analysis_options,
  patient_context,
}: ImagingRequest) => ({
  imageType: image_type,
  modality,
  findings: analysis_options.detect_abnormalities,
  structures: analysis_options.measure_structures,
  ageYears: patient_context?.age,
});

function inputOf(
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

/** @throws AppError when more than one earlier image is named, or an unknown one */
async function storedPrior(
  { prior_analysis_id, prior, image_type }: ImagingRequest,
  { readings }: ImagingParts,
  { mode }: Pick<Asker, 'mode'>,
): Promise<PriorReading | undefined> {
  if (prior_analysis_id === undefined) return undefined;
  if (prior !== undefined) {
    throw invalidField(
      'prior_analysis_id',
      'cannot be combined with prior_image_data; send one of them',
    );
  }
  const record = await readings?.find(prior_analysis_id, mode);
  if (record === undefined) {
    throw invalidField('prior_analysis_id', 'is not a stored analysis');
  }
  const reading = JSON.parse(record.reading) as ComparableReading;
  if (reading.imageType !== image_type) {
    throw invalidField('prior_analysis_id', `is of another type of image (${reading.imageType})`);
  }
  const about = {
    analysis_id: record.analysisId,
    created_at: isoTime(record.createdAt),
    ...(reading.view !== undefined && { view: reading.view }),
  };
  return { prior: about, reading };
}

const NOTHING: PriorComparison = { sentences: [], notAssessed: [], warnings: [] };
const notCompared = (reason: string): PriorComparison => ({
  ...NOTHING,
  notAssessed: [{ what: 'comparison', reason }],
});

type AssessmentResult =
  | { readonly refused: string }
  | { readonly output: AssessedImage; readonly now: Assessment };

/** The assessment of an image, or why it is refused. */
function judgeImage(
  output: ReadImageOutput,
  models: ChosenModels,
  question: Question,
): AssessmentResult {
  if (!output.assessed) return { refused: output.refusal.reason };
  const now = assess(output, models, question);
  return now.stops.length > 0 ? { refused: now.stops.join('; ') } : { output, now };
}

/** The reading of the earlier image, or why it cannot be compared. */
function priorFromImage(
  output: ReadImageOutput,
  models: ChosenModels,
  question: Question,
): PriorReading | { reason: string } {
  const judged = judgeImage(output, models, question);
  if ('refused' in judged) return { reason: `of the earlier image: ${judged.refused}` };
  const view = output.image.dicom?.view;
  return { prior: view === undefined ? {} : { view }, reading: judged.now.comparable };
}

/** The packages that were used, for the answer. */
function modelsOf(output: ReadImageOutput, { reader, segmenter }: ChosenModels) {
  return output.models.map(({ id, backend }) => {
    const model = [reader, segmenter].find((one) => one?.id === id);
    if (model === undefined) throw new AppError('internal_error', `${id} was not run`);
    return { id, version: model.manifest.version, backend };
  });
}

type Picture = Pick<ReadImageInput, 'field' | 'sent'> & { readonly source?: HeldObject };

/** @throws AppError when it is an object that is not held */
async function pictureOf(
  image: SentImage | SentSeries,
  { heldObjects }: ImagingParts,
  { mode }: Pick<Asker, 'mode'>,
): Promise<Picture> {
  const { field } = image;
  if ('base64' in image) return { field, sent: { encoded: Buffer.from(image.base64, 'utf8') } };
  if ('file' in image) return { field, sent: { file: image.file } };
  if (!('instanceUid' in image)) throw invalidField(field, 'a series is not read yet');
  const source = await heldObjects?.object(mode, image.instanceUid);
  if (source === undefined) throw invalidField(field, 'is not an object that is held');
  return { field, sent: { file: source.file }, source };
}

/** The image and, where one was sent, the earlier one, each in a worker. */
async function readBoth(
  request: ImagingRequest,
  picture: Picture,
  models: ChosenModels,
  parts: ImagingParts,
  asker: Asker,
) {
  const { engine, limits } = parts;
  const input = inputOf(request, models, limits);
  const { frame, prior, analysis_options } = request;
  const either = new AbortController();
  const watch = {
    signal: AbortSignal.any([asker.signal, either.signal]),
    background: asker.background ?? false,
  };
  const run = ({ field, sent }: Picture, more: Partial<ReadImageInput>) =>
    engine.run('read-image', { ...input, ...more, field, sent }, watch);
  const earlier =
    analysis_options.compare_to_prior && prior ? await pictureOf(prior, parts, asker) : undefined;
  try {
    return await Promise.all([
      run(picture, frame === undefined ? {} : { frame }),
      earlier && run(earlier, { wantHeatmap: false, wantOutlines: false }),
    ]);
  } finally {
    // When one of them fails, the other's result is no longer needed.
    either.abort();
  }
}

/** The comparison with the earlier image, or why there is none. */
function compared(
  request: ImagingRequest,
  now: Assessment,
  models: ChosenModels,
  prior: PriorReading | { reason: string } | undefined,
): PriorComparison {
  if (!request.analysis_options.compare_to_prior) {
    const given = request.prior_analysis_id ?? request.prior;
    return given === undefined ? NOTHING : notCompared('compare_to_prior was false');
  }
  if (prior === undefined) {
    return notCompared(request.priorRefusal ?? 'no earlier image or analysis was sent');
  }
  if ('reason' in prior) return notCompared(prior.reason);
  return compareWithPrior(prior, now, models);
}

export function createImagingService(parts: ImagingParts): ImagingService {
  const { engine, clock, readings } = parts;

  function analysis(
    result: ImagingResult,
    createdAt: number,
    { mode }: Asker,
    { source }: Picture,
    comparable: ComparableReading,
  ): ImageAnalysis {
    const sources = source === undefined ? [] : [source];
    if (readings === undefined) return { result, sources };
    const reading = JSON.stringify(comparable);
    const stored = { analysisId: result.analysis_id, mode, createdAt, reading };
    return { result, reading: stored, sources };
  }

  /** Checks a request before its image is decoded. */
  async function begin(request: ImagingRequest, asker: Pick<Asker, 'mode'>) {
    const question = questionOf(request);
    const models = chooseModels(engine.models(), {
      ...question,
      outlines: request.analysis_options.return_outlines,
      model: request.model,
    });
    const picture = await pictureOf(request.image, parts, asker);
    return { question, models, picture, stored: await storedPrior(request, parts, asker) };
  }

  return {
    check: async (request, asker) => void (await begin(request, asker)),

    async read(request, asker) {
      const { question, models, picture, stored } = await begin(request, asker);
      const [output, earlier] = await readBoth(request, picture, models, parts, asker);
      const prior = stored ?? (earlier && priorFromImage(earlier, models, question));
      const judged = judgeImage(output, models, question);
      const at = clock();
      const head = { analysis_id: newId('im'), created_at: isoTime(at) };
      const tail = { image: imageFacts(output.image), models: modelsOf(output, models) };
      if ('refused' in judged) {
        const refused = { ...head, ...refusedAnswer(judged.refused, output, request), ...tail };
        return analysis(refused, at, asker, picture, { imageType: question.imageType });
      }
      const comparison = compared(request, judged.now, models, prior);
      const whole = wholeAnswer(judged.output, judged.now, comparison, request);
      const result = { ...head, ...whole, ...tail };
      return analysis(result, at, asker, picture, judged.now.comparable);
    },
  };
}
