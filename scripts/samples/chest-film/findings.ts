import type { Random } from '../../../src/core/random.js';
import type { Point3 } from './maths.js';
import { mix } from './maths.js';
import { between, streamFor } from './random.js';

export type FilmKind = 'covid19' | 'normal' | 'pneumonia' | 'tuberculosis';

export const FILM_KINDS: readonly FilmKind[] = ['normal', 'pneumonia', 'tuberculosis', 'covid19'];

/** A soft cloud of fluid or cells in the air spaces, seen from the front. */
export interface Patch {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  /** Part of the lung's depth that is filled at its centre. */
  readonly strength: number;
}

export interface Cavity {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly wall: number;
}

export interface Tube {
  readonly path: readonly Point3[];
  readonly radius: number;
}

/** Disease as changes of the lung's contents, before X-rays are simulated. */
export interface Disease {
  readonly patches: readonly Patch[];
  /** How ragged the patches' borders are. */
  readonly raggedness: number;
  readonly cavities: readonly Cavity[];
  /** Bronchi that stay open inside filled lung. */
  readonly openBronchi: readonly Tube[];
  readonly scars: readonly Tube[];
  readonly painted: readonly string[];
}

const HEALTHY: Disease = {
  patches: [],
  raggedness: 0,
  cavities: [],
  openBronchi: [],
  scars: [],
  painted: [],
};

/** Bronchi of the right lower lobe: each forks into two smaller ones, four times over. */
function bronchialTree(random: Random, from: Point3, heading: number, depth: number): Tube[] {
  const length = (2.5 - 0.35 * depth) * between(random, 0.85, 1.2);
  const bend = heading + between(random, -0.25, 0.25);
  const middle: Point3 = [
    from[0] - 0.5 * length * Math.cos(bend),
    from[1] + 0.5 * length * Math.sin(bend),
    from[2] - 0.3,
  ];
  const end: Point3 = [
    from[0] - length * Math.cos(heading),
    from[1] + length * Math.sin(heading),
    from[2] - 0.6,
  ];
  const tube: Tube = { path: [from, middle, end], radius: 0.24 - 0.04 * depth };
  if (depth === 3) return [tube];
  const spread = between(random, 0.28, 0.5);
  return [
    tube,
    ...bronchialTree(random, end, heading - spread, depth + 1),
    ...bronchialTree(random, end, heading + spread * 0.8, depth + 1),
  ];
}

function pneumonia(random: Random): Disease {
  const patches: Patch[] = [
    { x: -8.6, y: 25.8, rx: 6.2, ry: 6.4, strength: 0.58 },
    { x: -6, y: 27.4, rx: 4, ry: 4.2, strength: 0.36 },
    { x: -11, y: 28, rx: 3.6, ry: 5, strength: 0.4 },
    { x: -6.2, y: 21, rx: 3.6, ry: 3.2, strength: 0.38 },
  ];
  for (let i = 0; i < 12; i += 1) {
    const r = between(random, 0.5, 1.3);
    patches.push({
      x: -8.6 + between(random, -3.8, 3.6),
      y: 24.6 + between(random, -3.8, 3),
      rx: r,
      ry: r,
      strength: between(random, 0.12, 0.28),
    });
  }
  const openBronchi = bronchialTree(random, [-4.5, 20.4, -3], 1.15, 0);
  const painted = ['consolidation, right lower lobe', 'air bronchograms'];
  return { ...HEALTHY, patches, raggedness: 0.62, openBronchi, painted };
}

function tuberculosis(random: Random): Disease {
  const patches: Patch[] = [];
  const scars: Tube[] = [];
  for (const side of [-1, 1]) {
    const amount = side < 0 ? 1.1 : 0.95;
    patches.push(
      { x: side * 6.4, y: 10.4, rx: 3.6, ry: 3.2, strength: 0.48 * amount },
      { x: side * 8.4, y: 13, rx: 3.2, ry: 3, strength: 0.42 * amount },
      { x: side * 5.2, y: 15.4, rx: 2.6, ry: 3, strength: 0.26 * amount },
      { x: side * 5.4, y: 7.6, rx: 2.8, ry: 2.2, strength: 0.44 * amount },
    );
    for (let i = 0; i < 60; i += 1) {
      const r = between(random, 0.45, 1.2);
      // densest behind the clavicle, thinning out downwards
      const y = 7 + 14 * random() * (0.4 + 0.6 * random());
      const x = side * between(random, 3.6, 5.8 + 0.45 * y);
      patches.push({ x, y, rx: r, ry: r, strength: between(random, 0.08, 0.2) * amount });
    }
    for (let i = 0; i < 9; i += 1) {
      const end: Point3 = [side * between(random, 5, 9), between(random, 8, 13), -2];
      const hilum: Point3 = [side * 3.8, 17 + between(random, -1, 1), -1];
      const middle: Point3 = [
        mix(hilum[0], end[0], 0.55) + between(random, -0.5, 0.5),
        mix(hilum[1], end[1], 0.5),
        -2,
      ];
      scars.push({ path: [hilum, middle, end], radius: between(random, 0.09, 0.2) });
    }
  }
  const cavities: Cavity[] = [
    { x: -7.2, y: 11.2, radius: 1.65, wall: 0.5 },
    { x: 6.6, y: 11.8, radius: 1.1, wall: 0.42 },
  ];
  const painted = [
    'patchy upper-zone opacities, both sides',
    'cavities, both upper zones',
    'fibrous strands to the hila',
  ];
  return { ...HEALTHY, patches, raggedness: 0.75, cavities, scars, painted };
}

function covid19(random: Random): Disease {
  const patches: Patch[] = [];
  for (const side of [-1, 1]) {
    patches.push(
      { x: side * 11.2, y: 23.6, rx: 3.6, ry: 5.6, strength: 0.25 },
      { x: side * 10.6, y: 18.4, rx: 3.2, ry: 4, strength: 0.21 },
      { x: side * 8.8, y: 26.4, rx: 4.6, ry: 3.6, strength: 0.24 },
    );
    for (let i = 0; i < 9; i += 1) {
      const y = between(random, 16, 27.5);
      const r = between(random, 0.9, 1.9);
      const x = side * between(random, 8.4, 12);
      patches.push({ x, y, rx: r, ry: r * 1.2, strength: between(random, 0.08, 0.17) });
    }
  }
  const painted = ['ground-glass opacities, both lungs, peripheral and lower'];
  return { ...HEALTHY, patches, raggedness: 0.6, painted };
}

export function createDisease(kind: FilmKind, seed: number): Disease {
  const random = streamFor(seed, `disease-${kind}`);
  if (kind === 'pneumonia') return pneumonia(random);
  if (kind === 'tuberculosis') return tuberculosis(random);
  return kind === 'covid19' ? covid19(random) : HEALTHY;
}
