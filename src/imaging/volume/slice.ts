import type { Vector } from './vector.js';

/** How sharp a CT image was reconstructed: for the brain, or for bone and lung. */
export type Kernel = 'soft' | 'sharp';

/** Weighting of an MR image. */
export const WEIGHTINGS = ['t1', 't1_contrast', 't2', 'flair', 'diffusion'] as const;
export type Weighting = (typeof WEIGHTINGS)[number];

export const PLANES = ['axial', 'coronal', 'sagittal'] as const;
/** `oblique`: more than 35° from all three. */
export type Plane = (typeof PLANES)[number] | 'oblique';

/** One image of a series, as its header describes it; nothing here names a patient. */
export interface Slice {
  /** Index of the file it is in, and its frame where that has several, from 1. */
  readonly file: number;
  readonly frame?: number;
  readonly studyUid?: string;
  readonly seriesUid?: string;
  readonly instanceUid?: string;
  readonly seriesNumber?: number;
  readonly acquisitionNumber?: number;
  readonly instanceNumber?: number;
  readonly temporal?: number;
  readonly rows: number;
  readonly columns: number;
  /** Of the first pixel. */
  readonly position?: Vector;
  /** Directions of a row and of a column. */
  readonly orientation?: readonly [Vector, Vector];
  readonly thicknessMm?: number;
  readonly modality?: string;
  readonly bodyPart?: string;
  readonly view?: string;
  readonly isLocalizer: boolean;
  /** Computed from other images: reformatted, a projection, a subtraction. */
  readonly isDerived: boolean;
  readonly isForProcessing: boolean;
  readonly kernel?: Kernel;
  readonly hasContrast: boolean;
  readonly weighting?: Weighting;
  readonly echoTimeMs?: number;
}
