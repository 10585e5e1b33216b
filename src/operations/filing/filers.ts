import type { TranscribeResult } from '../../dictation/schema.js';
import type { AnalyzeResult } from '../../differential/schema.js';
import type { ImagingResult } from '../../imaging/schema.js';
import type { MedicationsResult } from '../../medications/schema.js';
import type { StoredRecord } from '../../medications/stored-record.js';
import type { RiskResult } from '../../scores/schema.js';
import type { FiledResource, FileFacts } from './coding.js';
import type { NotAssessed } from './consistent.js';
import { fromAnalysis } from './from-analysis.js';
import { fromImaging } from './from-imaging.js';
import { fromMedications } from './from-medications.js';
import { fromRisk } from './from-risk.js';
import { fromTranscript } from './from-transcript.js';
import type { FileData } from './patient-data.js';

/** How the answers of one operation are filed. */
export interface Filer {
  /**
   * Fields of the request that stand for the record: without any of them it is read. Without such
   * fields it is always read, and the operation joins it with the request.
   */
  readonly data?: readonly string[];
  /** Conditions that have passed are read too. */
  readonly readsPast?: true;
  /** Alerts of an earlier answer are updated, and not filed again. */
  readonly updatesAlerts?: true;
  /** What is added to the request where the record was read. */
  inputOf(data: FileData): object;
  resources(result: unknown, file: FileFacts): FiledResource[];
}

const filer = <R>(
  resources: (result: R, file: FileFacts) => FiledResource[],
  ...data: readonly string[]
): Filer => ({
  inputOf: ({ data }) => ({ patient_data: data }),
  resources: (result, file) => resources(result as R, file),
  ...(data.length > 0 && { data }),
});

/**
 * What was left out of a record and could hide an alert. An Observation that is not used is a value that
 * is not known, as one that was never measured; a check that needs it says so.
 */
export const couldHideAlert = ({ what }: NotAssessed): boolean => !what.startsWith('Observation');

/** A check joins the record with the request, and judges what was left out. */
const medicationsFiler: Filer = {
  ...filer<MedicationsResult>(fromMedications),
  data: [],
  readsPast: true,
  updatesAlerts: true,
  inputOf: ({ data, notAssessed }): { readonly record: StoredRecord } => ({
    record: { data, leftOut: notAssessed.filter(couldHideAlert) },
  }),
};

/** By operation. */
export const FILERS: Readonly<Record<string, Filer>> = {
  'analyze.create': filer<AnalyzeResult>(fromAnalysis, 'patient_data'),
  'imaging.create': filer<ImagingResult>(fromImaging),
  'medications.create': medicationsFiler,
  'risk.create': filer<RiskResult>(fromRisk, 'inputs', 'patient_data'),
  'transcribe.create': filer<TranscribeResult>(fromTranscript),
};
