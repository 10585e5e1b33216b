import type { DataSet } from '../../core/dicom-data-set.js';
import type { Finding, ImagingResult, Measurement } from '../schema.js';
import { isUnassessed } from './assessed.js';
import {
  CODING_SCHEMES,
  type Code,
  codeItem,
  DCM,
  ENGLISH,
  findingCode,
  inWords,
  LATERALITY,
  modalityCode,
  OWN,
  ownCode,
  procedureCode,
  SEVERITIES,
  SIDES,
  URGENCIES,
} from './codes.js';
import {
  codedItem,
  container,
  type ImageReference,
  imageItem,
  numberItem,
  pointsItem,
  textItem,
  uidItem,
} from './content-items.js';
import {
  commonModules,
  deviceUid,
  evidenceSequence,
  imageOfFinding,
  keyImageReference,
  type ResultContext,
  resultUid,
  singleImage,
} from './result-context.js';

const ENHANCED_SR = '1.2.840.10008.5.1.4.1.1.88.22';
const SERIES_NUMBER = 9_901;
const PART = 'structured_report';

/** Shown before everything else. */
const NOTICE =
  'AI result - not verified. Made by a computer program from the images alone; no person has read or ' +
  'checked it. A physician has to look at the images. A finding that is not listed is not excluded. ' +
  'Probabilities are 0 to 1, calibrated on the data of the model; they are not percentages, and not a ' +
  'measure of how severe a finding is.';

/** TID 1001 and 1004: what observed. */
function observer(context: ResultContext): DataSet[] {
  return [
    codedItem('HAS OBS CONTEXT', DCM.observerType, DCM.device),
    uidItem('HAS OBS CONTEXT', DCM.deviceUid, deviceUid(context)),
    textItem('HAS OBS CONTEXT', DCM.deviceName, 'Wardbox'),
    textItem('HAS OBS CONTEXT', DCM.deviceManufacturer, 'Wardbox'),
    textItem('HAS OBS CONTEXT', DCM.deviceModel, 'Wardbox'),
  ];
}

/** TID 1600: all images that were read. */
function imageLibrary({ evidence, result }: ResultContext): DataSet {
  const modality = modalityCode(result.image.modality);
  const images = evidence.map((object) => imageItem('CONTAINS', undefined, object));
  const group = container(DCM.libraryGroup, [
    ...(modality ? [codedItem('HAS ACQ CONTEXT', DCM.modality, modality)] : []),
    ...images,
  ]);
  return container(DCM.library, [group]);
}

/** TID 4019. */
const algorithmItems = ({ id, version, backend }: ImagingResult['models'][number]): DataSet[] => [
  textItem('HAS CONCEPT MOD', DCM.algorithmName, id),
  textItem('HAS CONCEPT MOD', DCM.algorithmVersion, version),
  textItem('HAS CONCEPT MOD', DCM.algorithmParameters, `backend=${backend}`),
];

/** Where one model did all, it is named in each group. */
const onlyAlgorithm = ({ models }: ImagingResult): DataSet[] =>
  models.length === 1 ? models.flatMap(algorithmItems) : [];

type BoxCorners = ReadonlyArray<readonly [number, number]>;

/** A box as a closed line. */
function corners({ x, y, width, height }: Finding['location']): BoxCorners {
  const [right, bottom] = [x + width, y + height];
  return [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
    [x, y],
  ];
}

const tracking = (context: ResultContext, name: string, part: string): DataSet[] => [
  textItem('HAS OBS CONTEXT', DCM.trackingId, name),
  uidItem('HAS OBS CONTEXT', DCM.trackingUid, resultUid(context, 'tracking', part)),
];

/** The slice of a finding in a series. */
const sliceItems = ({ slice }: Finding): DataSet[] =>
  slice === undefined ? [] : [numberItem('CONTAINS', OWN.slice, slice, '1')];

/** TID 1410 and 1501: a finding with its probability and the regions of its evidence. */
function findingGroup(context: ResultContext, finding: Finding, at: number): DataSet {
  const { probability, threshold, severity, side, locations, label } = finding;
  const image = imageOfFinding(context, finding);
  const extent = severity === 'none' ? undefined : SEVERITIES[severity];
  return container(DCM.group, [
    ...tracking(context, label, `finding-${at + 1}`),
    ...onlyAlgorithm(context.result),
    codedItem('CONTAINS', DCM.finding, findingCode(finding)),
    ...(image
      ? locations.map((box) => pointsItem('CONTAINS', DCM.region, 'POLYLINE', corners(box), image))
      : []),
    numberItem('CONTAINS', DCM.probability, probability, '1'),
    numberItem('CONTAINS', OWN.threshold, threshold, '1'),
    ...(side ? [codedItem('CONTAINS', LATERALITY, SIDES[side])] : []),
    ...(extent ? [codedItem('CONTAINS', OWN.extent, extent)] : []),
    ...sliceItems(finding),
  ]);
}

/** TID 300: a measurement, inferred from its landmarks. */
function measurementItem(measured: Measurement, image: ImageReference | undefined): DataSet {
  const { name, value, unit, limit, quality, remarks, landmarks } = measured;
  const points = landmarks.map(({ x, y }) => [x, y] as const);
  const isLine = points.length === 2;
  const shape = isLine ? 'POLYLINE' : points.length === 1 ? 'POINT' : 'MULTIPOINT';
  const from =
    image && points.length > 0
      ? [pointsItem('INFERRED FROM', DCM.measurementSource, shape, points, image)]
      : [];
  return numberItem('CONTAINS', ownCode(name, inWords(name)), value, unit, [
    ...from,
    codedItem('HAS PROPERTIES', OWN.quality, quality === 'good' ? OWN.good : OWN.limited),
    ...(limit === undefined ? [] : [numberItem('HAS PROPERTIES', OWN.limit, limit, unit)]),
    ...remarks.map((remark) => textItem('HAS PROPERTIES', DCM.comment, remark)),
  ]);
}

/** TID 1501: what was measured. */
function measurementGroup(context: ResultContext): DataSet[] {
  const { measurements = [] } = context.result;
  if (measurements.length === 0) return [];
  const image = singleImage(context);
  return [
    container(DCM.group, [
      ...tracking(context, 'measurements', 'measurements'),
      ...onlyAlgorithm(context.result),
      ...measurements.map((measured) => measurementItem(measured, image)),
    ]),
  ];
}

function measurements(context: ResultContext): DataSet[] {
  const groups = [
    ...context.result.findings.map((finding, at) => findingGroup(context, finding, at)),
    ...measurementGroup(context),
  ];
  // TID 1500 wants the container where there is something to be in it.
  return groups.length === 0 ? [] : [container(DCM.measurements, groups)];
}

function urgencyItems({ urgency }: ImagingResult): DataSet[] {
  if (urgency === undefined) return [];
  const { level, because, source } = urgency;
  return [
    codedItem('CONTAINS', OWN.urgency, URGENCIES[level], [
      textItem('HAS PROPERTIES', OWN.reason, `${because} (${source})`),
    ]),
  ];
}

/** What one label is called, where a finding says it. */
function labelCode({ findings }: ImagingResult, label: string): Code {
  const finding = findings.find((one) => one.label === label);
  return finding ? findingCode(finding) : ownCode(label, inWords(label));
}

function probabilityItems(result: ImagingResult): DataSet[] {
  const all = Object.entries(result.probabilities ?? {});
  if (all.length === 0) return [];
  const items = all.map(([label, probability]) =>
    numberItem('CONTAINS', DCM.probability, probability, '1', [
      codedItem('HAS CONCEPT MOD', OWN.label, labelCode(result, label)),
    ]),
  );
  return [container(OWN.probabilities, items)];
}

function comparisonItems({ comparison }: ImagingResult): DataSet[] {
  if (comparison === undefined) return [];
  const { prior, changes } = comparison;
  const earlier = Object.entries({ analysis: prior.analysis_id, read: prior.created_at })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`);
  return [
    container(OWN.comparison, [
      ...(earlier.length > 0
        ? [textItem('CONTAINS', DCM.comment, `Earlier image: ${earlier.join(', ')}`)]
        : []),
      ...changes.map(({ name, previous, current, trend, within_noise: noise }) =>
        textItem(
          'CONTAINS',
          OWN.change,
          `${inWords(name)}: ${previous} before, ${current} now, ${trend}` +
            (noise ? ' (no more than between two images of an unchanged patient)' : ''),
        ),
      ),
    ]),
  ];
}

function seriesItems(context: ResultContext): DataSet[] {
  const { result } = context;
  const { series } = result;
  if (series === undefined) return [];
  const keys = series.key_images.map((key) => {
    const image = keyImageReference(context, key);
    return container(OWN.keyImage, [
      codedItem('CONTAINS', OWN.label, labelCode(result, key.label)),
      numberItem('CONTAINS', DCM.probability, key.probability, '1'),
      numberItem('CONTAINS', OWN.slice, key.slice, '1'),
      ...(key.position_mm === undefined
        ? []
        : [numberItem('CONTAINS', OWN.position, key.position_mm, 'mm')]),
      ...(image ? [imageItem('CONTAINS', DCM.sourceImage, image)] : []),
    ]);
  });
  return [
    container(OWN.series, [
      numberItem('CONTAINS', OWN.images, series.images, '1'),
      numberItem('CONTAINS', OWN.slices, series.slices, '1'),
      numberItem('CONTAINS', OWN.assessedSlices, series.assessed, '1'),
      ...series.reasons.map((reason) => textItem('CONTAINS', OWN.reason, reason)),
      ...keys,
    ]),
  ];
}

function notAssessedItems({ not_assessed: items }: ImagingResult): DataSet[] {
  if (items.length === 0) return [];
  const texts = items.map(({ what, reason }) =>
    textItem('CONTAINS', OWN.notAssessed, `${inWords(what)}: ${reason}`),
  );
  return [container(OWN.notAssessed, texts)];
}

const algorithms = ({ models }: ImagingResult): DataSet[] =>
  models.length === 0
    ? []
    : [
        container(
          OWN.algorithms,
          models.map((model) => container(OWN.algorithm, algorithmItems(model))),
        ),
      ];

/**
 * The answer as a Measurement Report (PS3.16 TID 1500). Enhanced SR, as its content has neither
 * coordinates in space nor references between items, and more archives take it than the larger
 * classes.
 */
export function structuredReport(context: ResultContext): DataSet {
  const { result, imageType } = context;
  const { impression, recommendations, warnings } = result;
  const procedure = procedureCode(imageType, result.image.modality);
  const partial = isUnassessed(result);
  return {
    ...commonModules(context, {
      sopClassUid: ENHANCED_SR,
      modality: 'SR',
      part: PART,
      seriesNumber: SERIES_NUMBER,
    }),
    CodingSchemeIdentificationSequence: CODING_SCHEMES,
    ReferencedPerformedProcedureStepSequence: [],
    CompletionFlag: partial ? 'PARTIAL' : 'COMPLETE',
    ...(partial && { CompletionFlagDescription: 'The image was not assessed' }),
    VerificationFlag: 'UNVERIFIED',
    PreliminaryFlag: 'PRELIMINARY',
    PerformedProcedureCodeSequence: [],
    CurrentRequestedProcedureEvidenceSequence: evidenceSequence(context.evidence),
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: [codeItem(DCM.measurementReport)],
    ContinuityOfContent: 'SEPARATE',
    ContentTemplateSequence: [{ MappingResource: 'DCMR', TemplateIdentifier: '1500' }],
    ContentSequence: [
      codedItem('HAS CONCEPT MOD', DCM.language, ENGLISH),
      codedItem('HAS CONCEPT MOD', DCM.titleModifier, OWN.notVerified),
      ...observer(context),
      codedItem('HAS CONCEPT MOD', DCM.procedure, procedure),
      textItem('CONTAINS', DCM.comment, NOTICE),
      textItem('CONTAINS', DCM.impression, impression),
      ...urgencyItems(result),
      ...recommendations.map((text) => textItem('CONTAINS', DCM.recommendation, text)),
      imageLibrary(context),
      ...measurements(context),
      ...probabilityItems(result),
      ...seriesItems(context),
      ...comparisonItems(result),
      ...notAssessedItems(result),
      ...warnings.map((warning) => textItem('CONTAINS', OWN.warning, warning)),
      ...algorithms(result),
      textItem('CONTAINS', OWN.analysis, result.analysis_id),
    ],
  };
}
