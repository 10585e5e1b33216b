import { curve, fullness, type Knots } from './maths.js';
import type { Patient } from './patient.js';

/**
 * Inner wall of the bony thorax. Round figures after the mean lung outline of adult frontal films:
 * lungs about 29 cm across at the base and 22 cm from apex to the right dome.
 */
const HALF_WIDTH: Knots = [
  [3, 5],
  [5, 7.4],
  [7, 9.3],
  [9, 10.7],
  [12, 12.1],
  [16, 13.1],
  [21, 13.7],
  [27, 14.2],
  [32, 14.5],
  [37, 14.2],
  [43, 13.6],
];

const HALF_DEPTH: Knots = [
  [4, 3.6],
  [8, 6.4],
  [12, 8.3],
  [18, 9.4],
  [26, 9.8],
  [36, 9.4],
];

/** The lung apex: highest over a point somewhat lateral to the spine, above the clavicle. */
const APEX_X = 4.5;
const APEX_Y = 4.7;

export function wallHalfWidth(y: number): number {
  return curve(HALF_WIDTH, y);
}

export function wallHalfDepth(y: number): number {
  return curve(HALF_DEPTH, y);
}

function apexTaper(x: number, y: number): number {
  const offset = Math.abs(x) - APEX_X;
  const ceiling = APEX_Y + (offset < 0 ? 0.1 : 0.15) * offset * offset;
  const q = (y - ceiling) / 5;
  if (q <= 0) return 0;
  return q >= 1 ? 1 : Math.sqrt(q * (2 - q));
}

/** Half the front-to-back extent of the chest cavity along the ray at (x, y). */
export function cavityHalfDepth(x: number, y: number, halfWidth: number, depth: number): number {
  const a = Math.abs(x) / halfWidth;
  if (a >= 1) return 0;
  return depth * fullness(a) * apexTaper(x, y);
}

export interface Dome {
  readonly height: number;
  readonly centre: number;
}

export function domeOf(patient: Patient, x: number): Dome {
  return x < 0
    ? { height: patient.rightDome, centre: 7.2 }
    : { height: patient.leftDome, centre: 7.6 };
}

/** Height of the dome's ridge at x: steep towards the costophrenic angle, nearly level medially. */
export function ridgeAt(dome: Dome, x: number): number {
  const offset = Math.abs(x) - dome.centre;
  if (offset > 0) {
    const s = (offset / 6.6) * (offset / 6.6);
    return dome.height + 3.5 * s * (0.6 + 0.4 * s);
  }
  const s = offset / dome.centre;
  return dome.height + 1.1 * s * s;
}

/** Depth of the highest line of the diaphragm, and how it falls off behind and in front of it. */
const RIDGE_Z = 1;
const FALL_BEHIND = 0.045;
const FALL_IN_FRONT = 0.028;

/** Stretch of the ray below the diaphragm, or undefined above the dome. */
export function belowDiaphragm(
  ridge: number,
  y: number,
): readonly [from: number, to: number] | undefined {
  const under = y - ridge;
  if (under <= 0) return undefined;
  return [RIDGE_Z - Math.sqrt(under / FALL_BEHIND), RIDGE_Z + Math.sqrt(under / FALL_IN_FRONT)];
}

/** Vertebrae from the first thoracic one; the bodies grow downwards. */
export function vertebraY(index: number): number {
  const n = index - 1;
  return 4.6 + 1.95 * n + 0.033 * n * n;
}

/** The spine lies behind the middle of the chest and bends with the thoracic kyphosis. */
export function spineZ(y: number): number {
  const s = (y - 18) / 14;
  return -6.6 + 1.6 * s * s;
}
