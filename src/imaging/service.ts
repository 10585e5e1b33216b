import { isoTime } from '../core/clock.js';
import { AppError, invalidField } from '../core/errors.js';
import type { HeldObject } from '../core/held-object.js';
import { newId } from '../core/ids.js';
import type { StoredReading } from '../core/stored-reading.js';
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
import {
  type Asker,
  type ImagingParts,
  type Picture,
  pictureOf,
  readBoth,
} from './read-picture.js';
import { ofVolume, type ReadResult, readSeries } from './read-series.js';
import { seriesModels } from './read-volume.js';
import { showsSlices } from './report/slice.js';
import type { ImagingRequest, ImagingResult, SentImage, SentSeries } from './schema.js';
import { filesOfSeries, imagesIn, type SeriesFiles } from './sent-series.js';
import type { AssessedImage, ImageFacts, ReadImageOutput } from './worker/read-image-contract.js';

export type { Asker, ImagingLimits } from './read-picture.js';

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

/** @throws AppError when more than one earlier image is named, or an unknown one */
async function storedPrior(
  { prior_analysis_id, prior, image_type }: ImagingRequest,
  { readings }: ImagingParts,
  { mode }: Pick<Asker, 'mode'>,
): Promise<PriorReading | { reason: string } | undefined> {
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
  if (reading.ofSeries) return { reason: 'the earlier analysis is of a series' };
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

const isSeries = (image: SentImage | SentSeries): image is SentSeries =>
  'files' in image || 'seriesUid' in image || 'studyUid' in image;

/** What a request wants to be read: one picture, or the files of a series. */
type Subject = { readonly picture: Picture } | { readonly series: SeriesFiles };

/** Whether the frames of an object are read as the volume that they are, as they are when they come as a series. */
const readsVolumes = (
  { image_type: imageType, modality, frame }: ImagingRequest,
  { reader }: ChosenModels,
): boolean =>
  frame === undefined &&
  reader?.manifest.series !== undefined &&
  showsSlices({ imageType, modality });

/** The object of the picture as a series, where it has several frames that are a volume. */
async function volumeOf(
  { sent, source }: Picture,
  request: ImagingRequest,
  models: ChosenModels,
  engine: Engine,
  { signal, background = false }: Asker,
): Promise<SeriesFiles | undefined> {
  if (!readsVolumes(request, models) || !('file' in sent)) return undefined;
  const frames =
    source?.header.frames ?? (await imagesIn(sent.file, engine, { signal, background }));
  if (frames < 2) return undefined;
  return source === undefined
    ? { field: 'image', files: [sent.file], sources: [] }
    : { field: 'sop_instance_uid', files: [source.file], sources: [source] };
}

/** @throws AppError for one frame of a volume that was not asked for: it would stand for all of them */
function requireWhole(
  request: ImagingRequest,
  models: ChosenModels,
  { frames, dicom }: ImageFacts,
): void {
  if (frames < 2 || dicom === undefined || !readsVolumes(request, models)) return;
  throw invalidField(
    request.image.field,
    `has ${frames} frames; send it as image of a form to have all of them read, or state frame`,
  );
}

/** @throws AppError when it is not held, or the model does not read series */
async function subjectOf(
  request: ImagingRequest,
  models: ChosenModels,
  parts: ImagingParts,
  asker: Pick<Asker, 'mode'>,
): Promise<Subject> {
  const { image, frame, image_type, modality } = request;
  if (!isSeries(image)) {
    const picture = await pictureOf(image, parts, asker);
    return { picture: { ...picture, ...(frame !== undefined && { frame }) } };
  }
  if (frame !== undefined) throw invalidField('frame', 'cannot be combined with several images');
  const series = await filesOfSeries(image, parts.heldObjects, asker.mode);
  if (showsSlices({ imageType: image_type, modality })) seriesModels(models);
  return { series };
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
  if (now.slices !== undefined) return notCompared('readings of series are not compared');
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
    { sources }: ReadResult,
    comparable: ComparableReading,
  ): ImageAnalysis {
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
    const subject = await subjectOf(request, models, parts, asker);
    return { question, models, subject, stored: await storedPrior(request, parts, asker) };
  }

  async function readSubject(
    request: ImagingRequest,
    subject: Subject,
    models: ChosenModels,
    asker: Asker,
  ): Promise<ReadResult> {
    if ('series' in subject) return readSeries(request, subject.series, models, parts, asker);
    const { picture } = subject;
    const volume = await volumeOf(picture, request, models, engine, asker);
    if (volume !== undefined) return readSeries(request, volume, models, parts, asker);
    const { source } = picture;
    const [output, earlier] = await readBoth(request, picture, models, parts, asker);
    requireWhole(request, models, output.image);
    return { output, earlier, models, sources: source === undefined ? [] : [source] };
  }

  return {
    check: async (request, asker) => void (await begin(request, asker)),

    async read(request, asker) {
      const { question, models: chosen, subject, stored } = await begin(request, asker);
      const read = await readSubject(request, subject, chosen, asker);
      const { output, earlier, models, series, volume } = read;
      const prior = stored ?? (earlier && priorFromImage(earlier, models, question));
      const judged = judgeImage(output, models, question);
      const at = clock();
      const head = { analysis_id: newId('im'), created_at: isoTime(at) };
      const tail = {
        image: imageFacts(output.image),
        models: modelsOf(output, models),
        ...(series && { series }),
      };
      if ('refused' in judged) {
        const refused = { ...head, ...refusedAnswer(judged.refused, output, request), ...tail };
        return analysis(refused, at, asker, read, { imageType: question.imageType });
      }
      const now = volume ? ofVolume(judged.now, volume) : judged.now;
      const comparison = compared(request, now, models, prior);
      const whole = wholeAnswer(judged.output, now, comparison, request);
      return analysis({ ...head, ...whole, ...tail }, at, asker, read, now.comparable);
    },
  };
}
