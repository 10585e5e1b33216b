import type { Assessment } from './assessment.js';
import { CARDIOMEGALY, ENLARGED_HEART, isBorderline } from './chest/heart-size.js';
import type { PriorComparison } from './comparison/compare-with-prior.js';
import { storedPoint } from './coordinates.js';
import { type AssessedLabel, confidenceScore, probabilitiesOf, rounded } from './findings.js';
import { reportOf } from './report/report.js';
import type { ReportFinding, ReportInput } from './report/types.js';
import type { ImagingRequest, ImagingResult, NotAssessed } from './schema.js';
import type {
  AssessedImage,
  ImageFacts,
  ReadImageOutput,
  StructureOutline,
} from './worker/read-image-contract.js';

type Answer = Omit<ImagingResult, 'analysis_id' | 'created_at' | 'image' | 'models'>;

/** The facts of an image in the words of the interface; nothing that could name a patient. */
export function imageFacts(facts: ImageFacts): ImagingResult['image'] {
  const { width, height, photometric, bitsPerSample, format, frames, frame, dicom } = facts;
  return {
    width,
    height,
    photometric,
    bits_per_sample: bitsPerSample,
    format,
    frames,
    frame,
    ...(dicom && {
      transfer_syntax: dicom.transferSyntax.uid,
      window: dicom.window,
      ...(dicom.modality !== undefined && { modality: dicom.modality }),
      ...(dicom.view !== undefined && { view: dicom.view }),
      ...(dicom.laterality !== undefined && { laterality: dicom.laterality }),
      ...(dicom.pixelSpacingMm && {
        pixel_spacing_mm: {
          rows: dicom.pixelSpacingMm.rows,
          columns: dicom.pixelSpacingMm.columns,
        },
      }),
    }),
  };
}

/** What the request wants and the installed models cannot give: reported, never invented. */
function beyondReach(request: ImagingRequest, now: Assessment | undefined): NotAssessed[] {
  const { analysis_options, patient_context, image_type } = request;
  const measured = (now?.measurements.length ?? 0) > 0;
  const explained = now?.notAssessed.some(({ what }) => what === 'cardiothoracic_ratio');
  return [
    ...(analysis_options.detect_abnormalities
      ? []
      : [{ what: 'abnormalities', reason: 'detect_abnormalities was false' }]),
    ...(analysis_options.measure_structures && !measured && !explained
      ? [
          {
            what: 'measurements',
            reason: now
              ? `no installed model measures structures in ${image_type}`
              : 'the image was not assessed',
          },
        ]
      : []),
    ...(patient_context?.clinical_question === undefined
      ? []
      : [
          {
            what: 'patient_context.clinical_question',
            reason: 'the models read the image alone; the question changed no score',
          },
        ]),
  ];
}

/** The answer for an unsuitable image: no score, no finding. */
export function refusedAnswer(
  reason: string,
  output: ReadImageOutput,
  request: ImagingRequest,
): Answer {
  return {
    findings: [],
    impression: `Not assessed: ${reason}.`,
    recommendations: [
      'Check that the right image was sent, and send it again or have a radiologist read it.',
    ],
    confidence_score: 0,
    not_assessed: [
      { what: request.image_type, reason },
      ...beyondReach(request, undefined),
      ...(request.analysis_options.compare_to_prior
        ? [{ what: 'comparison', reason: 'the image was not assessed' }]
        : []),
    ],
    warnings: [...output.warnings],
  };
}

const NOT_EXCLUDED =
  'A score below its threshold does not exclude disease; the model card states how often the model misses it.';
const HEART_LABEL = { label: CARDIOMEGALY, name: ENLARGED_HEART };

/** A label that counts in the report without becoming a finding of its own. */
function impliedFinding({ facts, reading }: AssessedLabel): ReportFinding {
  const { id, name, threshold } = facts;
  const probability = rounded(reading.probability);
  return { label: id, name, severity: 'none', probability, threshold };
}

function reportInput(
  now: Assessment,
  compared: PriorComparison,
  warnings: readonly string[],
  request: ImagingRequest,
): ReportInput {
  const { measure_structures, detect_abnormalities } = request.analysis_options;
  const heart = detect_abnormalities ? now.heart : undefined;
  const ratio = now.measurements.find(({ name }) => name === 'cardiothoracic_ratio');
  const findings = now.findings.map((finding): ReportFinding => {
    const { label, finding: name, severity, probability, threshold, side, slice } = finding;
    const measured =
      label === CARDIOMEGALY && ratio
        ? { name: ratio.name, value: ratio.value, unit: ratio.unit }
        : undefined;
    return {
      label,
      name,
      severity,
      probability,
      threshold,
      ...(side && { side }),
      ...(slice !== undefined && { slice }),
      ...(measured && { measured }),
    };
  });
  const labels = now.reported.map(({ facts }) => ({ label: facts.id, name: facts.name }));
  return {
    imageType: request.image_type,
    modality: request.modality,
    limited: now.limited,
    slices: now.slices,
    findings: [...findings, ...now.implied.map(impliedFinding)],
    lookedFor: [...labels, ...(heart ? [HEART_LABEL] : [])],
    unsure: [
      ...now.unsure.map(({ facts, reading }) => ({
        label: facts.id,
        name: facts.name,
        probability: rounded(reading.probability),
      })),
      ...(heart && isBorderline(heart)
        ? [{ ...HEART_LABEL, probability: rounded(heart.probability) }]
        : []),
    ],
    measurements: measure_structures && ratio ? [ratio] : [],
    patient: { age: request.patient_context?.age, gender: request.patient_context?.gender },
    clinicalQuestion: request.patient_context?.clinical_question,
    comparisonSentences: compared.sentences,
    warnings,
  };
}

/** What restricts the findings: notes of their models, and doubts about the size of the heart. */
function caveatsOf({ reported, findings, heart }: Assessment): readonly string[] {
  const labels = new Set(findings.map(({ label }) => label));
  const ofModels = reported
    .filter(({ facts }) => labels.has(facts.id))
    .flatMap(({ facts }) => facts.caveat ?? []);
  const isEnlarged = labels.has(CARDIOMEGALY);
  const ofHeart = isEnlarged && heart ? [...heart.measured.reasons, ...heart.limit.caveats] : [];
  return [...ofModels, ...ofHeart];
}

function warningsOf(
  output: AssessedImage,
  now: Assessment,
  compared: PriorComparison,
  { detect_abnormalities }: ImagingRequest['analysis_options'],
): string[] {
  const hasAbsent = now.reported.length > now.findings.length + now.unsure.length;
  const warnings = [
    ...(detect_abnormalities && hasAbsent ? [NOT_EXCLUDED] : []),
    ...output.warnings,
    ...now.warnings,
    ...compared.warnings,
    ...caveatsOf(now),
  ];
  return [...new Set(warnings)];
}

/** To a tenth of a pixel: masks are coarser than that. */
const tenth = (value: number) => Math.round(value * 10) / 10;

function storedOutline(
  { id, rings }: StructureOutline,
  { width, height, orientation }: ImageFacts,
) {
  return {
    structure: id,
    rings: rings.map((ring) =>
      ring.map((point): [number, number] => {
        const [x, y] = storedPoint([point[0], point[1]], orientation);
        return [tenth(x * width), tenth(y * height)];
      }),
    ),
  };
}

/** What the request wants besides findings. */
function extrasOf(
  { heatmapPng, outlines = [], image }: AssessedImage,
  { measurements, reported, heart }: Assessment,
  { comparison }: PriorComparison,
  options: ImagingRequest['analysis_options'],
): Pick<Answer, 'measurements' | 'comparison' | 'probabilities' | 'heatmap' | 'outlines'> {
  const { return_probabilities, measure_structures, detect_abnormalities } = options;
  const probabilities = {
    ...probabilitiesOf(reported),
    ...(heart && { [CARDIOMEGALY]: rounded(heart.probability) }),
  };
  return {
    ...(measure_structures && measurements.length > 0 && { measurements: [...measurements] }),
    ...(comparison && { comparison }),
    ...(return_probabilities && detect_abnormalities && { probabilities }),
    ...(outlines.length > 0 && { outlines: outlines.map((one) => storedOutline(one, image)) }),
    ...(heatmapPng && {
      heatmap: `data:image/png;base64,${Buffer.from(heatmapPng).toString('base64')}`,
    }),
  };
}

const NO_OUTLINES: NotAssessed = {
  what: 'outlines',
  reason: 'no structure was outlined in the image',
};
const NO_HEATMAP: NotAssessed = { what: 'heatmap', reason: 'no label that was read has a map' };

/** The answer for an image that was assessed. */
export function wholeAnswer(
  output: AssessedImage,
  now: Assessment,
  compared: PriorComparison,
  request: ImagingRequest,
): Answer {
  const { analysis_options: options } = request;
  const warnings = warningsOf(output, now, compared, options);
  const findings = [...now.findings];
  const report = reportOf(reportInput(now, compared, warnings, request));
  const hearts = options.detect_abnormalities && now.heart ? [now.heart.probability] : [];
  const lacksHeatmap = options.return_heatmap && output.heatmapPng === undefined;
  const lacksOutlines = options.return_outlines && (output.outlines ?? []).length === 0;
  return {
    findings,
    impression: report.impression,
    recommendations: [...report.recommendations],
    confidence_score: confidenceScore(findings, now.reported, hearts),
    ...(report.urgency && { urgency: report.urgency }),
    ...extrasOf(output, now, compared, options),
    not_assessed: [
      ...now.notAssessed,
      ...compared.notAssessed,
      ...(lacksHeatmap ? [NO_HEATMAP] : []),
      ...(lacksOutlines ? [NO_OUTLINES] : []),
      ...beyondReach(request, now),
    ],
    warnings,
  };
}
