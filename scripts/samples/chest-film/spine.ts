import { columnOf, type Frame, rowOf, xAt, yAt } from './frame.js';
import { clamp, mix, type Point3 } from './maths.js';
import type { Patient } from './patient.js';
import type { Plane } from './plane.js';
import { between, streamFor } from './random.js';
import { sweepPath, type Target } from './sweep.js';
import { spineZ, vertebraY } from './thorax.js';

interface Vertebra {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly density: number;
  /** Tilt of the end plates, from bends of the column. */
  readonly slant: number;
}

/** Equivalent thickness of dense bone at a point of one vertebral body and its pedicles. */
function boneAt(v: Vertebra, x: number, y: number): number {
  const dx = (x - v.x) / v.halfWidth;
  const dy = (y - v.y - v.slant * dx) / (v.halfHeight * (1 - 0.06 * Math.cos(dx * 3)));
  // the body is waisted: its sides are concave between the end plates
  const waist = 1 - 0.1 * (1 - dy * dy);
  const a = Math.abs(dx) / waist;
  const b = Math.abs(dy);
  let bone = 0;
  if (a < 1.06 && b < 1.06) {
    const inside = clamp((1.06 - a) / 0.12, 0, 1) * clamp((1.06 - b) / 0.16, 0, 1);
    const plate = Math.exp(-((b - 0.93) * (b - 0.93)) / 0.006);
    const edge = Math.exp(-((a - 0.95) * (a - 0.95)) / 0.005);
    // the body is round seen from above: thickest in the midline, no step at its sides
    const round = Math.sqrt(Math.max(0, 1 - (a / 1.06) * (a / 1.06)));
    bone += inside * ((0.26 + 0.15 * plate) * round + 0.05 * edge);
  }
  // pedicles: upright ovals with a dense rim, near the upper corners
  const px = (Math.abs(x - v.x) - 0.66 * v.halfWidth) / 0.36;
  const py = (y - v.y + 0.2 * v.halfHeight) / 0.55;
  const r = Math.sqrt(px * px + py * py);
  bone += 0.22 * Math.exp(-((r - 0.85) * (r - 0.85)) / 0.05);
  return bone * v.density;
}

function paintVertebra(frame: Frame, plane: Plane, v: Vertebra): void {
  const reachX = (v.halfWidth * 1.25) / frame.xPerPixel;
  const reachY = (v.halfHeight * 1.25) / frame.yPerPixel;
  const cx = columnOf(frame, v.x, v.z);
  const cy = rowOf(frame, v.y, v.z);
  const shiftX = v.x - xAt(frame, cx - 0.5);
  const shiftY = v.y - yAt(frame, cy - 0.5);
  const top = Math.max(0, Math.floor(cy - reachY));
  const bottom = Math.min(frame.size - 1, Math.ceil(cy + reachY));
  const left = Math.max(0, Math.floor(cx - reachX));
  const right = Math.min(frame.size - 1, Math.ceil(cx + reachX));
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const i = row * frame.size + column;
      const bone = boneAt(v, xAt(frame, column) + shiftX, yAt(frame, row) + shiftY);
      plane.data[i] = (plane.data[i] ?? 0) + bone;
    }
  }
}

/** Spinous process: a small drop-shaped shadow in the midline below the body it belongs to. */
function drawProcesses(target: Target, v: Vertebra, index: number): void {
  const tip: Point3[] = [
    [v.x, v.y + 0.5, v.z - 3],
    [v.x, v.y + 1.5, v.z - 4.6],
  ];
  sweepPath(target, tip, (part) => ({
    height: 0.9,
    depth: 0.8 + 0.3 * part,
    cortex: 0.12,
    core: 0.35,
    density: 0.6 * v.density,
  }));
  if (index < 1 || index > 12) return;
  for (const side of [-1, 1]) {
    const path: Point3[] = [
      [v.x + side * v.halfWidth * 0.8, v.y - 0.1, v.z - 2],
      [v.x + side * (v.halfWidth + 1.3), v.y - 0.35, v.z - 3.2],
    ];
    sweepPath(target, path, () => ({
      height: 0.8,
      depth: 0.7,
      cortex: 0.08,
      core: 0.3,
      density: 0.6 * v.density,
    }));
  }
}

/** From the lower neck to the upper lumbar spine; a real column is never perfectly straight. */
export function drawSpine(target: Target, patient: Patient): void {
  const random = streamFor(patient.seed, 'spine');
  const bend = between(random, -0.35, 0.35);
  for (let index = -5; index <= 17; index += 1) {
    const y = index < 1 ? 4.6 + (index - 1) * 1.7 : vertebraY(index);
    const t = clamp((index + 3) / 18, 0, 1);
    const v: Vertebra = {
      x: bend * Math.sin(y / 9) + between(random, -0.05, 0.05),
      y,
      z: spineZ(y),
      halfWidth: mix(1.35, 2.25, t),
      halfHeight: index < 1 ? 0.7 : mix(0.8, 1.18, t),
      density: patient.boneDensity * between(random, 0.92, 1.08),
      slant: between(random, -0.09, 0.09),
    };
    paintVertebra(target.frame, target.plane, v);
    drawProcesses(target, v, index);
  }
}

/** Manubrium and body of the breastbone: nearly hidden by the spine, felt as a slight veil. */
export function drawSternum(target: Target, patient: Patient): void {
  const path: Point3[] = [
    [0, 9.8, 7.5],
    [0, 13.5, 9],
    [0, 17, 9.6],
    [0, 23, 10],
  ];
  sweepPath(target, path, (part) => ({
    height: 1,
    depth: part < 0.3 ? 4.4 : 3,
    cortex: 0.05,
    core: 0.4,
    density: 0.26 * patient.boneDensity,
  }));
}
