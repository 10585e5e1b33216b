import { type Clock, isoTime } from '../core/clock.js';
import { newId } from '../core/ids.js';
import type { Engine } from '../inference/engine.js';
import type { ReadImageOutput } from '../inference/tasks/read-image-contract.js';
import { chooseModel, type ReadyModel } from './choose-model.js';
import {
  confidenceScore,
  findingOf,
  type LabelFacts,
  positiveLabels,
  reportedReadings,
  rounded,
} from './findings.js';
import type { ImagingRequest, ImagingResult, NotAssessed } from './schema.js';
import { impressionOf, recommendationsFor } from './wording.js';

export interface ImagingLimits {
  readonly fileBytes: number;
  readonly megapixels: number;
}

export interface ImagingService {
  read(request: ImagingRequest, signal: AbortSignal): Promise<ImagingResult>;
}

type Answered = Pick<
  ImagingResult,
  'findings' | 'impression' | 'recommendations' | 'confidence_score' | 'not_assessed' | 'warnings'
> &
  Pick<ImagingResult, 'probabilities' | 'heatmap'>;

/** What was asked for beyond the model's reach: said, never made up. */
function beyondReach({ analysis_options, patient_context }: ImagingRequest): NotAssessed {
  const { detect_abnormalities, measure_structures, compare_to_prior } = analysis_options;
  const given = Object.keys(patient_context ?? {});
  return [
    ...(detect_abnormalities
      ? []
      : [{ what: 'abnormalities', reason: 'detect_abnormalities was false' }]),
    ...(measure_structures
      ? [{ what: 'measurements', reason: 'no installed model measures structures' }]
      : []),
    ...(compare_to_prior
      ? [{ what: 'comparison', reason: 'no installed model compares with an earlier image' }]
      : []),
    ...(given.length === 0
      ? []
      : [
          {
            what: 'patient_context',
            reason: `the installed model reads the image alone; ${given.join(', ')} did not change the answer`,
          },
        ]),
  ];
}

function imageWarnings({ image }: ReadImageOutput): string[] {
  return [
    ...(image.pages > 1 ? [`The file holds ${image.pages} pages; the first one was read.`] : []),
    ...(image.reoriented
      ? ['The file asks to be turned; locations are in pixels of the upright picture.']
      : []),
  ];
}

function refused(reason: string, request: ImagingRequest): Answered {
  return {
    findings: [],
    impression: `Not assessed: ${reason}.`,
    recommendations: ['Check that the right image was sent, and send it again or have it read.'],
    confidence_score: 0,
    not_assessed: [{ what: request.image_type, reason }, ...beyondReach(request)],
    warnings: [],
  };
}

function unasked(request: ImagingRequest): Answered {
  return {
    findings: [],
    impression: 'Abnormalities were not asked for.',
    recommendations: [],
    confidence_score: 0,
    not_assessed: beyondReach(request),
    warnings: [],
  };
}

type Assessed = Extract<ReadImageOutput, { assessed: true }>;

function reportedProbabilities(labels: readonly LabelFacts[], { labels: readings }: Assessed) {
  const shown = reportedReadings(labels, readings);
  return Object.fromEntries(shown.map(({ id, probability }) => [id, rounded(probability)]));
}

function assessed(output: Assessed, model: ReadyModel, request: ImagingRequest): Answered {
  const { labels } = model.manifest;
  const positives = positiveLabels(labels, output.labels);
  const findings = positives.map((positive) => findingOf(positive, output.image));
  const { return_probabilities } = request.analysis_options;
  return {
    findings,
    impression: impressionOf(findings, labels),
    recommendations: recommendationsFor(positives),
    confidence_score: confidenceScore(positives, labels, output.labels),
    not_assessed: [
      ...labels
        .filter(({ reported }) => !reported)
        .map(({ id, caveat }) => ({ what: id, reason: caveat ?? 'the model is not sure enough' })),
      ...beyondReach(request),
    ],
    warnings: [...new Set(positives.flatMap(({ facts }) => facts.caveat ?? []))],
    ...(return_probabilities && { probabilities: reportedProbabilities(labels, output) }),
    ...(output.heatmapPng && {
      heatmap: `data:image/png;base64,${Buffer.from(output.heatmapPng).toString('base64')}`,
    }),
  };
}

function answer(output: ReadImageOutput, model: ReadyModel, request: ImagingRequest): Answered {
  if (!output.assessed) return refused(output.refusal.reason, request);
  if (!request.analysis_options.detect_abnormalities) return unasked(request);
  return assessed(output, model, request);
}

export function createImagingService(
  engine: Engine,
  limits: ImagingLimits,
  clock: Clock,
): ImagingService {
  return {
    async read(request, signal) {
      const model = chooseModel(engine.models(), request.image_type, request.modality);
      const output = await engine.run(
        'read-image',
        {
          modelId: model.id,
          encoded: Buffer.from(request.image_data, 'utf8'),
          limits,
          wantHeatmap: request.analysis_options.return_heatmap,
        },
        { signal },
      );
      const { warnings, ...rest } = answer(output, model, request);
      const { width, height, photometric, bitsPerSample, format } = output.image;
      return {
        analysis_id: newId('im'),
        ...rest,
        created_at: isoTime(clock()),
        image: { width, height, photometric, bits_per_sample: bitsPerSample, format },
        warnings: [...imageWarnings(output), ...warnings],
        models: [{ id: model.id, version: model.manifest.version, backend: output.backend }],
      };
    },
  };
}
