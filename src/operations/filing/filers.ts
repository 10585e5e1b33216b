import type { TranscribeResult } from '../../dictation/schema.js';
import type { AnalyzeResult } from '../../differential/schema.js';
import type { ImagingResult } from '../../imaging/schema.js';
import type { RiskResult } from '../../scores/schema.js';
import type { FiledResource, FileFacts } from './coding.js';
import { fromAnalysis } from './from-analysis.js';
import { fromImaging } from './from-imaging.js';
import { fromRisk } from './from-risk.js';
import { fromTranscript } from './from-transcript.js';

/** How the answers of one operation are filed. */
export interface Filer {
  /** Fields of the request that are data of the patient: without any, the record is read. */
  readonly data?: readonly string[];
  resources(result: unknown, file: FileFacts): FiledResource[];
}

const filer = <R>(
  resources: (result: R, file: FileFacts) => FiledResource[],
  ...data: readonly string[]
): Filer => ({
  resources: (result, file) => resources(result as R, file),
  ...(data.length > 0 && { data }),
});

/** By operation. */
export const FILERS: Readonly<Record<string, Filer>> = {
  'analyze.create': filer<AnalyzeResult>(fromAnalysis, 'patient_data'),
  'imaging.create': filer<ImagingResult>(fromImaging),
  'risk.create': filer<RiskResult>(fromRisk, 'inputs', 'patient_data'),
  'transcribe.create': filer<TranscribeResult>(fromTranscript),
};
