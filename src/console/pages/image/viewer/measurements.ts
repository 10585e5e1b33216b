import { type Length, lengthBetween, type PixelSpacing, type Point } from './affine.js';

/** In pixels of the picture as stored. */
export interface Line {
  readonly from: Point;
  readonly to: Point;
}

/** A line that a person drew. */
export interface DrawnLine extends Line {
  readonly id: number;
}

/** The spacing by which lengths become millimetres, and what it holds for. */
export interface Scale {
  readonly spacing: PixelSpacing | undefined;
  /** Measured at the detector: what lies in front of it appears larger than it is. */
  readonly atDetector: boolean;
}

export const lengthOf = ({ from, to }: Line, { spacing }: Scale): Length =>
  lengthBetween(from, to, spacing);

/** One decimal for millimetres, none for pixels. */
export function lengthText({ value, unit }: Length): string {
  return `${value.toFixed(unit === 'mm' ? 1 : 0)} ${unit}`;
}

/** Lines shorter than this were no drawing, but a click. Pixels of the screen. */
export const MIN_LINE_PIXELS = 4;
