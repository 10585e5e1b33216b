import type { Patient } from './patient.js';

/**
 * The model's coordinates, in centimetres of a middle-sized adult: x to the image's right (the
 * patient's left, as on a real film), y downwards from the upper film edge, z from back to front.
 */
export interface Frame {
  readonly size: number;
  readonly xPerPixel: number;
  readonly yPerPixel: number;
  readonly left: number;
  readonly top: number;
  readonly rotation: number;
  readonly tilt: number;
}

/** A square film of 41 cm, close to the 43 cm plates in use. */
export const FILM_WIDTH = 41;

export function createFrame(patient: Patient, size: number): Frame {
  const xSpan = FILM_WIDTH / patient.width;
  const ySpan = FILM_WIDTH / patient.height;
  return {
    size,
    xPerPixel: xSpan / size,
    yPerPixel: ySpan / size,
    left: -xSpan / 2 + patient.offsetX,
    // a smaller person is still centred on the plate
    top: (FILM_WIDTH - ySpan) / 2 + patient.offsetY,
    rotation: patient.rotation,
    tilt: patient.tilt,
  };
}

export function xAt(frame: Frame, column: number): number {
  return frame.left + (column + 0.5) * frame.xPerPixel;
}

export function yAt(frame: Frame, row: number): number {
  return frame.top + (row + 0.5) * frame.yPerPixel;
}

export function columnOf(frame: Frame, x: number, z: number): number {
  return (x + frame.rotation * z - frame.left) / frame.xPerPixel;
}

export function rowOf(frame: Frame, y: number, z: number): number {
  return (y + frame.tilt * z - frame.top) / frame.yPerPixel;
}
