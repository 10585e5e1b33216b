import type { Exchange } from '../../calls/exchange.js';
import type { SealedFile } from '../../core/sealed-file.js';
import type { Snapshot } from './snapshot.js';

/** What one export was asked for. */
export interface ExportTerms extends Snapshot {
  readonly types: readonly string[];
  /** The URL of the request. */
  readonly request: string;
  /** OperationOutcomes that its client is to know, each as JSON. */
  readonly notes: readonly string[];
}

export interface ExportedFile {
  readonly kind: 'output' | 'deleted' | 'error';
  readonly type: string;
  readonly count: number;
  readonly file: SealedFile;
}

export interface BulkExport {
  readonly id: string;
  readonly owner: string;
  readonly terms: ExportTerms;
  readonly state: 'running' | 'complete' | 'failed';
  /** Resources written so far. */
  readonly written: number;
  readonly files: readonly ExportedFile[];
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Exports in progress or waiting to be fetched. */
export interface Exports {
  /** @throws AppError `rate_limited` */
  begin(who: Pick<Exchange, 'actor' | 'mode'>, terms: ExportTerms): Promise<BulkExport>;
  /** @returns undefined for an unknown one, and for one of another caller */
  find(who: Pick<Exchange, 'actor' | 'mode'>, id: string): BulkExport | undefined;
  remove(one: BulkExport): Promise<void>;
}
