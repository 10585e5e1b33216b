import type { LabelManifest } from '../inference/schema.js';
import { assessFilm, type OutlinedFilm } from './chest/film.js';
import type { PictureFacts } from './chest/geometry.js';
import {
  agreementSdOf,
  CARDIOMEGALY,
  type HeartSize,
  heartFinding,
  heartMeasurements,
  isBorderline,
  measureHeart,
} from './chest/heart-size.js';
import { organOf } from './chest/masks.js';
import type { ChosenModels } from './choose-model.js';
import type { ComparableReading, ModelVersion } from './comparison/readings.js';
import {
  type AssessedLabel,
  assessLabels,
  type LabelAssessment,
  placeFinding,
  probabilitiesOf,
  rounded,
} from './findings.js';
import type { Finding, Measurement, NotAssessed } from './schema.js';
import type { AssessedImage, ReadImageOutput } from './worker/read-image-contract.js';

/** The requested parts of a reading. */
export interface Question {
  readonly imageType: string;
  readonly modality: string;
  readonly findings: boolean;
  readonly structures: boolean;
  readonly ageYears?: number | undefined;
}

/** The results for one image before they are worded. */
export interface Assessment {
  /** Why the image is not assessed; empty when it is. */
  readonly stops: readonly string[];
  /** Whether the absence of findings is unreliable. */
  readonly limited: boolean;
  readonly findings: readonly Finding[];
  readonly unsure: readonly AssessedLabel[];
  /** Present, but for the report only: "abnormal" next to specific labels. */
  readonly implied: readonly AssessedLabel[];
  readonly reported: readonly AssessedLabel[];
  readonly heart?: HeartSize;
  readonly measurements: readonly Measurement[];
  readonly notAssessed: readonly NotAssessed[];
  readonly warnings: readonly string[];
  readonly comparable: ComparableReading;
  /** Of a series, how many slices it has along its axis. */
  readonly slices?: number;
}

/** The upright picture that outlines and landmarks refer to. */
function uprightFacts({ image }: ReadImageOutput): PictureFacts {
  const { width, height, orientation, dicom } = image;
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  return {
    width: across,
    height: down,
    view: dicom?.view,
    pixelSpacingMm: dicom?.pixelSpacingMm,
  };
}

const versionOf = (model: ChosenModels['reader']): ModelVersion | undefined =>
  model && { id: model.id, version: model.manifest.version };

/** The outlines with their organs, computed once because it takes most of the time. */
function outlinedFilm({ structures }: AssessedImage): OutlinedFilm | undefined {
  if (structures === undefined) return undefined;
  const masks = structures.masks.map((map) => ({ ...map, organ: organOf(map) }));
  return { masks, greys: structures.greys };
}

interface Heart {
  readonly size?: HeartSize;
  readonly notAssessed: readonly NotAssessed[];
}

/** The heart's size, where the segmentation allows it. */
function sizeHeart(
  outlined: OutlinedFilm | undefined,
  { segmenter }: ChosenModels,
  facts: PictureFacts,
  { ageYears, structures }: Question,
): Heart {
  const manifest = segmenter?.manifest;
  const sd = manifest?.kind === 'image-segmenter' ? agreementSdOf(manifest) : undefined;
  if (outlined === undefined || sd === undefined) return { notAssessed: [] };
  const size = measureHeart(outlined.masks, facts, ageYears, sd);
  if (!('refused' in size)) return { size, notAssessed: [] };
  const what = structures ? 'cardiothoracic_ratio' : CARDIOMEGALY;
  return { notAssessed: [{ what, reason: size.refused.join('; ') }] };
}

/** The measured heart size replaces the network's score of the same label. */
function withoutMeasured(labels: readonly LabelManifest[], heart: Heart): LabelManifest[] {
  return heart.size ? labels.filter(({ id }) => id !== CARDIOMEGALY) : [...labels];
}

function unreported(labels: readonly LabelManifest[]): NotAssessed[] {
  return labels
    .filter(({ reported }) => !reported)
    .map(({ id, caveat }) => ({ what: id, reason: caveat ?? 'the model is too uncertain' }));
}

function unsureReasons(unsure: readonly AssessedLabel[]): NotAssessed[] {
  return unsure.map(({ facts, reading }) => ({
    what: facts.id,
    reason:
      `the model is uncertain: at a probability of ${reading.probability.toFixed(2)} it is ` +
      'wrong too often to say yes or no',
  }));
}

function borderline(size: HeartSize): NotAssessed[] {
  if (!isBorderline(size)) return [];
  const [ratio, limit] = [size.measured.ratio.toFixed(2), size.limit.limit.toFixed(2)];
  const reason = `the ratio of ${ratio} is too close to the limit of ${limit} to be called either`;
  return [{ what: CARDIOMEGALY, reason }];
}

function comparableOf(
  output: AssessedImage,
  { reader, segmenter }: ChosenModels,
  question: Question,
  { reported, verdicts }: LabelAssessment,
  heart: HeartSize | undefined,
  warnings: readonly string[],
): ComparableReading {
  const readerVersion = versionOf(reader);
  const segmenterVersion = versionOf(segmenter);
  return {
    imageType: question.imageType,
    modality: question.modality,
    ...(warnings.length > 0 && { warnings }),
    view: output.image.dicom?.view,
    findings:
      readerVersion && question.findings
        ? { model: readerVersion, probabilities: probabilitiesOf(reported), verdicts }
        : undefined,
    cardiothoracicRatio:
      heart && segmenterVersion
        ? { model: segmenterVersion, value: rounded(heart.measured.ratio) }
        : undefined,
  };
}

/** Converts the workers' outputs to findings, measurements and what was not assessed. Pure. */
export function assess(
  output: AssessedImage,
  models: ChosenModels,
  question: Question,
): Assessment {
  const facts = uprightFacts(output);
  const { image } = output;
  const outlined = outlinedFilm(output);
  const mirrored = image.dicom?.mirrored === true;
  const film = outlined && assessFilm(outlined, facts, mirrored);
  const heart = sizeHeart(outlined, models, facts, question);
  const labels = question.findings
    ? withoutMeasured(models.reader?.manifest.labels ?? [], heart)
    : [];
  const judgement = assessLabels(labels, output.labels);
  const { positive, implied, unsure, reported } = judgement;
  const remarks = (film?.remarks ?? []).map((remark) => `Film quality: ${remark}.`);
  const enlarged = question.findings && heart.size && heartFinding(heart.size, facts, image);
  const findings = [
    ...positive.map((label) => placeFinding(label, image, film?.midline)),
    ...(enlarged ? [enlarged] : []),
  ].sort((a, b) => b.probability - a.probability);
  return {
    stops: film?.stops ?? [],
    limited: film?.limited ?? false,
    findings,
    unsure,
    implied,
    reported,
    ...(heart.size && { heart: heart.size }),
    measurements: heart.size ? heartMeasurements(heart.size, facts, image) : [],
    notAssessed: [
      ...unreported(labels),
      ...unsureReasons(unsure),
      ...heart.notAssessed,
      ...(question.findings && heart.size ? borderline(heart.size) : []),
    ],
    warnings: remarks,
    comparable: comparableOf(output, models, question, judgement, heart.size, [
      ...output.warnings,
      ...remarks,
    ]),
  };
}
