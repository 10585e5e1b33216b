import { type Box, findRegions, type Grid } from './boxes.js';
import type { Finding } from './schema.js';
import { severityOf } from './severity.js';

/** What the model's manifest says of a label. */
export interface LabelFacts {
  readonly id: string;
  readonly name: string;
  readonly code?: { system: string; code: string; display: string } | undefined;
  readonly reported: boolean;
  readonly threshold: number;
  readonly box?: { activation_threshold: number } | undefined;
  readonly caveat?: string | undefined;
}

export interface Reading {
  readonly id: string;
  readonly probability: number;
  readonly activation?: Grid;
}

/** A label that is reported, with what its manifest says. */
export interface PositiveLabel {
  readonly facts: LabelFacts;
  readonly reading: Reading;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Stands for "something is wrong" and is said only when no specific label says what. */
export const UNSPECIFIC = 'abnormal';
/** Specks of one or two cells of a 14 × 14 map are noise. */
const LEAST_AREA = 0.015;

/** Four digits are more than any calibration carries. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

/** The reported labels at or above their thresholds, most probable first. */
export function positiveLabels(
  labels: readonly LabelFacts[],
  readings: readonly Reading[],
): PositiveLabel[] {
  const above = labels.flatMap((facts) => {
    const reading = readings.find(({ id }) => id === facts.id);
    return reading && facts.reported && reading.probability >= facts.threshold
      ? [{ facts, reading }]
      : [];
  });
  const specific = above.filter(({ facts }) => facts.id !== UNSPECIFIC);
  return (specific.length > 0 ? specific : above).sort(
    (a, b) => b.reading.probability - a.reading.probability,
  );
}

function whole({ width, height }: Size): Box {
  return { x: 0, y: 0, width, height };
}

/** A finding as the interface wants it: with boxes where the label's evidence lies. */
export function findingOf({ facts, reading }: PositiveLabel, image: Size): Finding {
  const { activation } = reading;
  const regions =
    activation && facts.box
      ? findRegions(activation, facts.box.activation_threshold, image, LEAST_AREA)
      : [];
  const locations = regions.length > 0 ? regions.map(({ box }) => box) : [whole(image)];
  return {
    finding: facts.name,
    location: locations[0] ?? whole(image),
    confidence: rounded(reading.probability),
    severity: regions.length > 0 ? severityOf(regions) : 'mild',
    ...(facts.code && { code: facts.code }),
    probability: rounded(reading.probability),
    threshold: facts.threshold,
    locations,
  };
}

/** The readings of labels that may be reported; the others are not assessed. */
export function reportedReadings(
  labels: readonly LabelFacts[],
  readings: readonly Reading[],
): Reading[] {
  const reported = new Set(labels.filter((label) => label.reported).map(({ id }) => id));
  return readings.filter(({ id }) => reported.has(id));
}

/** Of the strongest finding; without one, of there being none; 0 when nothing was looked for. 0..1. */
export function confidenceScore(
  positives: readonly PositiveLabel[],
  labels: readonly LabelFacts[],
  readings: readonly Reading[],
): number {
  const [strongest] = positives;
  if (strongest) return rounded(strongest.reading.probability);
  const reported = reportedReadings(labels, readings);
  if (reported.length === 0) return 0;
  return rounded(1 - Math.max(...reported.map(({ probability }) => probability)));
}
