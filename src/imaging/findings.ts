import type { LabelManifest } from '../inference/schema.js';
import { type Evidence, findEvidence } from './boxes.js';
import type { LabelState } from './comparison/change.js';
import { type Box, pixelBox, type StoredPicture } from './coordinates.js';
import type { Finding, Side } from './schema.js';
import { severityOf } from './severity.js';
import type { LabelReading } from './worker/read-image-contract.js';

/** A label with the result of the model. */
export interface AssessedLabel {
  readonly facts: LabelManifest;
  readonly reading: LabelReading;
}

export interface LabelAssessment {
  /** At or above their thresholds, most probable first. */
  readonly positive: readonly AssessedLabel[];
  /** Unspecific labels where a specific one is present. */
  readonly implied: readonly AssessedLabel[];
  /** Neither yes nor no. */
  readonly unsure: readonly AssessedLabel[];
  /** Every label that may be reported and was read. */
  readonly reported: readonly AssessedLabel[];
  /** Of those, by label. */
  readonly verdicts: Readonly<Record<string, LabelState>>;
}

/** Unspecific abnormality; reported only without a specific label. */
const UNSPECIFIC = 'abnormal';
/** Specks of one or two cells of a 14 × 14 map are noise. */
const MIN_AREA = 0.015;

/** Four digits exceed the precision of any calibration. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

function isUnsure({ facts: { unsure }, reading: { probability } }: AssessedLabel): boolean {
  return unsure !== undefined && probability > unsure.low && probability < unsure.high;
}

const byProbability = (a: AssessedLabel, b: AssessedLabel) =>
  b.reading.probability - a.reading.probability;

function verdictAlone(label: AssessedLabel): LabelState {
  if (isUnsure(label)) return 'unsure';
  return label.reading.probability >= label.facts.threshold ? 'present' : 'absent';
}

/** A label that depends on another is at most as certain as that one. */
function verdictOf(label: AssessedLabel, all: readonly AssessedLabel[]): LabelState {
  const alone = verdictAlone(label);
  const { given } = label.facts;
  if (given === undefined || alone === 'absent') return alone;
  const parent = all.find(({ facts }) => facts.id === given);
  const allowed = parent ? verdictAlone(parent) : 'absent';
  return allowed === 'present' ? alone : allowed;
}

/** Returns which labels are present, which are undecided, and which were looked for. */
export function assessLabels(
  labels: readonly LabelManifest[],
  readings: readonly LabelReading[],
): LabelAssessment {
  const read = labels.flatMap((facts) => {
    const reading = readings.find(({ id }) => id === facts.id);
    return reading ? [{ facts, reading }] : [];
  });
  const reported = read.filter(({ facts }) => facts.reported);
  const verdicts = Object.fromEntries(
    reported.map((label) => [label.facts.id, verdictOf(label, read)]),
  );
  const judged = (verdict: LabelState) =>
    reported.filter(({ facts }) => verdicts[facts.id] === verdict).sort(byProbability);
  const present = judged('present');
  const specific = present.filter(({ facts }) => facts.id !== UNSPECIFIC);
  return {
    positive: specific.length > 0 ? specific : present,
    implied: specific.length > 0 ? present.filter((label) => !specific.includes(label)) : [],
    unsure: judged('unsure'),
    reported,
    verdicts,
  };
}

/** Returns the regions of the label's evidence; empty when the model gives none. */
function evidenceOf({ facts, reading }: AssessedLabel, picture: StoredPicture): Evidence[] {
  const { activation, detections } = reading;
  if (detections) {
    return detections.map(({ region, probability }) => ({
      box: pixelBox(region, picture),
      area: region.width * region.height,
      peak: probability,
      region,
      reaches: true,
    }));
  }
  // A segmenter's map is of probabilities, so that the label's own threshold is its level.
  const level = 'structure' in facts ? facts.threshold : undefined;
  const threshold = level ?? ('box' in facts ? facts.box?.activation_threshold : undefined);
  return activation && threshold !== undefined
    ? findEvidence(activation, threshold, picture, 'structure' in facts ? 0 : MIN_AREA)
    : [];
}

/** Less than this part of the evidence beyond the midline is a blurred edge, not another side. */
const BOTH_FROM = 0.2;

/** Returns the side of a midline that the evidence is on; the patient's right is the picture's left. */
function sideOf(evidence: readonly Evidence[], midline: number): Side {
  let [right, left] = [0, 0];
  for (const { region, area } of evidence) {
    const before = Math.min(1, Math.max(0, (midline - region.x) / region.width));
    right += before * area;
    left += (1 - before) * area;
  }
  const lesser = Math.min(right, left) / (right + left);
  if (lesser >= BOTH_FROM) return 'both';
  return right > left ? 'right' : 'left';
}

const whole = ({ width, height }: StoredPicture): Box => ({ x: 0, y: 0, width, height });

/**
 * Returns a finding for the API: with boxes around the label's evidence, and of severity `none`
 * where its extent is unknown.
 *
 * @param midline of the chest, in parts of the upright picture's width, where it is known
 */
export function placeFinding(
  label: AssessedLabel,
  picture: StoredPicture,
  midline: number | undefined,
): Finding {
  const { facts, reading } = label;
  const evidence = evidenceOf(label, picture);
  const locations = evidence.length > 0 ? evidence.map(({ box }) => box) : [whole(picture)];
  const placed = evidence.some(({ reaches }) => reaches);
  const side = placed && midline !== undefined ? sideOf(evidence, midline) : undefined;
  return {
    label: facts.id,
    finding: facts.name,
    location: locations[0] ?? whole(picture),
    confidence: rounded(reading.probability),
    severity: placed ? severityOf(evidence) : 'none',
    ...(facts.code && { code: facts.code }),
    ...(side && { side }),
    probability: rounded(reading.probability),
    threshold: facts.threshold,
    locations,
  };
}

/** The probability of every label that was looked for. */
export function probabilitiesOf(reported: readonly AssessedLabel[]): Record<string, number> {
  return Object.fromEntries(
    reported.map(({ facts, reading }) => [facts.id, rounded(reading.probability)]),
  );
}

/**
 * Probability of the strongest finding; without findings, that there is none; 0 without labels.
 * 0..1.
 *
 * @param measured probabilities of findings that were measured and not read off a label
 */
export function confidenceScore(
  findings: readonly Finding[],
  reported: readonly AssessedLabel[],
  measured: readonly number[] = [],
): number {
  if (findings.length > 0) return Math.max(...findings.map(({ confidence }) => confidence));
  // A label that depends on another is not independent evidence.
  const alone = reported.filter(({ facts }) => facts.given === undefined);
  const probabilities = [...alone.map(({ reading }) => reading.probability), ...measured];
  return probabilities.length === 0 ? 0 : rounded(1 - Math.max(...probabilities));
}
