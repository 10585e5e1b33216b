export type Severity = 'none' | 'mild' | 'moderate' | 'severe';
export type Laterality = 'left' | 'right' | 'both';

export interface ReportFinding {
  readonly label: string;
  readonly name: string;
  /** Radiographic extent; `none`, and not reported, where no region of evidence was found. */
  readonly severity: Severity;
  /** Calibrated, 0..1. */
  readonly probability: number;
  readonly threshold: number;
  readonly side?: Laterality | undefined;
  /** Of a series, the slice that its evidence is on, from 1. */
  readonly slice?: number | undefined;
  readonly measured?:
    | { readonly name: string; readonly value: number; readonly unit: string }
    | undefined;
}

export interface LookedFor {
  readonly label: string;
  readonly name: string;
}

export interface UnsureLabel extends LookedFor {
  readonly probability: number;
}

export interface ReportMeasurement {
  /** The report mentions only `cardiothoracic_ratio`. */
  readonly name: string;
  readonly value: number;
  /** Values above it are abnormal. */
  readonly limit?: number | undefined;
  /** How well the landmarks were found. */
  readonly quality?: 'good' | 'limited' | undefined;
}

export interface ReportPatient {
  /** Years. */
  readonly age?: number | undefined;
  readonly gender?: 'M' | 'F' | 'O' | 'U' | undefined;
}

export interface ReportInput {
  /** `chest_xray`, `brain_mri`, `head_ct`, or a type that a hospital's own model declares. */
  readonly imageType: string;
  /** DICOM code; a single image of CT and MR is one slice of many. */
  readonly modality?: string | undefined;
  /** How many slices a series has; absent for a single image. */
  readonly slices?: number | undefined;
  /**
   * Whether absences are unreliable: the film is badly cropped, its lungs were not found, or the
   * series is not whole.
   */
  readonly limited?: boolean | undefined;
  readonly findings: readonly ReportFinding[];
  /** Every label that may be reported, present or not. */
  readonly lookedFor: readonly LookedFor[];
  /** Labels that are neither confirmed nor excluded. */
  readonly unsure: readonly UnsureLabel[];
  readonly measurements: readonly ReportMeasurement[];
  readonly patient: ReportPatient;
  /** Searched for a few topics; never quoted. */
  readonly clinicalQuestion?: string | undefined;
  readonly comparisonSentences: readonly string[];
  readonly warnings: readonly string[];
}

/** Most urgent last. */
export const LEVELS = ['routine', 'soon', 'urgent', 'immediate'] as const;
export type Level = (typeof LEVELS)[number];

export interface Urgency {
  readonly level: Level;
  readonly because: string;
  readonly source: string;
}

export interface Report {
  readonly impression: string;
  /** In the order in which to act; each names its guideline. */
  readonly recommendations: readonly string[];
  readonly urgency?: Urgency;
}

/** 0 for `routine` to 3 for `immediate`. */
export const rankOf = (level: Level): number => LEVELS.indexOf(level);
