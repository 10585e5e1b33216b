import { type Frame, xAt, yAt } from './frame.js';
import { clamp, smoothstep } from './maths.js';
import type { Patient } from './patient.js';
import { createPlane, type Plane } from './plane.js';
import { between, streamFor } from './random.js';

interface GasPocket {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
  readonly depth: number;
}

function pockets(patient: Patient): GasPocket[] {
  const random = streamFor(patient.seed, 'bowel');
  const list: GasPocket[] = [];
  const add = (x: number, y: number, size: number): void => {
    const [a, b] = [between(random, 0.7, 1.5) * size, between(random, 0.6, 1.1) * size];
    list.push({ x, y: patient.leftDome + y, a, b, depth: between(random, 0.8, 2.2) });
  };
  // left flexure of the colon, below and beside the stomach, then its course across the belly
  const flexure = 3 + Math.floor(random() * 4);
  for (let i = 0; i < flexure; i += 1) add(between(random, 7, 12), between(random, 4.5, 11), 1);
  for (let i = 0; i < 9; i += 1) add(between(random, -9, 9), between(random, 8.5, 13), 0.8);
  return list;
}

/** Gas in the stomach under the left dome: standing upright, its lower edge is a level line. */
function stomachGas(patient: Patient, x: number, y: number): number {
  const dx = (x - 6.6) / (2.9 * patient.stomachGas);
  const dy = (y - patient.leftDome - 2.3) / (1.5 * patient.stomachGas);
  const q = 1 - dx * dx - dy * dy;
  if (q <= 0) return 0;
  const level = patient.leftDome + 2.7;
  return 3.4 * patient.stomachGas * Math.sqrt(q) * (1 - smoothstep(level, level + 0.25, y));
}

export function projectBowelGas(frame: Frame, patient: Patient): Plane {
  const plane = createPlane(frame.size);
  const list = pockets(patient);
  for (let row = 0; row < frame.size; row += 1) {
    const y = yAt(frame, row);
    if (y < patient.leftDome) continue;
    for (let column = 0; column < frame.size; column += 1) {
      const x = xAt(frame, column);
      let gas = stomachGas(patient, x, y);
      for (const p of list) {
        const dx = (x - p.x) / p.a;
        const dy = (y - p.y) / p.b;
        const q = clamp(1 - dx * dx - dy * dy, 0, 1);
        gas = Math.max(gas, p.depth * q);
      }
      plane.data[row * frame.size + column] = gas;
    }
  }
  return plane;
}
