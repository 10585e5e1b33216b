import type { KeyMode } from '../core/key-mode.js';

/** An object to be sent to a destination. One that was queued for it before is not queued again. */
export interface NewSend {
  readonly mode: KeyMode;
  /** Its name in the configuration. */
  readonly destination: string;
  readonly instanceUid: string;
  /** The reading that it is the result of. */
  readonly analysisId: string;
  readonly urgent: boolean;
  /** ms since 1970. */
  readonly createdAt: number;
}

/** Queues objects, to be sent in this order. */
export interface InsertSends {
  readonly kind: 'dicom-send.insert';
  readonly sends: readonly NewSend[];
}
