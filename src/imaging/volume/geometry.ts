import { PLANES, type Plane, type Slice } from './slice.js';
import { cross, dot, unitVector, type Vector } from './vector.js';

/** Gantries are tilted by up to 30°; beyond this from all three a plane is oblique. */
const MAX_TILT_COSINE = Math.cos((35 * Math.PI) / 180);
/** Directions of rows and columns that differ by more lie in another plane. */
const SAME_DIRECTION_COSINE = Math.cos((2 * Math.PI) / 180);
/** Along head, back and left: the directions of axial, coronal and sagittal slices. */
const AXES: Readonly<Record<(typeof PLANES)[number], Vector>> = {
  axial: [0, 0, 1],
  coronal: [0, 1, 0],
  sagittal: [1, 0, 0],
};

/**
 * The direction in which slices follow each other: perpendicular to the plane, and from the feet to
 * the head, from the front to the back, or from right to left, so that it does not depend on how the
 * rows run.
 *
 * @returns undefined where the header gives no usable orientation
 */
export function normalOf({ orientation }: Slice): Vector | undefined {
  if (orientation === undefined) return undefined;
  const normal = unitVector(cross(orientation[0], orientation[1]));
  if (normal === undefined) return undefined;
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  return (normal[axis] ?? 0) < 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}

/** The anatomical plane that a direction is perpendicular to. */
export function planeOf(normal: Vector): Plane {
  const plane = PLANES.find((one) => Math.abs(dot(normal, AXES[one])) >= MAX_TILT_COSINE);
  return plane ?? 'oblique';
}

/** Whether rows and columns of two slices run in the same directions. */
export function isSameOrientation(a: Slice, b: Slice): boolean {
  if (a.orientation === undefined || b.orientation === undefined) {
    return a.orientation === b.orientation;
  }
  return [0, 1].every((at) => {
    const [one, other] = [a.orientation?.[at], b.orientation?.[at]];
    return one && other && dot(one, other) >= SAME_DIRECTION_COSINE;
  });
}
