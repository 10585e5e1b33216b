import { normalView } from '../chest/cardiothoracic-limit.js';
import type { Change, Trend } from './change.js';
import { sentencesOf } from './wording.js';

/** What two readings are compared by: probabilities of labels and, on chest films, the ratio. */
export interface ComparableReading {
  readonly imageType: string;
  /** DICOM View Position; undefined when not stated. */
  readonly view?: string | undefined;
  readonly findings?:
    | {
        readonly model: ModelVersion;
        /** Calibrated, 0..1, by label. */
        readonly probabilities: Readonly<Record<string, number>>;
      }
    | undefined;
  readonly cardiothoracicRatio?:
    | {
        readonly model: ModelVersion;
        readonly value: number;
      }
    | undefined;
}

export interface ModelVersion {
  readonly id: string;
  /** `major.minor.patch` */
  readonly version: string;
}

/** What the manifest of the current reading's model says of a label. */
export interface ComparedLabel {
  readonly id: string;
  readonly name: string;
  /** Probability from which the label is reported, 0..1. */
  readonly threshold: number;
  /** Within-subject standard deviation of the logit over films of one unchanged patient. */
  readonly repeatabilitySd?: number | undefined;
}

export interface ComparedMeasure {
  /** Ratio above which the heart counts as enlarged. */
  readonly limit: number;
  /** Within-subject standard deviation of the ratio. */
  readonly repeatabilitySd?: number | undefined;
}

export interface NotCompared {
  readonly what: string;
  readonly reason: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  readonly notCompared: readonly NotCompared[];
  readonly warnings: readonly string[];
  /** For the impression; empty when nothing could be compared. */
  readonly sentences: readonly string[];
}

export const CARDIOTHORACIC_RATIO = 'cardiothoracic_ratio';

/** Probabilities are given with four digits: beyond that, 0 and 1 stand for "less" and "more". */
const LEAST_PROBABILITY = 1e-4;

/** ln(p / (1 - p)) of a probability kept off 0 and 1. */
function logit(probability: number): number {
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}

/**
 * The repeatability coefficient: 95 % of the differences between two measurements of something
 * unchanged are smaller. Bland & Altman, Lancet 1986;1:307-310, doi:10.1016/S0140-6736(86)90837-8.
 *
 * @param sd within-subject standard deviation, in the unit of the measurement, ≥ 0
 * @returns 1.96 × √2 × sd, in the same unit
 * @throws RangeError for a standard deviation that is negative or not finite
 */
export function repeatabilityCoefficient(sd: number): number {
  if (!(sd >= 0 && Number.isFinite(sd))) throw new RangeError('the repeatability is out of range');
  return 1.96 * Math.SQRT2 * sd;
}

const majorOf = ({ version }: ModelVersion) => /^\d+/.exec(version)?.[0] ?? version;

function differentModels(previous: ModelVersion, current: ModelVersion): string | undefined {
  if (previous.id === current.id && majorOf(previous) === majorOf(current)) return undefined;
  const name = ({ id, version }: ModelVersion) => `${id} ${version}`;
  return `the earlier image was read by ${name(previous)}, this one by ${name(current)}`;
}

function labelChange(label: ComparedLabel, previous: number, current: number): Change | undefined {
  if (label.repeatabilitySd === undefined) return undefined;
  const repeatability = repeatabilityCoefficient(label.repeatabilitySd);
  const step = logit(current) - logit(previous);
  const withinNoise = Math.abs(step) <= repeatability;
  const moved = (): Trend => {
    if (previous < label.threshold && current >= label.threshold) return 'new';
    if (previous >= label.threshold && current < label.threshold) return 'resolved';
    return step > 0 ? 'increased' : 'decreased';
  };
  return {
    ...{ id: label.id, name: label.name, previous, current, change: current - previous },
    trend: withinNoise ? 'unchanged' : moved(),
    ...{ withinNoise, repeatability, threshold: label.threshold },
  };
}

type Part = Pick<Comparison, 'changes' | 'notCompared'>;

const apart = (what: string, reason: string): Part => ({
  changes: [],
  notCompared: [{ what, reason }],
});
const NO_REPEATABILITY = 'the model does not state how far two readings differ by chance';

function compareLabel(
  label: ComparedLabel,
  previous: Readonly<Record<string, number>>,
  current: Readonly<Record<string, number>>,
): Part {
  const before = previous[label.id];
  const now = current[label.id];
  if (before === undefined || now === undefined) {
    return apart(label.id, 'only one of the two readings assessed it');
  }
  const change = labelChange(label, before, now);
  return change ? { changes: [change], notCompared: [] } : apart(label.id, NO_REPEATABILITY);
}

function compareFindings(
  previous: ComparableReading['findings'],
  current: ComparableReading['findings'],
  labels: readonly ComparedLabel[],
): Part {
  if (!previous && !current) return { changes: [], notCompared: [] };
  if (!previous || !current) return apart('findings', 'only one of the two readings has them');
  const reason = differentModels(previous.model, current.model);
  if (reason) return apart('findings', reason);
  const parts = labels.map((label) =>
    compareLabel(label, previous.probabilities, current.probabilities),
  );
  return {
    changes: parts.flatMap(({ changes }) => changes),
    notCompared: parts.flatMap(({ notCompared }) => notCompared),
  };
}

function compareRatio(
  previous: ComparableReading['cardiothoracicRatio'],
  current: ComparableReading['cardiothoracicRatio'],
  measure: ComparedMeasure | undefined,
): Part {
  if (!previous && !current) return { changes: [], notCompared: [] };
  if (!previous || !current) {
    return apart(CARDIOTHORACIC_RATIO, 'it was measured on only one of the two images');
  }
  const reason = differentModels(previous.model, current.model);
  if (reason) return apart(CARDIOTHORACIC_RATIO, reason);
  if (measure?.repeatabilitySd === undefined) return apart(CARDIOTHORACIC_RATIO, NO_REPEATABILITY);
  const repeatability = repeatabilityCoefficient(measure.repeatabilitySd);
  const change = current.value - previous.value;
  const withinNoise = Math.abs(change) <= repeatability;
  const moved: Trend = change > 0 ? 'increased' : 'decreased';
  return {
    changes: [
      {
        ...{ id: CARDIOTHORACIC_RATIO, name: 'cardiothoracic ratio' },
        ...{ previous: previous.value, current: current.value, change },
        ...{ trend: withinNoise ? 'unchanged' : moved, withinNoise, repeatability },
        threshold: measure.limit,
      },
    ],
    notCompared: [],
  };
}

/** Why the two images cannot be compared at all. */
function incomparable(previous: ComparableReading, current: ComparableReading): string | undefined {
  if (previous.imageType !== current.imageType) {
    return `the earlier image is of another type (${previous.imageType})`;
  }
  const [before, now] = [normalView(previous.view), normalView(current.view)];
  if (before === undefined || now === undefined || before === now) return undefined;
  return `the view of the earlier image is ${before}, of this one ${now}: sizes differ between them`;
}

function viewWarnings(previous: ComparableReading, current: ComparableReading): string[] {
  const stated = [previous, current].filter(({ view }) => normalView(view) !== undefined).length;
  const measured = previous.cardiothoracicRatio && current.cardiothoracicRatio;
  if (stated === 2 || (stated === 0 && !measured)) return [];
  return [
    `The view of ${stated === 0 ? 'both images' : 'one of the two images'} is not stated; ` +
      'a change between PA and AP views looks like a change of the heart and the lungs.',
  ];
}

/**
 * Compares a reading with an earlier one of the same type.
 *
 * A change counts only beyond the repeatability coefficient, on logits for probabilities and on the
 * ratio itself. Compared with known reason only: another image type, another stated view, another
 * model or another major version of it, and a missing repeatability are refused with the reason.
 *
 * @param labels reported labels of the current reading's model
 * @param ratio limit and repeatability of the cardiothoracic ratio
 * @throws RangeError for a repeatability that is negative or not finite
 */
export function compareReadings(
  previous: ComparableReading,
  current: ComparableReading,
  labels: readonly ComparedLabel[],
  ratio?: ComparedMeasure,
): Comparison {
  const reason = incomparable(previous, current);
  if (reason) return { ...apart('comparison', reason), warnings: [], sentences: [] };
  const findings = compareFindings(previous.findings, current.findings, labels);
  const measured = compareRatio(previous.cardiothoracicRatio, current.cardiothoracicRatio, ratio);
  const changes = [...findings.changes, ...measured.changes];
  return {
    changes,
    notCompared: [...findings.notCompared, ...measured.notCompared],
    warnings: changes.length > 0 ? viewWarnings(previous, current) : [],
    sentences: sentencesOf(findings.changes, measured.changes[0]),
  };
}
