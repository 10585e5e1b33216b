import { clamp } from '../chest-film/maths.js';
import type { Box } from '../chest-film/opacity.js';
import { BULGES, FIELD_MM, type Head } from './anatomy.js';

/** A drawn slice: numbers as the scanner gives them, and how they are looked at. */
export interface HeadSlice {
  readonly modality: 'CT' | 'MR';
  readonly size: number;
  readonly head: Head;
  /** Hounsfield units, or the signal of the MR scanner. */
  readonly values: Float32Array;
  /** In the unit of the values. */
  readonly window: { readonly centre: number; readonly width: number };
  /** What was painted into a sound head, with a box round it in pixels; absent from a sound one. */
  readonly painted?: { readonly what: string; readonly box: Box };
}

export interface SliceOptions {
  readonly seed: number;
  readonly size: number;
  readonly lesion: boolean;
}

/** A box in pixels that certainly contains the lesion. */
export function lesionBox({ lesion: { at, radius } }: Head, size: number): Box {
  const pixels = size / FIELD_MM;
  const reach = BULGES * radius;
  const from = (middle: number) => Math.floor((middle - reach + FIELD_MM / 2) * pixels);
  const side = Math.ceil(2 * reach * pixels);
  return { x: from(at[0]), y: from(at[1]), width: side, height: side };
}

/** Through its window to 0 (black) .. 255 (white), as a viewer shows it. */
export function shownGreys({ values, window: { centre, width } }: HeadSlice): Uint8Array {
  return Uint8Array.from(values, (value) =>
    Math.round(clamp((value - centre) / width + 0.5, 0, 1) * 255),
  );
}
