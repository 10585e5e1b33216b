import type { Random } from '../../../src/core/random.js';
import { clamp, mix, type Point3, smoothMax, smoothstep } from './maths.js';
import type { Patient } from './patient.js';
import { between, streamFor } from './random.js';
import { type Section, sweepPath, type Target } from './sweep.js';
import { spineZ, vertebraY, wallHalfDepth, wallHalfWidth } from './thorax.js';

interface RibShape {
  /** How far the front end lies below the back end. */
  readonly drop: number;
  /** Where the bone ends and (invisible) cartilage begins, in degrees round the hoop. */
  readonly end: number;
  readonly height: number;
  /** Widest reach from the midline: the upper ribs are tighter hoops than the wall below them. */
  readonly reach: number;
}

const SHAPES: readonly RibShape[] = [
  { drop: 4.4, end: 150, height: 1.3, reach: 7 },
  { drop: 6.6, end: 146, height: 1.05, reach: 9.8 },
  { drop: 8, end: 142, height: 1.05, reach: 12 },
  { drop: 9.2, end: 138, height: 1.1, reach: 20 },
  { drop: 10, end: 134, height: 1.12, reach: 20 },
  { drop: 10.4, end: 130, height: 1.14, reach: 20 },
  { drop: 10.4, end: 126, height: 1.14, reach: 20 },
  { drop: 10, end: 120, height: 1.12, reach: 20 },
  { drop: 9.4, end: 114, height: 1.08, reach: 20 },
  { drop: 8.8, end: 108, height: 1.02, reach: 20 },
  { drop: 6, end: 78, height: 0.9, reach: 20 },
  { drop: 3.6, end: 52, height: 0.8, reach: 20 },
];

/** The first two are overlaid by muscle, the last two are thin. */
const WEIGHTS: readonly number[] = [0.55, 0.8, 1, 1, 1, 1, 1, 1, 1, 0.95, 0.75, 0.6];

const PIECES = 64;

/** Course of one rib: out of the spine, back and outwards, round the side, down to the front. */
function ribPath(shape: RibShape, index: number, side: number, patient: Patient): Point3[] {
  const start = vertebraY(index) - 0.25;
  const path: Point3[] = [];
  for (let i = 0; i <= PIECES; i += 1) {
    const part = i / PIECES;
    const angle = mix(9, shape.end, part) * (Math.PI / 180);
    const swing = angle / Math.PI;
    // nearly level beside the spine, steepest at the side
    const fall = swing * swing * (2.2 - 1.2 * swing);
    const lift = 0.35 * Math.sin(Math.min(angle * 2.2, Math.PI));
    const y = start + shape.drop * patient.ribDrop * fall * 1.18 - lift;
    const width = -smoothMax(-wallHalfWidth(y) - 0.3, -shape.reach, 0.8);
    const depth = wallHalfDepth(y) + 0.25;
    const s = Math.sin(angle);
    const c = Math.cos(angle);
    const fuller = 1 + 0.08 * Math.abs(s * c);
    const x = Math.max(width * s * fuller, i === 0 ? 2 : 0);
    const z = mix(spineZ(y) - 0.6, -depth * c * fuller, smoothstep(0, 0.14, part));
    path.push([side * x, y, z]);
  }
  return path;
}

/** A flat tube of dense bone round marrow; the front end thins out into cartilage. */
function ribSection(shape: RibShape, part: number, density: number, wobble: number): Section {
  const neck = smoothstep(0, 0.12, part);
  const front = clamp((part - 0.55) / 0.45, 0, 1);
  const height = shape.height * mix(0.7, 1, neck) * (1 + 0.12 * front) * wobble;
  const fade = 1 - 0.3 * smoothstep(0.45, 0.75, part) - 0.6 * smoothstep(0.86, 1, part);
  // seen end-on round the side, where overlapping cortices would otherwise pile up to a white rope
  const side = 1 - 0.55 * smoothstep(0.2, 0.36, part) * (1 - smoothstep(0.56, 0.72, part));
  return {
    height,
    depth: mix(0.7, 0.55, smoothstep(0.05, 0.4, part)),
    cortex: mix(0.1, 0.05, front),
    core: 0.2,
    density: density * fade * side * mix(0.35, 1, smoothstep(0.02, 0.2, part)),
  };
}

/** Slow irregular waviness, so that no rib is a perfect hoop. */
function jitterPath(path: readonly Point3[], random: Random): Point3[] {
  const phase = between(random, 0, 6.28);
  const tilt = between(random, -0.2, 0.2);
  const shift = between(random, -0.14, 0.14);
  return path.map(([x, y, z], i) => {
    const t = i / path.length;
    const wave = 0.07 * Math.sin(phase + t * 9) + tilt * (t - 0.3) + shift * smoothstep(0, 0.15, t);
    return [x, y + wave, z];
  });
}

export function drawRibs(target: Target, patient: Patient): void {
  const random = streamFor(patient.seed, 'ribs');
  for (const [i, shape] of SHAPES.entries()) {
    for (const side of [-1, 1]) {
      const weight = WEIGHTS[i] ?? 1;
      const density = weight * patient.boneDensity * between(random, 0.88, 1.12);
      const phase = between(random, 0, 6.28);
      const path = jitterPath(ribPath(shape, i + 1, side, patient), random);
      const wobble = (t: number): number => 1 + 0.05 * Math.sin(phase + t * 13);
      sweepPath(target, path, (part) => ribSection(shape, part, density, wobble(part)));
    }
  }
}
