import type { Slice } from '../../../../src/imaging/volume/slice.js';
import { cross, unitVector, type Vector } from '../../../../src/imaging/volume/vector.js';

export interface StackOptions {
  readonly count: number;
  readonly spacingMm?: number;
  readonly row?: Vector;
  readonly column?: Vector;
  readonly origin?: Vector;
  readonly series?: string;
  readonly more?: Partial<Slice>;
}

export const AXIAL = { row: [1, 0, 0], column: [0, 1, 0] } as const;
export const CORONAL = { row: [1, 0, 0], column: [0, 0, -1] } as const;
export const SAGITTAL = { row: [0, 1, 0], column: [0, 0, -1] } as const;

/** Slices that follow each other along the normal of their plane. */
export function makeSlices({
  count,
  spacingMm = 5,
  row = AXIAL.row,
  column = AXIAL.column,
  origin = [-100, -100, 0],
  series = '2.25.9',
  more = {},
}: StackOptions): Slice[] {
  const normal = unitVector(cross(row, column)) ?? [0, 0, 1];
  return Array.from({ length: count }, (_, at) => ({
    file: at,
    seriesUid: series,
    instanceUid: `${series}.${at + 1}`,
    instanceNumber: at + 1,
    rows: 512,
    columns: 512,
    modality: 'CT',
    thicknessMm: spacingMm,
    isLocalizer: false,
    isDerived: false,
    isForProcessing: false,
    hasContrast: false,
    orientation: [row, column] as const,
    position: [
      origin[0] + normal[0] * spacingMm * at,
      origin[1] + normal[1] * spacingMm * at,
      origin[2] + normal[2] * spacingMm * at,
    ] as const,
    ...more,
  }));
}

/** The same slices in another order, decided by a seed. */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const out = [...list];
  let state = seed >>> 0 || 1;
  for (let at = out.length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (at + 1);
    [out[at], out[other]] = [out[other] as T, out[at] as T];
  }
  return out;
}
