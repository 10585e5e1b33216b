import type { SealedFile } from '../../core/sealed-file.js';
import type { BulkRuns, NewRun } from '../bulk/bulk-runs.js';
import type { Counts } from './counts.js';

export interface NewImport extends NewRun {
  readonly files: readonly SealedFile[];
}

/** What became of the resources of one file. */
export interface ImportCounts extends Counts {
  /** Its number in the request, from 1 on. */
  readonly file: number;
  readonly sha256: string;
}

export type Imports = BulkRuns<NewImport, readonly ImportCounts[]>;
