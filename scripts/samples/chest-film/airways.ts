import type { Point3 } from './maths.js';
import type { Patient } from './patient.js';
import { between, streamFor } from './random.js';
import { type Section, sweepPath, type Target } from './sweep.js';

/** Where the windpipe divides: level of the fifth thoracic vertebra, below the aortic arch. */
export const CARINA: Point3 = [-0.25, 15.6, -2.2];

function air(diameter: number, density = 1): Section {
  return { height: diameter, depth: diameter, cortex: 0, core: 1, density };
}

/** Air of the windpipe and the main bronchi: dark bands through the mediastinum. */
export function drawAirways(target: Target, patient: Patient): void {
  const random = streamFor(patient.seed, 'airways');
  const calibre = (patient.sex === 'male' ? 1.95 : 1.7) * between(random, 0.95, 1.05);
  // the arch pushes the lower windpipe slightly to the patient's right
  const windpipe: Point3[] = [
    [0.05, -4, 0.5],
    [0.05, 2, 0.2],
    [0, 6, -0.6],
    [-0.15, 10, -1.4],
    [-0.3, 13, -1.9],
    CARINA,
  ];
  sweepPath(target, windpipe, (part) => air(calibre * (part < 0.3 ? 0.8 : 1)));
  // the right bronchus is short, wide and steep, the left one long and flat
  const right: Point3[] = [
    [-0.45, 15.3, -2.2],
    [-1.7, 17, -2.4],
    [-2.9, 18.4, -2.6],
    [-3.6, 20.6, -3],
  ];
  const left: Point3[] = [
    [-0.05, 15.3, -2.2],
    [1.6, 16.9, -2.6],
    [3.6, 18.1, -3],
    [4.6, 20, -3.4],
  ];
  sweepPath(target, right, (part) => air(calibre * (0.62 - 0.34 * part), 0.85 - 0.6 * part));
  sweepPath(target, left, (part) => air(calibre * (0.58 - 0.3 * part), 0.85 - 0.6 * part));
}
