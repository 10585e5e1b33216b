import { normalView } from '../chest/cardiothoracic-limit.js';
import { showsSlices } from '../report/slice.js';
import type { LabelChange, LabelState, ScoreChange, Trend } from './change.js';
import { type ComparedLabel, labelChange } from './label-change.js';
import { repeatabilityCoefficient } from './repeatability.js';
import { sentencesOf } from './wording.js';

/**
 * The facts that two readings are compared by: probabilities of labels and, on chest films, the
 * ratio.
 */
export interface ComparableReading {
  readonly imageType: string;
  /** DICOM code; CT and MR are read as single slices. */
  readonly modality?: string | undefined;
  /** DICOM View Position; undefined when not stated. */
  readonly view?: string | undefined;
  readonly findings?:
    | {
        readonly model: ModelVersion;
        /** Calibrated, 0..1, by label. */
        readonly probabilities: Readonly<Record<string, number>>;
        /** Verdict on each label; older stored readings have none, and the threshold decides. */
        readonly verdicts?: Readonly<Record<string, LabelState>> | undefined;
      }
    | undefined;
  readonly cardiothoracicRatio?:
    | {
        readonly model: ModelVersion;
        readonly value: number;
      }
    | undefined;
  /** Limitations of this reading, such as the quality of the film. */
  readonly warnings?: readonly string[] | undefined;
  /** It is of a series, whose probabilities are not those of an image. */
  readonly ofSeries?: true;
}

export interface ModelVersion {
  readonly id: string;
  /** `major.minor.patch` */
  readonly version: string;
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
  readonly changes: readonly ScoreChange[];
  readonly notCompared: readonly NotCompared[];
  readonly warnings: readonly string[];
  /** For the impression; empty when nothing could be compared. */
  readonly sentences: readonly string[];
}

export const CARDIOTHORACIC_RATIO = 'cardiothoracic_ratio';

const majorOf = ({ version }: ModelVersion) => /^\d+/.exec(version)?.[0] ?? version;

function differentModels(previous: ModelVersion, current: ModelVersion): string | undefined {
  if (previous.id === current.id && majorOf(previous) === majorOf(current)) return undefined;
  const name = ({ id, version }: ModelVersion) => `${id} ${version}`;
  return `the earlier image was read by ${name(previous)}, this one by ${name(current)}`;
}

interface ComparisonPart<Kind extends ScoreChange = ScoreChange> {
  readonly changes: readonly Kind[];
  readonly notCompared: readonly NotCompared[];
}

const apart = (what: string, reason: string): ComparisonPart<never> => ({
  changes: [],
  notCompared: [{ what, reason }],
});
const NO_REPEATABILITY = 'the model does not state by how much two readings differ by chance';

type ReadFindings = NonNullable<ComparableReading['findings']>;

function sideOf({ id }: ComparedLabel, { probabilities, verdicts }: ReadFindings) {
  const probability = probabilities[id];
  return probability === undefined ? undefined : { probability, verdict: verdicts?.[id] };
}

function compareLabel(
  label: ComparedLabel,
  previous: ReadFindings,
  current: ReadFindings,
): ComparisonPart<LabelChange> {
  const before = sideOf(label, previous);
  const now = sideOf(label, current);
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
): ComparisonPart<LabelChange> {
  if (!previous && !current) return { changes: [], notCompared: [] };
  if (!previous || !current) return apart('findings', 'only one of the two readings reports them');
  const reason = differentModels(previous.model, current.model);
  if (reason) return apart('findings', reason);
  const parts = labels.map((label) => compareLabel(label, previous, current));
  return {
    changes: parts.flatMap(({ changes }) => changes),
    notCompared: parts.flatMap(({ notCompared }) => notCompared),
  };
}

function compareRatio(
  previous: ComparableReading['cardiothoracicRatio'],
  current: ComparableReading['cardiothoracicRatio'],
  measure: ComparedMeasure | undefined,
): ComparisonPart {
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
        id: CARDIOTHORACIC_RATIO,
        name: 'cardiothoracic ratio',
        previous: previous.value,
        current: current.value,
        trend: withinNoise ? 'unchanged' : moved,
        withinNoise,
        repeatability,
        threshold: measure.limit,
      },
    ],
    notCompared: [],
  };
}

const OTHER_LEVEL = 'single slices of two examinations need not lie at the same level';

/** Why the two images cannot be compared at all. */
function incomparable(previous: ComparableReading, current: ComparableReading): string | undefined {
  if (previous.imageType !== current.imageType) {
    return `the earlier image is of another type (${previous.imageType})`;
  }
  if (showsSlices(previous) || showsSlices(current)) return OTHER_LEVEL;
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

const earlierWarnings = ({ warnings }: ComparableReading): string[] =>
  (warnings ?? []).map((warning) => `Earlier image: ${warning}`);

/** Names of findings that could not be compared. */
function uncompared({ notCompared }: ComparisonPart, labels: readonly ComparedLabel[]): string[] {
  return notCompared.map(({ what }) => labels.find(({ id }) => id === what)?.name ?? what);
}

/**
 * Compares a reading with an earlier one of the same type.
 *
 * A change counts only beyond the repeatability coefficient, on logits for probabilities and on the
 * ratio itself. Compared with known reason only: another image type, another stated view, another
 * model or another major version of it, single slices, and a missing repeatability are refused with
 * the reason.
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
    warnings:
      changes.length > 0 ? [...viewWarnings(previous, current), ...earlierWarnings(previous)] : [],
    sentences: sentencesOf(findings.changes, measured.changes[0], uncompared(findings, labels)),
  };
}
