import type { Mask } from './masks.js';

/** Grey values of the whole picture, 0 black to 255 white, bones and heart bright. */
export interface GreyStatistics {
  readonly mean: number;
  readonly deviation: number;
  /** Parts of the picture at or below 5 (black) and at or above 250 (white), 0..1. */
  readonly darkFraction: number;
  readonly brightFraction: number;
}

/** The picture resampled to the size of the masks; rows × columns greys, 0..255, row by row. */
export interface GreyPlane {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

export interface ExposureIssue {
  readonly issue: 'overexposed' | 'underexposed' | 'low_contrast' | 'inverted';
  /** For a clinician. */
  readonly reason: string;
  /** The film should not be read. */
  readonly severe: boolean;
}

/** Greys at or below which a film is black, and at or above which it is white. */
export const BLACK = 5;
export const WHITE = 250;

/**
 * Steps from which an issue is named and from which it is severe. Whole-picture ranges in 1,540 films
 * of five hospitals (240 JSRT, 400 NIH, 900 of other sources): mean 53..220, deviation 23..97, dark up
 * to 0.55, bright up to 0.15; within the outlines of the 240 JSRT films: mediastinum brighter than
 * the lungs by 32..85, no black in the lungs, white in the heart up to 0.04.
 */
const DARK = { named: 0.5, severe: 0.7 };
const BRIGHT = { named: 0.2, severe: 0.5 };
const MEAN = { darkest: 25, brightest: 240 };
const DEVIATION = { named: 20, severe: 10 };
const BLACK_LUNG = { named: 0.3, severe: 0.6 };
const WHITE_HEART = { named: 0.3, severe: 0.6 };
const MIN_STEP = 8;
const INVERTED_STEP = -10;

function graded(
  issue: ExposureIssue['issue'],
  value: number,
  steps: { named: number; severe: number },
  reason: string,
): ExposureIssue[] {
  return value >= steps.named ? [{ issue, reason, severe: value >= steps.severe }] : [];
}

function exposureOfPicture(greys: GreyStatistics): ExposureIssue[] {
  const { mean, deviation, darkFraction, brightFraction } = greys;
  return [
    ...graded('overexposed', mean < MEAN.darkest ? 1 : darkFraction, DARK, 'the film is too dark'),
    ...graded(
      'underexposed',
      mean > MEAN.brightest ? 1 : brightFraction,
      BRIGHT,
      'the film is too bright',
    ),
    ...graded(
      'low_contrast',
      -deviation,
      { named: -DEVIATION.named, severe: -DEVIATION.severe },
      'the film has hardly any contrast',
    ),
  ];
}

/** Mean grey under a mask and the parts of it that are black and white; NaN for an empty mask. */
function greysUnder({ cells }: Mask, { values }: GreyPlane) {
  let count = 0;
  let sum = 0;
  let black = 0;
  let white = 0;
  for (let cell = 0; cell < cells.length; cell += 1) {
    if (cells[cell] !== 1) continue;
    const grey = values[cell] ?? Number.NaN;
    count += 1;
    sum += grey;
    if (grey <= BLACK) black += 1;
    if (grey >= WHITE) white += 1;
  }
  return { mean: sum / count, black: black / count, white: white / count };
}

function exposureOfOrgans(lungs: Mask, heart: Mask, plane: GreyPlane): ExposureIssue[] {
  const lung = greysUnder(lungs, plane);
  const middle = greysUnder(heart, plane);
  const step = middle.mean - lung.mean;
  return [
    ...graded('overexposed', lung.black, BLACK_LUNG, 'much of the lungs is black'),
    ...graded('underexposed', middle.white, WHITE_HEART, 'much of the heart is white'),
    ...(step < INVERTED_STEP
      ? [
          {
            issue: 'inverted' as const,
            reason: 'the lungs are brighter than the heart: the picture may be inverted',
            severe: true,
          },
        ]
      : []),
    ...(step >= INVERTED_STEP && step < MIN_STEP
      ? [
          {
            issue: 'low_contrast' as const,
            reason: 'the lungs are hardly darker than the heart',
            severe: false,
          },
        ]
      : []),
  ];
}

/**
 * Assesses whether the greys are those of a readable film. Of several reasons for one issue the
 * first severe one is kept, else the first.
 *
 * @param organs the lungs together and the heart, where they were outlined and the plane is given
 * @throws RangeError when the plane and the masks differ in size
 */
export function exposureIssues(
  greys: GreyStatistics,
  organs?: { lungs: Mask; heart: Mask; plane: GreyPlane },
): ExposureIssue[] {
  if (organs && organs.plane.values.length !== organs.lungs.cells.length) {
    throw new RangeError('the grey-level plane and the masks differ in size');
  }
  const warnings = [
    ...exposureOfPicture(greys),
    ...(organs ? exposureOfOrgans(organs.lungs, organs.heart, organs.plane) : []),
  ];
  return warnings
    .toSorted((a, b) => Number(b.severe) - Number(a.severe))
    .filter(({ issue }, i, all) => all.findIndex((other) => other.issue === issue) === i);
}
