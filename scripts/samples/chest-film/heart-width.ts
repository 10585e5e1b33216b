import { createMediastinum, depthThrough } from './mediastinum.js';
import type { Patient } from './patient.js';
import { domeOf, ridgeAt, wallHalfWidth } from './thorax.js';

/** Widths of the phantom in centimetres of its own frame, before any ray passes. */
export interface DrawnHeart {
  /** Between the heart's outermost right and left borders above the diaphragm. */
  readonly width: number;
  /** The widest inside of the chest wall beside aerated lung. */
  readonly thorax: number;
  /** Their ratio: what a reader should measure, but for rotation and the bending of outlines. */
  readonly ratio: number;
}

const STEP = 0.05;

function steps(from: number, to: number): number[] {
  return Array.from({ length: Math.round((to - from) / STEP) + 1 }, (_, i) => from + i * STEP);
}

/** How wide the heart and the chest of one person were drawn. */
export function drawnHeart(patient: Patient): DrawnHeart {
  const { chambers } = createMediastinum(patient);
  const across = steps(-14, 14).filter((x) => {
    const ridge = ridgeAt(domeOf(patient, x), x);
    return steps(14, ridge).some((y) => chambers.some((body) => depthThrough(body, x, y) > 0));
  });
  const width = Math.max(...across) - Math.min(...across);
  const halves = [-1, 1].map((side) => {
    const rows = steps(5, 40).filter((y) => {
      const x = side * wallHalfWidth(y);
      return y < ridgeAt(domeOf(patient, x), x);
    });
    return Math.max(...rows.map(wallHalfWidth));
  });
  const thorax = halves.reduce((sum, half) => sum + half, 0);
  return { width, thorax, ratio: width / thorax };
}
