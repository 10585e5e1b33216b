import { columnOf, type Frame, rowOf } from './frame.js';
import { cross, type Point3, unit } from './maths.js';
import { deposit, type Plane } from './plane.js';

/** Cross-section of a long body; lengths in centimetres. */
export interface Section {
  /** Extent across the path in the image's upright direction, and at right angles to it. */
  readonly height: number;
  readonly depth: number;
  /** Wall of dense bone; 0 draws a solid body. */
  readonly cortex: number;
  /** Density inside the wall against the wall's. */
  readonly core: number;
  readonly density: number;
}

interface SectionSample {
  readonly u: number;
  readonly v: number;
  readonly weight: number;
}

/** Points over the elliptical cross-section with their share of area times density (cm²). */
function sampleSection(section: Section, step: number): SectionSample[] {
  const nu = Math.max(2, Math.ceil(section.height / step));
  const nv = Math.max(2, Math.ceil(section.depth / (step * 1.3)));
  const samples: SectionSample[] = [];
  let inside = 0;
  for (let i = 0; i < nu; i += 1) {
    for (let j = 0; j < nv; j += 1) {
      const u = ((i + 0.5) / nu - 0.5) * section.height;
      const v = ((j + 0.5) / nv - 0.5) * section.depth;
      const a = (2 * u) / section.height;
      const b = (2 * v) / section.depth;
      if (a * a + b * b > 1) continue;
      inside += 1;
      const c = u / Math.max(section.height / 2 - section.cortex, 0.01);
      const d = v / Math.max(section.depth / 2 - section.cortex, 0.01);
      const inCore = section.cortex > 0 && c * c + d * d < 1;
      samples.push({ u, v, weight: section.density * (inCore ? section.core : 1) });
    }
  }
  // the true area of the ellipse, however few points a thin vessel gets
  const area = (Math.PI / 4) * section.height * section.depth;
  return samples.map((s) => ({ ...s, weight: (s.weight * area) / Math.max(inside, 1) }));
}

export interface Target {
  readonly frame: Frame;
  readonly plane: Plane;
}

/** Draws one straight piece of a swept body by spreading its mass over the rays it crosses. */
export function sweepPiece(target: Target, from: Point3, to: Point3, section: Section): void {
  const { frame, plane } = target;
  const step = frame.xPerPixel * 0.9;
  const delta: Point3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.sqrt(delta[0] * delta[0] + delta[1] * delta[1] + delta[2] * delta[2]);
  if (length === 0) return;
  const direction = unit(delta);
  const across = unit(cross(direction, Math.abs(direction[1]) > 0.95 ? [1, 0, 0] : [0, 1, 0]));
  const upright = cross(across, direction);
  const samples = sampleSection(section, step);
  const steps = Math.max(1, Math.ceil(length / step));
  const scale = length / steps / (frame.xPerPixel * frame.yPerPixel);
  for (const [index, s] of samples.entries()) {
    // each fibre starts at another phase, or the grid would show as a weave
    const phase = (index * 0.618034) % 1;
    const ox = from[0] + upright[0] * s.u + across[0] * s.v;
    const oy = from[1] + upright[1] * s.u + across[1] * s.v;
    const oz = from[2] + upright[2] * s.u + across[2] * s.v;
    for (let k = 0; k < steps; k += 1) {
      const t = (k + phase) / steps;
      const z = oz + delta[2] * t;
      const px = columnOf(frame, ox + delta[0] * t, z);
      const py = rowOf(frame, oy + delta[1] * t, z);
      deposit(plane, px, py, s.weight * scale);
    }
  }
}

/** Draws a body along a path whose section changes from point to point. */
export function sweepPath(
  target: Target,
  path: readonly Point3[],
  sectionAt: (part: number) => Section,
): void {
  for (let i = 0; i + 1 < path.length; i += 1) {
    const from = path[i];
    const to = path[i + 1];
    if (from === undefined || to === undefined) continue;
    sweepPiece(target, from, to, sectionAt((i + 0.5) / (path.length - 1)));
  }
}
