import type { Frame } from './frame.js';
import { clamp, smoothstep } from './maths.js';
import type { Patient } from './patient.js';
import { blur, mapPlane, type Plane, whiteNoise } from './plane.js';
import { streamFor } from './random.js';

/** Rays in log units, with the two levels between which the film is exposed. */
export interface Signal {
  readonly log: Plane;
  readonly lungLevel: number;
  readonly mediastinumLevel: number;
}

/** Attenuation per cm at about 120 kV: water-like tissue, and dense bone over what it displaces. */
export const SOFT_PER_CM = 0.19;
export const BONE_PER_CM = 0.62;

/** Beer-Lambert, then the veil of rays scattered in the body (an anti-scatter grid is used). */
export function expose(frame: Frame, attenuation: Plane): Plane {
  const primary = mapPlane(attenuation, (a) => Math.exp(-a));
  // the open field beside the body scatters little; its bright level must not flood the edges
  const source = mapPlane(primary, (p) => p * Math.exp(-3.5 * p));
  const perCm = 1 / frame.xPerPixel;
  const near = blur(source, 1.6 * perCm);
  const far = blur(source, 5 * perCm);
  return mapPlane(primary, (p, i) => p + 0.28 * (near.data[i] ?? 0) + 0.2 * (far.data[i] ?? 0));
}

/** Unsharpness of detector and movement, then quantum mottle, grainier where few rays arrive. */
export function detect(frame: Frame, dose: Plane, patient: Patient, lungDose: number): Plane {
  const pixels = frame.size / 1024;
  const sharp = blur(dose, 1.1 * pixels);
  const random = streamFor(patient.seed, 'mottle');
  const fine = whiteNoise(frame.size, random);
  const coarse = blur(whiteNoise(frame.size, random), 1.1 * Math.max(pixels, 0.5));
  const amount = 0.0085 * patient.mottle;
  return mapPlane(sharp, (d, i) => {
    const grain = 0.55 * (fine.data[i] ?? 0) + 2.2 * (coarse.data[i] ?? 0);
    return Math.log(d) + (amount * grain) / Math.sqrt(Math.max(d / lungDose, 0.02));
  });
}

/** Digital radiography lifts fine detail a little before printing. */
function enhanced(frame: Frame, signal: Signal): Plane {
  const { log, lungLevel, mediastinumLevel } = signal;
  const perCm = 1 / frame.xPerPixel;
  const fine = blur(log, 0.12 * perCm);
  const broad = blur(log, 1.4 * perCm);
  return mapPlane(log, (v, i) => {
    const detail = v - (fine.data[i] ?? 0);
    const local = v - (broad.data[i] ?? 0);
    // dense parts, where the curve is flat, are lifted most
    const dense =
      1 - smoothstep(-0.1, 0.5, (v - mediastinumLevel) / (lungLevel - mediastinumLevel));
    return v + (0.3 + 0.5 * dense) * detail + (0.28 + 0.5 * dense) * clamp(local, -0.5, 0.5);
  });
}

/** The film's own S-shaped curve: mediastinum light grey, lung dark grey, open field black. */
export function develop(frame: Frame, signal: Signal, patient: Patient): Plane {
  const { lungLevel, mediastinumLevel } = signal;
  const range = lungLevel - mediastinumLevel;
  const print = enhanced(frame, signal);
  const steep = 2.45 * patient.contrast;
  return mapPlane(print, (v, i) => {
    const level = (v - mediastinumLevel) / range;
    const grey = 1 / (1 + Math.exp(steep * (level - 0.74 + patient.exposure)));
    return (4 + 232 * grey) * vignette(frame.size, i);
  });
}

/** The beam is weaker, hence the film lighter detail darker, towards the corners of the plate. */
function vignette(size: number, index: number): number {
  const x = (index % size) / size - 0.5;
  const y = Math.floor(index / size) / size - 0.5;
  return 1 - 0.06 * smoothstep(0.12, 0.5, x * x + y * y);
}

export function toBytes(plane: Plane): Uint8Array {
  return Uint8Array.from(plane.data, (v) => Math.round(clamp(v, 0, 255)));
}

export function meanWhere(plane: Plane, chosen: (index: number) => boolean): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < plane.data.length; i += 1) {
    if (!chosen(i)) continue;
    sum += plane.data[i] ?? 0;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}
