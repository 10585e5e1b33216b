import { type Frame, xAt, yAt } from './frame.js';
import { RayCover } from './intervals.js';
import { coverMediastinum, type Mediastinum } from './mediastinum.js';
import type { Patient } from './patient.js';
import { createPlane, type Plane } from './plane.js';
import {
  belowDiaphragm,
  cavityHalfDepth,
  domeOf,
  ridgeAt,
  wallHalfDepth,
  wallHalfWidth,
} from './thorax.js';

export interface LungMaps {
  /** Centimetres of lung along the ray. */
  readonly thickness: Plane;
  /** Centimetres between the front and back chest wall along the ray, regardless of the contents. */
  readonly cavity: Plane;
}

const cover = new RayCover();

function coverAll(patient: Patient, organs: Mediastinum, x: number, y: number): void {
  cover.clear();
  coverMediastinum(cover, organs, patient.rotation, x, y);
  const below = belowDiaphragm(ridgeAt(domeOf(patient, x), x), y);
  if (below !== undefined) cover.add(below[0], below[1]);
}

/** Thickness by exact stretches, not by steps: the dome and the heart keep a crisp tangent edge. */
export function projectLungs(frame: Frame, patient: Patient, organs: Mediastinum): LungMaps {
  const thickness = createPlane(frame.size);
  const cavity = createPlane(frame.size);
  for (let row = 0; row < frame.size; row += 1) {
    const y = yAt(frame, row);
    const halfWidth = wallHalfWidth(y);
    const depth = wallHalfDepth(y);
    for (let column = 0; column < frame.size; column += 1) {
      const x = xAt(frame, column);
      const half = cavityHalfDepth(x, y, halfWidth, depth);
      if (half <= 0) continue;
      coverAll(patient, organs, x, y);
      cavity.data[row * frame.size + column] = 2 * half;
      thickness.data[row * frame.size + column] = cover.uncovered(-half, half);
    }
  }
  return { thickness, cavity };
}

/** Whether a point lies in aerated lung, at least `margin` cm inside the chest wall. */
export function isInLung(
  patient: Patient,
  organs: Mediastinum,
  point: readonly [number, number, number],
  margin = 0,
): boolean {
  const [x, y, z] = point;
  const half = cavityHalfDepth(x, y, wallHalfWidth(y) - margin, wallHalfDepth(y)) - margin;
  if (Math.abs(z) >= half) return false;
  coverAll(patient, organs, x, y);
  return !cover.covers(z);
}
