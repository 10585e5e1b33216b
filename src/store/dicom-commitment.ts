import type { KeyMode } from '../core/key-mode.js';

/** A request for storage commitment, and what is answered. */
export interface Commitment {
  readonly mode: KeyMode;
  readonly callingAeTitle: string;
  readonly transactionUid: string;
  /** JSON, as in `CommitmentReport`. */
  readonly report: string;
  readonly state: 'waiting' | 'reported' | 'failed';
  /** Attempts to report it. */
  readonly attempts: number;
  /** Times are ms since 1970. */
  readonly createdAt: number;
  readonly nextAt: number;
  /** Absent while it waits. */
  readonly endedAt: number | null;
}

/** Keeps a request, or another state of it. */
export interface PutCommitment {
  readonly kind: 'dicom-commitment.put';
  readonly commitment: Commitment;
}

/** The requests of nodes for storage commitment. */
export interface CommitmentRepository {
  put(commitment: Commitment): void;
  /** Those that wait to be reported. */
  due(now: number): readonly Commitment[];
}
