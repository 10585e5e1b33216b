import type { Random } from '../../../src/core/random.js';
import { createPlane, type Plane } from './plane.js';

export interface CloudOptions {
  /** Size of the largest and smallest clumps, as parts of the film's width. */
  readonly largest: number;
  readonly smallest: number;
  /** Amplitude ratio from one octave to the next finer one. */
  readonly persistence: number;
}

function addOctave(plane: Plane, cells: number, amplitude: number, random: Random): void {
  const across = cells + 2;
  const lattice = new Float32Array(across * across);
  for (let i = 0; i < lattice.length; i += 1) lattice[i] = random() * 2 - 1;
  const { size, data } = plane;
  for (let y = 0; y < size; y += 1) {
    const v = (y / size) * cells;
    const row = Math.floor(v);
    const fv = (v - row) * (v - row) * (3 - 2 * (v - row));
    for (let x = 0; x < size; x += 1) {
      const u = (x / size) * cells;
      const column = Math.floor(u);
      const fu = (u - column) * (u - column) * (3 - 2 * (u - column));
      const i = row * across + column;
      const a = lattice[i] ?? 0;
      const c = lattice[i + across] ?? 0;
      const top = a + ((lattice[i + 1] ?? 0) - a) * fu;
      const below = c + ((lattice[i + across + 1] ?? 0) - c) * fu;
      const at = y * size + x;
      data[at] = (data[at] ?? 0) + amplitude * (top + (below - top) * fv);
    }
  }
}

/** Fractal clouds of about unit spread: living tissue is uneven at every scale, never flat. */
export function clouds(size: number, options: CloudOptions, random: Random): Plane {
  const plane = createPlane(size);
  let amplitude = 1;
  let power = 0;
  for (let width = options.largest; width >= options.smallest; width /= 2.03) {
    addOctave(plane, Math.max(1, Math.round(1 / width)), amplitude, random);
    power += amplitude * amplitude;
    amplitude *= options.persistence;
  }
  // a smoothed uniform lattice has a variance of about 0.18 per octave
  const scale = 1 / Math.sqrt(0.18 * power);
  for (let i = 0; i < plane.data.length; i += 1) plane.data[i] = (plane.data[i] ?? 0) * scale;
  return plane;
}
