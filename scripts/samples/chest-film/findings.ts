import type { Point3 } from './maths.js';
import { mix } from './maths.js';
import { between, type Random, streamFor } from './random.js';

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

/** Disease as changes of what the lung holds, before any X-ray passes. */
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

function pneumonia(random: Random): Disease {
  const patches: Patch[] = [
    { x: -8.4, y: 25.6, rx: 4.6, ry: 4.4, strength: 0.42 },
    { x: -6.2, y: 27.4, rx: 3.6, ry: 3.8, strength: 0.3 },
    { x: -10.8, y: 27.2, rx: 2.8, ry: 4, strength: 0.27 },
    { x: -7.4, y: 22.6, rx: 3, ry: 2.6, strength: 0.24 },
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
  const openBronchi = Array.from({ length: 6 }, (_, i): Tube => {
    const end: Point3 = [-5.6 - 1.1 * i, 28 - 0.75 * i + between(random, -0.4, 0.4), -5];
    const bend: Point3 = [mix(-4.4, end[0], 0.45), mix(21, end[1], 0.6), -4];
    return { path: [[-4.4, 21, -3], bend, end], radius: 0.17 - 0.012 * i };
  });
  const painted = ['consolidation, right lower lobe', 'air bronchograms'];
  return { ...HEALTHY, patches, raggedness: 0.62, openBronchi, painted };
}

function tuberculosis(random: Random): Disease {
  const patches: Patch[] = [];
  const scars: Tube[] = [];
  for (const side of [-1, 1]) {
    const amount = side < 0 ? 1 : 0.85;
    patches.push(
      { x: side * 6.4, y: 10.4, rx: 3, ry: 2.6, strength: 0.4 * amount },
      { x: side * 8.4, y: 13, rx: 2.6, ry: 2.2, strength: 0.34 * amount },
      { x: side * 5.4, y: 7.6, rx: 2.4, ry: 1.8, strength: 0.36 * amount },
    );
    for (let i = 0; i < 40; i += 1) {
      const r = between(random, 0.3, 0.9);
      // densest behind the clavicle, thinning out downwards
      const y = 7 + 10.5 * random() * (0.4 + 0.6 * random());
      const x = side * between(random, 3.6, 5.8 + 0.45 * y);
      patches.push({ x, y, rx: r, ry: r, strength: between(random, 0.06, 0.16) * amount });
    }
    for (let i = 0; i < 9; i += 1) {
      const end: Point3 = [side * between(random, 5, 9), between(random, 8, 13), -2];
      const hilum: Point3 = [side * 3.8, 17 + between(random, -1, 1), -1];
      const middle: Point3 = [
        mix(hilum[0], end[0], 0.55) + between(random, -0.5, 0.5),
        mix(hilum[1], end[1], 0.5),
        -2,
      ];
      scars.push({ path: [hilum, middle, end], radius: between(random, 0.07, 0.15) });
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
      { x: side * 11.2, y: 23.6, rx: 2.6, ry: 4, strength: 0.3 },
      { x: side * 10.6, y: 18.4, rx: 2.4, ry: 3, strength: 0.24 },
      { x: side * 8.8, y: 26.4, rx: 3.4, ry: 2.4, strength: 0.26 },
    );
    for (let i = 0; i < 9; i += 1) {
      const y = between(random, 16, 27.5);
      const r = between(random, 0.9, 1.9);
      const x = side * between(random, 8.4, 12);
      patches.push({ x, y, rx: r, ry: r * 1.2, strength: between(random, 0.08, 0.18) });
    }
  }
  const painted = ['ground-glass opacities, both lungs, peripheral and lower'];
  return { ...HEALTHY, patches, raggedness: 0.45, painted };
}

export function createDisease(kind: FilmKind, seed: number): Disease {
  const random = streamFor(seed, `disease-${kind}`);
  if (kind === 'pneumonia') return pneumonia(random);
  if (kind === 'tuberculosis') return tuberculosis(random);
  return kind === 'covid19' ? covid19(random) : HEALTHY;
}
