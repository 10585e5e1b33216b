import type { Random } from '../../../src/core/random.js';
import { isInLung } from './lungs.js';
import { clamp, type Point3, unit } from './maths.js';
import type { Mediastinum } from './mediastinum.js';
import type { Patient } from './patient.js';
import { bell, between, streamFor } from './random.js';
import { type Section, sweepPiece, type Target } from './sweep.js';

interface Tree {
  readonly target: Target;
  readonly patient: Patient;
  readonly organs: Mediastinum;
  readonly random: Random;
  /** Smallest radius still drawn (cm); finer vessels only make up the lung's grey. */
  readonly finest: number;
}

function round(radius: number): Section {
  return { height: 2 * radius, depth: 2 * radius, cortex: 0, core: 1, density: 1 };
}

function turned(direction: Point3, amount: number, random: Random): Point3 {
  return unit([
    direction[0] + bell(random) * amount,
    direction[1] + bell(random) * amount,
    direction[2] + bell(random) * amount,
  ]);
}

/** Child branch: diverges from its parent by 25 to 50 degrees in any plane. */
function fork(direction: Point3, random: Random): Point3 {
  const side = unit([bell(random), bell(random), bell(random)]);
  const spread = between(random, 0.45, 0.95);
  return unit([
    direction[0] + side[0] * spread,
    direction[1] + side[1] * spread,
    direction[2] + side[2] * spread,
  ]);
}

/**
 * Follows one vessel outwards. It narrows steadily, sends off branches by Murray's law (the cubes
 * of the radii add up) and stops short of the pleura: the outer lung shows hardly any vessels.
 */
function grow(tree: Tree, start: Point3, heading: Point3, calibre: number, depth: number): void {
  const { random } = tree;
  let at = start;
  let direction = heading;
  let radius = calibre;
  let outside = 0;
  let untilFork = between(random, 0.6, 1.6);
  for (let i = 0; i < 80 && radius > tree.finest; i += 1) {
    const stride = 0.2 + radius * 0.6;
    direction = turned(direction, 0.09, random);
    const next: Point3 = [
      at[0] + direction[0] * stride,
      at[1] + direction[1] * stride,
      at[2] + direction[2] * stride,
    ];
    const inside = isInLung(tree.patient, tree.organs, next, 0.5);
    outside = inside ? 0 : outside + 1;
    // roots begin inside the mediastinum and may run there a little while
    if (!inside && (depth > 0 || outside > 14)) return;
    // blood inside the heart or the mediastinum has no contrast of its own
    if (inside) sweepPiece(tree.target, at, next, round(radius));
    at = next;
    radius *= 1 - 0.028 * stride;
    untilFork -= stride;
    if (untilFork > 0 || depth > 7) continue;
    const share = between(random, 0.45, 0.8);
    grow(tree, at, fork(direction, random), radius * share, depth + 1);
    const left = 1 - share * share * share;
    radius *= Math.sqrt(Math.sqrt(clamp(left, 0.3, 1)));
    untilFork = between(random, 0.4, 1.2) * (0.6 + 4 * radius);
  }
}

interface Root {
  readonly from: Point3;
  readonly to: Point3;
  readonly radius: number;
}

/** Right lung; mirrored for the left, whose hilum sits about 1.5 cm higher. */
const ROOTS: readonly Root[] = [
  { from: [2.4, 17.6, -0.5], to: [5, 8, -2], radius: 0.4 },
  { from: [2.6, 17.8, 0.5], to: [8, 10, 3], radius: 0.32 },
  { from: [2.6, 17.8, -1.5], to: [9.5, 12.5, -5], radius: 0.27 },
  { from: [2.8, 18.2, 1], to: [11, 16, 3], radius: 0.28 },
  { from: [2.8, 19, -1], to: [12, 20, -2], radius: 0.26 },
  { from: [2.9, 19.6, 1.6], to: [9, 25, 6], radius: 0.3 },
  { from: [3, 20.4, -1], to: [11, 26, -1], radius: 0.34 },
  { from: [3, 20.8, -2.5], to: [9, 29, -6], radius: 0.38 },
  { from: [3, 20.8, -2], to: [5.5, 28, -4], radius: 0.36 },
  { from: [3, 20.6, -2], to: [12, 29.5, -5], radius: 0.3 },
  { from: [2.9, 19.6, -2], to: [4, 25, 1], radius: 0.26 },
];

function drawHilum(tree: Tree, side: number, lift: number): void {
  const { target, patient, random } = tree;
  const size = patient.vesselCalibre * between(random, 0.92, 1.08);
  // main artery, then the interlobar one that curves down beside the bronchus
  const path: Point3[] = [
    [side * 1.6, 17 - lift, 0],
    [side * 3.4, 17.1 - lift, -0.4],
    [side * 4.5, 17.9 - lift, -1],
    [side * 4.9, 19.5 - lift, -1.6],
    [side * 5, 21.4 - lift, -2.2],
    [side * 5.3, 23 - lift, -2.8],
  ];
  // short stems to the upper lobe and veins crossing in front make the hilum a knot, not a tube
  for (let i = 0; i < 7; i += 1) {
    const from: Point3 = [side * between(random, 3.4, 4.8), between(random, 16.4, 20) - lift, 1];
    const heading = unit([side * between(random, 0.3, 1), between(random, -1, 1), bell(random)]);
    const to: Point3 = [from[0] + heading[0] * 1.6, from[1] + heading[1] * 1.6, 1 + heading[2]];
    sweepPiece(target, from, to, round(between(random, 0.25, 0.5) * size));
  }
  const radii = [1.05, 1, 0.85, 0.65, 0.42];
  for (const [i, radius] of radii.entries()) {
    const from = path[i];
    const to = path[i + 1];
    if (from && to) sweepPiece(target, from, to, round(radius * size));
  }
}

/** Pulmonary arteries and veins of both lungs: centimetres of blood along each ray. */
export function drawVessels(target: Target, patient: Patient, organs: Mediastinum): void {
  const random = streamFor(patient.seed, 'vessels');
  const tree: Tree = { target, patient, organs, random, finest: 0.02 };
  for (const side of [-1, 1]) {
    const lift = side > 0 ? 1.2 : 0;
    drawHilum(tree, side, lift);
    for (const root of ROOTS) {
      const from: Point3 = [side * (root.from[0] + 1.1), root.from[1] - lift, root.from[2]];
      const to: Point3 = [
        side * root.to[0] + bell(random) * 0.6,
        root.to[1] + bell(random) * 0.8,
        root.to[2] + bell(random),
      ];
      const heading = unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]);
      const radius = 1.12 * root.radius * patient.vesselCalibre * between(random, 0.85, 1.1);
      grow(tree, from, heading, radius, 0);
    }
  }
}
