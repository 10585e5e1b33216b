import type { KeyMode } from '../core/key-mode.js';
import type { DicomObject } from './dicom-object.js';

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

/** `failed`: refused for good, or given up. */
export type SendState = 'queued' | 'sending' | 'sent' | 'failed' | 'cancelled';

/** An object on its way to a destination. */
export interface Send extends NewSend {
  readonly id: number;
  readonly state: SendState;
  /** How often it was tried. */
  readonly attempts: number;
  /** When it may be tried; ms since 1970. */
  readonly nextAt: number;
  /** Of the last attempt: a status, or a word of ours; never text of the destination. */
  readonly reason: string | null;
  /** Since when it is tried; ms since 1970. */
  readonly queuedAt: number;
  readonly endedAt: number | null;
}

/** The same with the object, where that is still held. */
export interface DueSend extends Send {
  readonly object: DicomObject | undefined;
}

/** Queues objects, to be sent in this order. */
export interface InsertSends {
  readonly kind: 'dicom-send.insert';
  readonly sends: readonly NewSend[];
}

/** Another state. Nothing happens where it has none of the states in `from`. */
export interface SendMove {
  readonly id: number;
  readonly from: readonly SendState[];
  readonly to: SendState;
  /** ms since 1970. */
  readonly at: number;
  /** Attempts that are added. */
  readonly attempts?: 1;
  readonly nextAt?: number;
  readonly reason?: string;
  /** Where it is queued once more. */
  readonly queuedAt?: number;
}

/** Results in whether it was moved. */
export interface MoveSend {
  readonly kind: 'dicom-send.move';
  readonly move: SendMove;
}

/** Forgets those that ended before a time. */
export interface ForgetSends {
  readonly kind: 'dicom-send.forget';
  /** ms since 1970. */
  readonly before: number;
}

export type SendWrite = InsertSends | MoveSend | ForgetSends;

/** A destination and the mode of what is sent there. */
export interface SendLine {
  readonly mode: KeyMode;
  readonly destination: string;
}

/** What waits for a destination, and what became of the rest. */
export interface SendCounts extends SendLine {
  readonly state: SendState;
  readonly count: number;
  /** How many of them were tried before. */
  readonly tried: number;
  /** When the oldest of them was queued; ms since 1970. */
  readonly oldestAt: number;
}

export interface SendFilter {
  readonly states: readonly SendState[];
  readonly destination?: string;
  readonly limit: number;
}

/** What is to be sent, and what became of it. */
export interface SendRepository {
  insert(sends: readonly NewSend[]): void;
  move(move: SendMove): boolean;
  forget(before: number): void;
  find(id: number): Send | undefined;
  /**
   * What may be sent to a destination now, in order: urgent objects first, then as they were queued, and of
   * a reading none before those ahead of it have ended.
   */
  due(line: SendLine, now: number, limit: number): readonly DueSend[];
  /** When something is due next at one of the destinations; undefined where nothing waits. */
  nextAt(lines: readonly SendLine[]): number | undefined;
  /** Those in `sending`: after a crash, nobody sends them. */
  interrupted(): readonly DueSend[];
  /** Those that wait and were queued before a time, for any destination. */
  waitingSince(before: number): readonly DueSend[];
  counts(): readonly SendCounts[];
  /** Those that wait first, then those that ended last. */
  list(filter: SendFilter): readonly Send[];
}
