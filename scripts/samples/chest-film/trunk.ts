import { type Frame, xAt, yAt } from './frame.js';
import { clamp, curve, type Knots, smoothMax, smoothstep, squareness } from './maths.js';
import type { Patient } from './patient.js';
import { createPlane, type Plane } from './plane.js';

const TORSO_WIDTH: Knots = [
  [2, 13],
  [8, 17.6],
  [12, 18.8],
  [16, 18.5],
  [22, 17.9],
  [30, 17.4],
  [36, 17.4],
  [42, 18],
];

const TORSO_DEPTH: Knots = [
  [3, 7],
  [8, 9.4],
  [14, 10.6],
  [26, 11.2],
  [34, 11.3],
  [42, 11],
];

/** Upper outline from the neck over the trapezius to the point of the shoulder. */
const SHOULDER_LINE: Knots = [
  [0, -9],
  [4.6, -7],
  [6, -0.8],
  [8, 2],
  [11, 3.1],
  [15, 4.1],
  [18, 5.1],
  [20, 6.6],
  [22, 9.6],
  [24, 16],
];

function torsoDepth(x: number, halfWidth: number, depth: number, under: number): number {
  if (under <= 0) return 0;
  const q = clamp(under / 5.2, 0, 1);
  // the top of the shoulder is a thin ridge that thickens downwards
  return 2 * depth * squareness(Math.min(Math.abs(x) / halfWidth, 1)) * Math.sqrt(q * (2 - q));
}

function neckDepth(x: number, y: number): number {
  const halfWidth = 6.1 + 0.09 * Math.max(y, 0) * Math.max(y, 0);
  const fade = 1 - smoothstep(5, 13, y);
  const a = Math.min(Math.abs(x) / halfWidth, 1);
  return 13.5 * Math.sqrt(1 - a * a) * fade;
}

/** The arm hangs a little away from the side; the film crops it. */
function armDepth(x: number, y: number, drop: number): number {
  const along = clamp((y - 10 - drop) / 22, 0, 1);
  const axis = 18.4 + 4.2 * along;
  const radius = 6.4 - 0.5 * along;
  const top = y < 10 + drop ? y - 10 - drop : 0;
  const dx = (Math.abs(x) - axis) * 0.97;
  const q = radius * radius - dx * dx - top * top;
  return q > 0 ? 2 * Math.sqrt(q) : 0;
}

/** Centimetres of body along each ray, before anything is hollowed out of it. */
export function projectTrunk(frame: Frame, patient: Patient): Plane {
  const plane = createPlane(frame.size);
  const { girth, shoulderDrop } = patient;
  for (let row = 0; row < frame.size; row += 1) {
    const y = yAt(frame, row);
    const width = curve(TORSO_WIDTH, y) * girth;
    const depth = curve(TORSO_DEPTH, y) * girth;
    for (let column = 0; column < frame.size; column += 1) {
      const x = xAt(frame, column) - frame.rotation * -2;
      const outline =
        curve(SHOULDER_LINE, Math.abs(x)) + shoulderDrop * smoothstep(8, 18, Math.abs(x));
      const torso = torsoDepth(x, width, depth, y - outline);
      const neck = neckDepth(x, y);
      const arm = armDepth(x, y, shoulderDrop);
      const all = smoothMax(smoothMax(torso, neck, 1.5), arm, 2) - 0.5;
      // a layer of fat under the skin is less dense than the muscle of the side
      const fat = 0.1 * smoothstep(width - 1.7, width - 1.3, Math.abs(x)) * smoothstep(13, 17, y);
      const lean = 1 - fat * (1 - smoothstep(0, 8, arm));
      plane.data[row * frame.size + column] = Math.max(0, all) * lean;
    }
  }
  return plane;
}

/** Extra soft tissue in front of the ribs: breasts, or the edge of the pectoral muscle. */
export function projectChestFolds(frame: Frame, patient: Patient): Plane {
  const plane = createPlane(frame.size);
  for (let row = 0; row < frame.size; row += 1) {
    const y = yAt(frame, row);
    for (let column = 0; column < frame.size; column += 1) {
      const x = xAt(frame, column) - frame.rotation * 10;
      const side = x < 0 ? 0.15 : 0;
      const depth = breastDepth(x, y + side, patient) + pectoralDepth(x, y + side);
      plane.data[row * frame.size + column] = depth;
    }
  }
  return plane;
}

function breastDepth(x: number, y: number, patient: Patient): number {
  if (patient.breast === 0) return 0;
  const dx = (Math.abs(x) - 8.8) / 6.6;
  const below = y - 24.5;
  // it hangs: a clear lower fold, a slope without an edge above
  const dy = below > 0 ? below / 4.6 : below / 10;
  const q = 1 - dx * dx - dy * dy;
  if (q <= 0) return 0;
  return patient.breast * (below > 0 ? Math.sqrt(q) * (0.4 + 0.6 * q) : q);
}

function pectoralDepth(x: number, y: number): number {
  // lower border from the armpit to the middle of the breastbone
  const edge = 20.5 - 0.5 * (Math.abs(x) - 6);
  const across = smoothstep(1, 4, Math.abs(x)) * (1 - smoothstep(15, 18.5, Math.abs(x)));
  return 1.1 * across * (1 - smoothstep(-1.6, 1.4, y - edge)) * smoothstep(8, 12, y);
}
