/** An object, as a request for storage commitment names it. */
export interface ReferencedInstance {
  readonly sopClassUid: string;
  readonly instanceUid: string;
}

/** A node asks whether objects are held (PS3.4 annex J). */
export interface CommitmentRequest {
  readonly transactionUid: string;
  readonly references: readonly ReferencedInstance[];
  readonly callingAeTitle: string;
  readonly remoteAddress: string;
}

/** What is answered to it. */
export interface CommitmentReport {
  readonly transactionUid: string;
  readonly held: readonly ReferencedInstance[];
  readonly failed: readonly (ReferencedInstance & {
    /** Failure Reason (PS3.4 table J.3-1). */
    readonly reason: number;
  })[];
}

/** Whether a report has reached its node. */
export type ReportOutcome = 'reported' | 'not-now';
