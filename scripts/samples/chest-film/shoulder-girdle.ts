import type { Random } from '../../../src/core/random.js';
import { mix, type Point3, smoothstep } from './maths.js';
import type { Patient } from './patient.js';
import { between, streamFor } from './random.js';
import { type Section, sweepPath, type Target } from './sweep.js';

/** A smooth path (Catmull-Rom) through a few landmarks, given for the patient's left side. */
function pathThrough(landmarks: readonly Point3[], side: number, perSpan = 16): Point3[] {
  const at = (i: number): Point3 =>
    landmarks[Math.min(Math.max(i, 0), landmarks.length - 1)] ?? [0, 0, 0];
  const path: Point3[] = [];
  for (let i = 0; i + 1 < landmarks.length; i += 1) {
    for (let k = 0; k < perSpan || (k === perSpan && i + 2 === landmarks.length); k += 1) {
      const t = k / perSpan;
      const blend = (axis: 0 | 1 | 2): number => {
        const [a, b, c, d] = [at(i - 1)[axis], at(i)[axis], at(i + 1)[axis], at(i + 2)[axis]];
        const cubic = -a + 3 * b - 3 * c + d;
        return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * cubic));
      };
      path.push([side * blend(0), blend(1), blend(2)]);
    }
  }
  return path;
}

function drawClavicle(target: Target, patient: Patient, side: number, random: Random): void {
  const rise = patient.clavicleRise + between(random, -0.25, 0.25);
  const drop = patient.shoulderDrop;
  const path = pathThrough(
    [
      [1.5, 10.6, 6.6],
      [3.4, 10.2, 7],
      [7.2, 10.2 - rise * 0.48, 6],
      [11.4, 10.2 - rise * 0.82 + drop * 0.5, 2.8],
      [14.6, 10.2 - rise * 0.92 + drop * 0.8, 0.8],
      [17.4, 10.1 - rise * 0.85 + drop, 0.4],
    ],
    side,
    14,
  );
  sweepPath(target, path, (part) => ({
    // a bulb at the breastbone, a slim shaft, a flat outer end
    height: mix(2.1, 1.25, smoothstep(0, 0.28, part)) + 0.35 * smoothstep(0.7, 1, part),
    depth: mix(1.5, 1.1, smoothstep(0, 0.25, part)),
    cortex: mix(0.08, 0.16, smoothstep(0.05, 0.4, part)) * (1 - 0.4 * smoothstep(0.75, 1, part)),
    core: 0.25,
    density: 0.85 * patient.boneDensity * (1 - 0.7 * smoothstep(0.82, 1, part)),
  }));
}

function drawHumerus(target: Target, patient: Patient, side: number): void {
  const drop = patient.shoulderDrop;
  const path = pathThrough(
    [
      [17.7, 7.4 + drop, 0],
      [18.5, 10.2 + drop, 0],
      [19.2, 12.6 + drop, 0],
      [20.6, 18 + drop, 0],
      [23.6, 30 + drop, 0],
    ],
    side,
    60,
  );
  sweepPath(target, path, (part) => {
    const head = smoothstep(0, 0.1, part) * (1 - smoothstep(0.22, 0.5, part));
    // a ball on a shaft: the top must close like a sphere
    const open = Math.max(0, 1 - part / 0.2);
    const cap = Math.sqrt(1 - open * open);
    const width = (2.2 + 2.7 * head) * cap;
    return {
      height: width,
      depth: width,
      cortex: mix(0.1, 0.32, smoothstep(0.3, 0.7, part)),
      core: 0.16,
      density: 0.62 * patient.boneDensity,
    };
  });
}

function ridge(width: number, density: number): (part: number) => Section {
  return (part) => {
    const taper = 0.12 + 0.88 * Math.sin(Math.PI * Math.min(Math.max(part, 0.04), 0.96));
    return { height: width, depth: width, cortex: 0, core: 1, density: density * taper };
  };
}

interface Blade {
  readonly tip: Point3;
  readonly neck: Point3;
  readonly inner: Point3;
}

interface Stroke {
  readonly through: readonly Point3[];
  readonly width: number;
  readonly amount: number;
}

/** The thickened borders of the shoulder blade, as landmarks on the patient's left side. */
function bladeStrokes({ tip, neck, inner }: Blade, swing: number, low: number): Stroke[] {
  const belowSocket: Point3 = [14.6 + swing * 0.6, 15.6 + low, -4.6];
  const innerBorder: Point3 = [11.2 + swing, 15 + low, -7.8];
  const spine: Point3[] = [
    [11.2, 10.4 + low, -8],
    [14.4, 8.4 + low, -6.5],
    [18, 6.9 + low, -2],
  ];
  const acromion: Point3[] = [
    [17.2, 7.2 + low, -2],
    [19.3, 7 + low, 0.5],
  ];
  const coracoid: Point3[] = [
    [15.3, 9 + low, 0],
    [14.4, 8.7 + low, 2.2],
    [15.1, 9.4 + low, 3],
  ];
  const upper: Point3[] = [inner, [13, 7.9 + low, -6.4], [15.4, 8.6 + low, -3]];
  const socket: Point3[] = [[16.2, 8.9 + low, -1], [15.8, 10.6 + low, -1.4], neck];
  return [
    { through: [neck, belowSocket, tip], width: 0.75, amount: 0.42 },
    { through: [tip, innerBorder, inner], width: 0.4, amount: 0.3 },
    { through: upper, width: 0.4, amount: 0.3 },
    { through: spine, width: 0.95, amount: 0.36 },
    { through: acromion, width: 1.2, amount: 0.3 },
    { through: socket, width: 0.7, amount: 0.5 },
    { through: coracoid, width: 0.8, amount: 0.22 },
  ];
}

/** Only the borders, the spine and the socket of the shoulder blade show; the plate is a veil. */
function drawScapula(target: Target, patient: Patient, side: number, random: Random): void {
  const low = patient.shoulderDrop;
  const swing = between(random, -0.5, 0.6);
  const blade: Blade = {
    tip: [12.4 + swing, 20.6 + low, -7],
    neck: [15.6 + swing * 0.3, 12.3 + low, -2.6],
    inner: [10.9 + swing, 9.2 + low, -7.6],
  };
  const density = 1.4 * patient.boneDensity;
  for (const { through, width, amount } of bladeStrokes(blade, swing, low)) {
    sweepPath(target, pathThrough(through, side), ridge(width, amount * density));
  }
  drawPlate(target, [blade.inner, blade.neck, blade.tip], side, density);
}

/** The thin plate between the borders: strips from the inner border to the outer one. */
function drawPlate(
  target: Target,
  corners: readonly [Point3, Point3, Point3],
  side: number,
  density: number,
): void {
  const [inner, neck, tip] = corners;
  for (let i = 0; i < 18; i += 1) {
    const t = (i + 0.5) / 18;
    const from: Point3 = [mix(inner[0], tip[0], t), mix(inner[1], tip[1], t), -7.6];
    const to: Point3 = [mix(neck[0], tip[0], t), mix(neck[1], tip[1], t), mix(neck[2], tip[2], t)];
    const height = ((tip[1] - neck[1]) / 18) * 1.5;
    const section = { height, depth: 0.14, cortex: 0, core: 1, density: 0.5 * density };
    sweepPath(target, pathThrough([from, to], side), () => section);
  }
}

export function drawShoulderGirdle(target: Target, patient: Patient): void {
  const random = streamFor(patient.seed, 'shoulders');
  for (const side of [-1, 1]) {
    drawScapula(target, patient, side, random);
    drawHumerus(target, patient, side);
    drawClavicle(target, patient, side, random);
  }
}
