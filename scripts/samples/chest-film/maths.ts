export type Point3 = readonly [x: number, y: number, z: number];
export type Knots = readonly (readonly [at: number, value: number])[];

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

export function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

export function smoothstep(edge0: number, edge1: number, value: number): number {
  const t = clamp((value - edge0) / (edge1 - edge0), 0, 1);
  return t * t * (3 - 2 * t);
}

/** Maximum with a rounded corner of width k: where two muscles meet there is no crease. */
export function smoothMax(a: number, b: number, k: number): number {
  const h = clamp(0.5 + (0.5 * (a - b)) / k, 0, 1);
  return mix(b, a, h) + k * h * (1 - h);
}

/** Still squarer: the back and the sides of a trunk are broad and flat. */
export function squareness(a: number): number {
  const s = a * a;
  const rest = 1 - s * (0.2 + 0.8 * s * s);
  return rest > 0 ? Math.sqrt(rest) : 0;
}

/** Half-height of a rounded box at relative position a (0 centre, 1 edge). */
export function fullness(a: number): number {
  const s = a * a;
  const rest = 1 - s * (0.45 + 0.55 * s);
  return rest > 0 ? Math.sqrt(rest) : 0;
}

function slopeAt(knots: Knots, i: number): number {
  const before = knots[Math.max(i - 1, 0)];
  const after = knots[Math.min(i + 1, knots.length - 1)];
  if (before === undefined || after === undefined || after[0] === before[0]) return 0;
  return (after[1] - before[1]) / (after[0] - before[0]);
}

/** Smooth curve through the knots (cubic Hermite), constant beyond both ends. */
export function curve(knots: Knots, at: number): number {
  const first = knots[0];
  const last = knots[knots.length - 1];
  if (first === undefined || last === undefined) return 0;
  if (at <= first[0]) return first[1];
  if (at >= last[0]) return last[1];
  let i = 0;
  while ((knots[i + 1]?.[0] ?? Infinity) < at) i += 1;
  const a = knots[i] ?? first;
  const b = knots[i + 1] ?? last;
  const span = b[0] - a[0];
  const t = (at - a[0]) / span;
  const m0 = slopeAt(knots, i) * span;
  const m1 = slopeAt(knots, i + 1) * span;
  const t2 = t * t;
  const t3 = t2 * t;
  return (
    (2 * t3 - 3 * t2 + 1) * a[1] +
    (t3 - 2 * t2 + t) * m0 +
    (3 * t2 - 2 * t3) * b[1] +
    (t3 - t2) * m1
  );
}

export function unit(v: Point3): Point3 {
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : [0, 1, 0];
}

export function cross(a: Point3, b: Point3): Point3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function along(a: Point3, b: Point3, t: number): Point3 {
  return [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)];
}
