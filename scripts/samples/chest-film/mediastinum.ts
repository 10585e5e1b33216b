import type { RayCover } from './intervals.js';
import { curve, type Knots, mix } from './maths.js';
import type { Patient } from './patient.js';
import { spineZ } from './thorax.js';

export interface Ellipsoid {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly cos: number;
  readonly sin: number;
}

/** Everything between the lungs that displaces them, ready for one person. */
export interface Mediastinum {
  readonly bodies: readonly Ellipsoid[];
  /** The bodies that are chambers of the heart and form its borders. */
  readonly chambers: readonly Ellipsoid[];
  readonly aortaX: (y: number) => number;
  readonly aortaRadius: number;
}

function ellipsoid(
  centre: readonly [number, number, number],
  axes: readonly [number, number, number],
  degrees = 0,
): Ellipsoid {
  const angle = (degrees * Math.PI) / 180;
  const [x, y, z] = centre;
  const [a, b, c] = axes;
  return { x, y, z, a, b, c, cos: Math.cos(angle), sin: Math.sin(angle) };
}

export function createMediastinum(patient: Patient): Mediastinum {
  const k = patient.heart;
  const drop = patient.leftDome - 28.2;
  const knob = mix(1.5, 2.1, patient.age);
  const chambers = [
    // left ventricle: its long axis points down and to the patient's left, the apex on the dome
    ellipsoid([2.7, 23.5 + drop, 0.2], [6.5 * k, 3.9 * k, 8.8], 50),
    ellipsoid([4.6, 26.4 + drop, 1.6], [3.9 * k, 2.8 * k, 6.6], 36),
    // right atrium: the right heart border
    ellipsoid([-1.1, 23.2 + drop, -0.2], [3.3 * k, 5, 8.6]),
    // right ventricle, in front and low
    ellipsoid([1.2, 26.4 + drop, 0.8], [5.4 * k, 3.6, 8], 8),
  ];
  const others = [
    // pulmonary trunk and left atrial appendage: the straight part of the left border
    ellipsoid([1.5, 18.4 + drop * 0.5, 1], [2.35 * k, 3.8, 6.5], -8),
    ellipsoid([0.3, 20 + drop * 0.5, -1.5], [3.5 * k, 3.2, 6]),
    // ascending aorta and superior vena cava: the right upper border
    ellipsoid([-0.9, 16, 0.8], [mix(2, 2.5, patient.age), 5.2, 7]),
    ellipsoid([-1.2, 11.5, 0], [1.9, 7, 5.5], 3),
    // aortic knob
    ellipsoid([1.35 + 0.25 * patient.age, 13, -1], [knob, 1.9, 6.5]),
    // left subclavian artery, fading upwards
    ellipsoid([1, 9.2, -1.8], [1.9, 6, 5], -4),
    // cardiophrenic fat and inferior vena cava
    ellipsoid([-2.2, 27.8 + drop, 1], [2.6, 2.2, 4.5], -38),
    ellipsoid([6.9, 28.4 + drop, 5], [2.9, 1.3, 2.2], 32),
  ];
  const bow = 0.5 + 0.9 * patient.age;
  const aortaX = (y: number): number => mix(1.75 + 0.5 * bow, 0.9, (y - 13) / 16);
  const bodies = [...chambers, ...others];
  return { bodies, chambers, aortaX, aortaRadius: mix(1.05, 1.35, patient.age) };
}

/** How deep a ray meets a body, squared and in parts of its depth; none at or below 0. */
export function depthThrough(e: Ellipsoid, x: number, y: number): number {
  const dx = x - e.x;
  const dy = y - e.y;
  const u = (dx * e.cos + dy * e.sin) / e.a;
  const v = (dy * e.cos - dx * e.sin) / e.b;
  return 1 - u * u - v * v;
}

function coverEllipsoid(cover: RayCover, e: Ellipsoid, x: number, y: number): void {
  const q = depthThrough(e, x, y);
  if (q <= 0) return;
  const half = e.c * Math.sqrt(q);
  cover.add(e.z - half, e.z + half);
}

function coverUpright(
  cover: RayCover,
  offset: number,
  radius: number,
  z: number,
  depth: number,
): void {
  const q = 1 - (offset / radius) * (offset / radius);
  if (q > 0) cover.add(z - depth * Math.sqrt(q), z + depth * Math.sqrt(q));
}

/** Half-width of the sheet of pleura, fat, gullet and vessels that parts the two lungs. */
const SEPTUM: Knots = [
  [3, 2.5],
  [8, 2],
  [14, 2.1],
  [20, 2.4],
  [26, 3],
  [32, 3.6],
];

/** Marks the parts of the ray at (x, y) that the mediastinum and the spine take from the lungs. */
export function coverMediastinum(
  cover: RayCover,
  organs: Mediastinum,
  rotation: number,
  x: number,
  y: number,
): void {
  if (Math.abs(x) > 11) return;
  coverUpright(cover, x + 0.15, curve(SEPTUM, y), 0, 9.5);
  // gullet, great vessels and fat fill the middle from the spine forward
  coverUpright(cover, x - 0.1, 1.9 + 0.15 * Math.sin(y * 0.4), -2.5, 8.5);
  const back = spineZ(y);
  // the pleura bulges over each disc and dips at each vertebral body
  const wave = 0.1 * Math.sin(y * 2.7) + 0.12 * Math.sin(y * 0.55 + 1);
  coverUpright(cover, x - rotation * back, 2.05 + 0.012 * y + wave, back - 2.2, 4.6);
  if (y > 13.2) {
    coverUpright(cover, x - rotation * -5 - organs.aortaX(y), organs.aortaRadius, -4.6, 1.3);
  }
  for (const body of organs.bodies) coverEllipsoid(cover, body, x - rotation * body.z, y);
}
