import { type Length, lengthBetween, type PixelSpacing, type Point } from './affine.js';

/** A line that a person drew, in pixels of the picture as stored. */
export interface DrawnLine {
  readonly id: number;
  readonly from: Point;
  readonly to: Point;
}

/** The spacing by which lengths become millimetres, and what it holds for. */
export interface Scale {
  readonly spacing: PixelSpacing | undefined;
  /** Measured at the detector: what lies in front of it appears larger than it is. */
  readonly atDetector: boolean;
}

export const lengthOf = (
  { from, to }: Pick<DrawnLine, 'from' | 'to'>,
  { spacing }: Scale,
): Length => lengthBetween(from, to, spacing);

/** One decimal for millimetres, none for pixels. */
export function lengthText({ value, unit }: Length): string {
  return `${value.toFixed(unit === 'mm' ? 1 : 0)} ${unit}`;
}

/** Lines shorter than this were no drawing, but a click. Pixels of the screen. */
export const MIN_LINE_PIXELS = 4;
