import type { Finding, ImagingResult, Location, SeriesReading } from '../schema.js';
import { inWords } from './codes.js';
import type { Ring } from './rasterise.js';
import type { ResultContext } from './result-context.js';

/** Probabilities along the axis of a series. */
export interface Strip {
  readonly lines: ReadonlyArray<{
    readonly name: string;
    /** null where a slice was not assessed. */
    readonly values: ReadonlyArray<number | null>;
    /** Lowest probability at which it is reported, where it is known. */
    readonly threshold?: number;
  }>;
  /** The slice that is shown, from 1. */
  readonly slice: number;
}

/** What is drawn on one image, and written below it. */
export interface Annotation {
  readonly instanceUid: string;
  /** From 1; undefined: the frame that was read. */
  readonly frame?: number;
  /** In pixels of the image, with the number that the captions have. */
  readonly boxes: ReadonlyArray<{ readonly number: number; readonly box: Location }>;
  readonly rings: readonly Ring[];
  /** Whether the heat map of the result is of this image. */
  readonly hasHeatmap: boolean;
  readonly captions: readonly string[];
  /** Of a series. */
  readonly strip?: Strip;
}

/** Frames of one object; the strongest are first. */
const MAX_KEY_IMAGES = 8;
const MAX_LINES = 4;

const digits = (value: number): string => value.toFixed(2);

/** Never 0.00 nor 1.00: no reading is certain. */
function chance(probability: number): string {
  if (probability > 0.99) return 'above 0.99';
  return probability < 0.01 ? 'below 0.01' : digits(probability);
}

function findingCaption(finding: Finding, number: number): string {
  const { probability, threshold, side, severity, locations, slice } = finding;
  const parts = [
    `probability ${chance(probability)} of 1 (reported from ${digits(threshold)})`,
    ...(side ? [side === 'both' ? 'both sides' : `patient's ${side}`] : []),
    ...(severity === 'none' ? [] : [`extent ${severity}`]),
    ...(slice === undefined ? [] : [`slice ${slice}`]),
    ...(locations.length === 0 ? ['no region is known'] : []),
  ];
  return `${number}  ${finding.finding}: ${parts.join(', ')}`;
}

/** 20260301 and 123000 as 2026-03-01 12:30. */
const inDigits = (date: string, time: string): string =>
  `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)} ${time.slice(0, 2)}:${time.slice(2, 4)}`;

function closingCaptions(context: ResultContext, hasHeatmap: boolean): string[] {
  const { result, version, date, time } = context;
  const { models, not_assessed: left, outlines = [], warnings } = result;
  return [
    ...(left.length > 0
      ? [`Not assessed: ${[...new Set(left.map(({ what }) => inWords(what)))].join(', ')}`]
      : []),
    ...(hasHeatmap ? ['Colours: evidence of the model, not the border of a disease'] : []),
    ...(outlines.length > 0
      ? [`Outlines: ${outlines.map((one) => one.structure).join(', ')}`]
      : []),
    ...(warnings.length > 0 ? [`Warnings: ${warnings.length}, see the report`] : []),
    `Models: ${models.map(({ id, version: of }) => `${id} ${of}`).join(', ')}`,
    `Analysis ${result.analysis_id} of ${inDigits(date, time)}, Wardbox ${version}`,
  ];
}

const findingCaptions = ({ findings }: ImagingResult): string[] =>
  findings.length === 0
    ? ['Nothing reached its threshold. This does not exclude disease.']
    : findings.map((finding, at) => findingCaption(finding, at + 1));

const boxesOf = (findings: readonly Finding[], isShown: (finding: Finding) => boolean) =>
  findings.flatMap((finding, at) =>
    isShown(finding) ? finding.locations.map((box) => ({ number: at + 1, box })) : [],
  );

function stripOf({ findings }: ImagingResult, series: SeriesReading, slice: number): Strip {
  const labels = [...new Set(series.key_images.map(({ label }) => label))].slice(0, MAX_LINES);
  return {
    slice,
    lines: labels.flatMap((label) => {
      const values = series.probabilities[label];
      const finding = findings.find((one) => one.label === label);
      if (values === undefined) return [];
      return [
        {
          name: finding?.finding ?? inWords(label),
          values,
          ...(finding && { threshold: finding.threshold }),
        },
      ];
    }),
  };
}

/** The key images whose files are there, each once. */
function keyImages(
  { evidence }: ResultContext,
  { key_images: keys }: SeriesReading,
  available: ReadonlySet<string>,
) {
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const only = evidence.length === 1 ? evidence[0]?.instanceUid : undefined;
    const instanceUid = key.sop_instance_uid ?? only;
    const name = `${instanceUid} ${key.frame ?? ''}`;
    if (instanceUid === undefined || !available.has(instanceUid) || seen.has(name)) return [];
    seen.add(name);
    return [{ ...key, instanceUid }];
  });
}

function seriesAnnotations(
  context: ResultContext,
  series: SeriesReading,
  available: ReadonlySet<string>,
): Annotation[] {
  const { result } = context;
  return keyImages(context, series, available)
    .slice(0, MAX_KEY_IMAGES)
    .map(({ instanceUid, frame, slice, label, probability, position_mm: position }) => {
      const hasHeatmap = result.heatmap !== undefined && slice === series.shown_slice;
      const where = position === undefined ? '' : ` at ${position.toFixed(1)} mm`;
      return {
        instanceUid,
        ...(frame !== undefined && { frame }),
        boxes: boxesOf(result.findings, (finding) => finding.slice === slice),
        rings: [],
        hasHeatmap,
        captions: [
          `Slice ${slice} of ${series.slices}${where}: ${inWords(label)} ${chance(probability)} of 1 on this slice alone`,
          ...findingCaptions(result),
          ...closingCaptions(context, hasHeatmap),
        ],
        strip: stripOf(result, series, slice),
      };
    });
}

/**
 * What is drawn on which image: of a series on its key images, strongest first.
 *
 * @param available SOP Instance UIDs of the images whose files are there
 */
export function annotationsOf(
  context: ResultContext,
  available: ReadonlySet<string>,
): Annotation[] {
  const { result, image } = context;
  if (result.series) return seriesAnnotations(context, result.series, available);
  const hasHeatmap = result.heatmap !== undefined;
  return [
    {
      instanceUid: image.instanceUid,
      frame: result.image.frame,
      boxes: boxesOf(result.findings, () => true),
      rings: (result.outlines ?? []).flatMap(({ rings }) => rings),
      hasHeatmap,
      captions: [...findingCaptions(result), ...closingCaptions(context, hasHeatmap)],
    },
  ];
}
