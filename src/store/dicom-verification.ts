import type { KeyMode } from '../core/key-mode.js';

/** Links a report that was verified to those of the cited objects that were made here. */
export interface InsertVerification {
  readonly kind: 'dicom-verification.insert';
  readonly mode: KeyMode;
  /** Of the report. */
  readonly instanceUid: string;
  readonly cites: readonly string[];
  /** ms since 1970. */
  readonly at: number;
}

/** The reports in which a person verifies what was read here. */
export interface VerificationRepository {
  /** Returns the readings that are verified by it, each once. */
  insert(verification: Omit<InsertVerification, 'kind'>): readonly string[];
  /** The SOP Instance UIDs of the reports that verify a reading, the first ones first. */
  reportsOf(analysisId: string): readonly string[];
}
