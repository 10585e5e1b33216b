import { createRandom, type Random } from '../../../src/core/random.js';
import { SIZE, type SourcePicture, type Sources } from './pictures.js';

/** A series that was put together from single slices. */
export interface MadeStack {
  readonly slices: readonly Float32Array[];
  readonly isPositive: boolean;
  /** How it became positive: slices with disease, or a painted bleed with its diameter. */
  readonly kind: 'normal' | 'real slices' | 'painted';
  readonly diameterMm?: number;
}

/** A head is about this wide, and fills most of a picture. */
const FIELD_MM = 200;
const SPACING_MM = 5;
export const BLEED_DIAMETERS_MM = [8, 12, 18, 26, 36] as const;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const pick = <T>(random: Random, list: readonly T[]): T => {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new RangeError('nothing to pick from');
  return one;
};

interface Warp {
  readonly angle: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly gain: number;
  readonly flip: boolean;
}

const randomWarp = (random: Random, shrink: number): Warp => ({
  angle: between(random, -0.05, 0.05),
  scale: shrink * between(random, 0.95, 1.03),
  x: between(random, -5, 5),
  y: between(random, -5, 5),
  gain: between(random, 0.93, 1.07),
  flip: random() < 0.5,
});

/** Turned, scaled, shifted and mirrored, with another exposure and its own noise. */
function warped(greys: Float32Array, warp: Warp, random: Random): Float32Array {
  const out = new Float32Array(greys.length);
  const middle = (SIZE - 1) / 2;
  const [cos, sin] = [Math.cos(warp.angle) / warp.scale, Math.sin(warp.angle) / warp.scale];
  for (let row = 0; row < SIZE; row += 1) {
    for (let column = 0; column < SIZE; column += 1) {
      const [dx, dy] = [column - middle - warp.x, row - middle - warp.y];
      const across = cos * dx + sin * dy;
      const x = middle + (warp.flip ? -across : across);
      const y = middle - sin * dx + cos * dy;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < 0 || top < 0 || left >= SIZE - 1 || top >= SIZE - 1) continue;
      const [fx, fy] = [x - left, y - top];
      const at = (r: number, c: number) => greys[r * SIZE + c] ?? 0;
      const upper = at(top, left) * (1 - fx) + at(top, left + 1) * fx;
      const lower = at(top + 1, left) * (1 - fx) + at(top + 1, left + 1) * fx;
      const value = (upper * (1 - fy) + lower * fy) * warp.gain + between(random, -4, 4);
      out[row * SIZE + column] = Math.min(255, Math.max(0, value));
    }
  }
  return out;
}

/** A point inside the brain: of middle grey, with grey of the same kind around it. */
function pointInBrain(greys: Float32Array, random: Random, radius: number): [number, number] {
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const x = between(random, SIZE * 0.28, SIZE * 0.72);
    const y = between(random, SIZE * 0.25, SIZE * 0.75);
    const around = [0, 1, 2, 3, 4, 5, 6, 7].map((part) => {
      const angle = (part / 8) * 2 * Math.PI;
      const [column, row] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      return greys[Math.round(row) * SIZE + Math.round(column)] ?? 0;
    });
    if (around.every((grey) => grey > 25 && grey < 200)) return [x, y];
  }
  return [SIZE / 2, SIZE / 2];
}

function meanBrain(greys: Float32Array): number {
  const inside = greys.filter((grey) => grey > 40 && grey < 200);
  return inside.reduce((sum, grey) => sum + grey, 0) / Math.max(1, inside.length);
}

/** Paints a ragged bright ellipsoid that runs through several slices. */
function paint(slices: Float32Array[], diameterMm: number, random: Random): void {
  const spread = Math.max(1, Math.round(diameterMm / SPACING_MM));
  const centre = Math.floor(between(random, 0.25, 0.75) * slices.length);
  const radius = (diameterMm / 2 / FIELD_MM) * SIZE;
  const base = slices[centre];
  if (base === undefined) return;
  const [x, y] = pointInBrain(base, random, radius);
  const level = meanBrain(base) + between(random, 60, 110);
  const phases = [0, 1, 2].map(() => between(random, 0, 2 * Math.PI));
  for (let offset = -Math.floor(spread / 2); offset <= Math.floor(spread / 2); offset += 1) {
    const slice = slices[centre + offset];
    if (slice === undefined) continue;
    const height = (2 * offset) / (spread + 1);
    const here = radius * Math.sqrt(1 - height ** 2);
    for (let row = 0; row < SIZE; row += 1) {
      for (let column = 0; column < SIZE; column += 1) {
        const [dx, dy] = [column - x, row - y];
        const angle = Math.atan2(dy, dx);
        const ragged = phases.reduce(
          (sum, phase, at) => sum + (0.12 / (at + 1)) * Math.sin((at + 2) * angle + phase),
          1,
        );
        const depth = here * ragged - Math.hypot(dx, dy);
        const part = Math.min(1, Math.max(0, depth / 1.5 + 0.5));
        const cell = row * SIZE + column;
        const grey = slice[cell] ?? 0;
        if (part > 0 && grey < 230) slice[cell] = Math.min(255, grey * (1 - part) + level * part);
      }
    }
  }
}

/** A stack of normal slices: runs of several people, smaller towards the vertex. */
function normalStack(negative: readonly SourcePicture[], random: Random): Float32Array[] {
  const count = Math.floor(between(random, 22, 37));
  const slices: Float32Array[] = [];
  while (slices.length < count) {
    const base = pick(random, negative);
    const warp = randomWarp(random, 1);
    const run = Math.min(count - slices.length, Math.floor(between(random, 3, 8)));
    for (let at = 0; at < run; at += 1) {
      const along = slices.length / count;
      const shrink = along > 0.7 ? 1 - 0.5 * (along - 0.7) : 1;
      const jitter = { ...warp, angle: warp.angle + between(random, -0.01, 0.01) };
      slices.push(warped(base.greys, { ...jitter, scale: warp.scale * shrink }, random));
    }
  }
  return slices;
}

/** Puts a run of versions of one slice with disease into a stack. */
function insertDisease(
  slices: Float32Array[],
  positive: readonly SourcePicture[],
  random: Random,
): void {
  const base = pick(random, positive);
  const warp = randomWarp(random, 1);
  const run = Math.floor(between(random, 1, 7));
  const start = Math.floor(between(random, 0.2, 0.7) * slices.length);
  for (let at = start; at < Math.min(slices.length, start + run); at += 1) {
    slices[at] = warped(base.greys, warp, random);
  }
}

/** Half of the stacks without disease; the others with real slices of it, or painted. */
export function makeStacks(
  { negative, positive }: Pick<Sources, 'negative' | 'positive'>,
  { count, paints, seed }: { count: number; paints: boolean; seed: number },
): () => Generator<MadeStack> {
  return function* () {
    const random = createRandom(seed);
    for (let at = 0; at < count; at += 1) {
      const slices = normalStack(negative, random);
      if (at % 2 === 0) yield { slices, isPositive: false, kind: 'normal' };
      else if (paints && at % 4 === 1) {
        const diameterMm = BLEED_DIAMETERS_MM[(at >> 2) % BLEED_DIAMETERS_MM.length] ?? 8;
        paint(slices, diameterMm, random);
        yield { slices, isPositive: true, kind: 'painted', diameterMm };
      } else {
        insertDisease(slices, positive, random);
        yield { slices, isPositive: true, kind: 'real slices' };
      }
    }
  };
}
