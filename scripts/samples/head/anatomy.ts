import { clamp, mix, smoothstep } from '../chest-film/maths.js';
import { clouds } from '../chest-film/noise.js';
import { type Plane, sample } from '../chest-film/plane.js';
import { between, streamFor } from '../chest-film/random.js';

/** What a point of an axial slice through the head consists of. */
export type Tissue = 'air' | 'scalp' | 'skull' | 'csf' | 'grey' | 'white';

/** Millimetres; x to the image's right (the patient's left), y towards the back of the head. */
export type Point = readonly [x: number, y: number];

/** A square of 220 mm holds a head with air around it. */
export const FIELD_MM = 220;

/** A round lesion with a ragged border. */
export interface Lesion {
  readonly at: Point;
  readonly radius: number;
  /** Where the bulges of its border begin, radians. */
  readonly turn: number;
}

/** One invented head. */
export interface Head {
  readonly seed: number;
  readonly halfWidth: number;
  readonly halfLength: number;
  readonly folds: number;
  /** Unevenness of all outlines, -1..1 over the field. */
  readonly wobble: Plane;
  readonly lesion: Lesion;
}

export function createHead(seed: number): Head {
  const random = streamFor(seed, 'head');
  const side = random() < 0.5 ? -1 : 1;
  return {
    seed,
    halfWidth: between(random, 72, 77),
    halfLength: between(random, 91, 96),
    folds: Math.round(between(random, 20, 24)),
    wobble: clouds(128, { largest: 0.25, smallest: 0.03, persistence: 0.6 }, random),
    lesion: {
      at: [side * between(random, 28, 34), between(random, -30, 22)],
      radius: between(random, 15, 19),
      turn: between(random, 0, 6),
    },
  };
}

function wobbleAt({ wobble }: Head, [x, y]: Point): number {
  const place = (mm: number) => (mm / FIELD_MM + 0.5) * wobble.size;
  return clamp(sample(wobble, place(x), place(y)), -2, 2);
}

function inEllipse([x, y]: Point, centre: Point, axes: Point, degrees = 0): boolean {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - centre[0], y - centre[1]];
  const u = (dx * Math.cos(angle) + dy * Math.sin(angle)) / axes[0];
  const v = (dy * Math.cos(angle) - dx * Math.sin(angle)) / axes[1];
  return u * u + v * v < 1;
}

/** Frontal and occipital horns of both lateral ventricles and the slit of the third. */
function inVentricle([x, y]: Point, bend: number): boolean {
  const point: Point = [Math.abs(x) + bend, y + 2 * bend];
  const horns =
    inEllipse(point, [8, -22], [4.2, 15], 18) || inEllipse(point, [15, 28], [4.6, 17], -24);
  return horns || inEllipse(point, [0, 4], [1.9, 11]);
}

/** The deep grey kernels beside the ventricles. */
function inDeepGrey([x, y]: Point, bend: number): boolean {
  const point: Point = [Math.abs(x) + bend, y + bend];
  return (
    inEllipse(point, [14, -20], [4, 9], 24) ||
    inEllipse(point, [24, -2], [6, 15], 14) ||
    inEllipse(point, [10, 10], [7, 10], -20)
  );
}

function brainTissue(head: Head, point: Point, depth: number, bend: number): Tissue {
  const [x, y] = point;
  const angle = Math.atan2(y, x * 1.2);
  const wave = Math.sin(head.folds * angle + 3.2 * bend) + 0.5 * Math.sin(33 * angle - 3 * bend);
  // sulci run inwards from the surface, the grey ribbon follows them
  const sulcus = 2 + 15 * smoothstep(0.8, 1.6, wave);
  const ribbon = 5.5 + 17 * smoothstep(-0.2, 1.5, wave);
  if (depth < sulcus) return 'csf';
  if (Math.abs(x) < 0.9 + 0.3 * bend && Math.abs(y) > 32) return 'csf';
  if (inVentricle(point, bend)) return 'csf';
  if (depth < ribbon || (Math.abs(x) < 4.2 && Math.abs(y) > 34)) return 'grey';
  return inDeepGrey(point, bend) ? 'grey' : 'white';
}

/** The tissue at a point of the slice, at about the height of the basal ganglia. */
export function tissueAt(head: Head, point: Point): Tissue {
  const bend = wobbleAt(head, point);
  const [x, y] = point;
  const reach = Math.hypot(x / head.halfWidth, y / head.halfLength);
  // millimetres below the skin, near enough on a head that is nearly round
  const under = (1 - reach) * ((head.halfWidth + head.halfLength) / 2) + 0.5 * bend;
  if (under < 0) return 'air';
  if (under < 5.5 + 0.6 * bend) return 'scalp';
  if (under < 12) return 'skull';
  return brainTissue(head, point, under - 12, bend);
}

/** The farthest that a lesion's bulges reach, in its radii. */
export const BULGES = 1.2;

/** The share of a point that belongs to the lesion, by its distance in radii: 0..1, soft at the edge. */
export function partOfLesion(head: Head, point: Point, radii: number, soft: number): number {
  const { at, radius, turn } = head.lesion;
  const [dx, dy] = [point[0] - at[0], point[1] - at[1]];
  const angle = Math.atan2(dy, dx) + turn;
  const bulge =
    0.1 * Math.sin(2 * angle) + 0.06 * Math.sin(3 * angle + 1) + 0.04 * Math.sin(7 * angle);
  const edge = radii * (1 + bulge);
  return 1 - smoothstep(edge - soft, edge + soft, Math.hypot(dx, dy) / radius);
}

/** A quantity over the slice, each pixel the mean of four points in it. */
export function sliceOf(size: number, valueAt: (point: Point) => number): Float32Array {
  const pixel = FIELD_MM / size;
  const values = new Float32Array(size * size);
  for (let i = 0; i < values.length; i += 1) {
    let sum = 0;
    for (const [right, down] of [
      [0.25, 0.25],
      [0.75, 0.25],
      [0.25, 0.75],
      [0.75, 0.75],
    ] as const) {
      const x = ((i % size) + right) * pixel - FIELD_MM / 2;
      const y = (Math.floor(i / size) + down) * pixel - FIELD_MM / 2;
      sum += valueAt([x, y]);
    }
    values[i] = sum / 4;
  }
  return values;
}

/** The value of a tissue, with a lesion's own laid over it. */
export function laidOver(under: number, over: number, part: number): number {
  return part <= 0 ? under : mix(under, over, part);
}
