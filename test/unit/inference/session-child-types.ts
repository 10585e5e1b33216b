import type { BackendId, ProbeResult } from '../../../src/inference/backends/backend.js';
import type { BackendReport } from '../../../src/inference/parity.js';

export interface ChildRequest {
  backend: BackendId;
  packages: string[];
  allowSoftwareGpu: boolean;
  threads: number;
  profile: boolean;
}

export interface ModelReport {
  report: BackendReport;
  /** Per golden case, the values of each output. */
  outputs: Record<string, number[]>[];
}

export interface ChildReport {
  probe: ProbeResult;
  models: Record<string, ModelReport>;
  /** Per package and operator, who ran it. */
  providers: Record<string, Record<string, string[]>>;
  nativeLoaded: boolean;
  pid: number;
}
