import type { KeyMode } from '../../core/key-mode.js';

/** A modality or PACS that may connect. */
export interface Peer {
  readonly aeTitle: string;
  /** Addresses and networks that it may call from. */
  readonly addresses: readonly string[];
  /** Whether it sends test data or live data. */
  readonly mode: KeyMode;
}

/** How the listener listens: plain data, as it crosses to its process. */
export interface ListenerSettings {
  readonly host: string;
  readonly port: number;
  /** The AE title that peers have to call. */
  readonly aeTitle: string;
  readonly peers: readonly Peer[];
  readonly maxAssociations: number;
  /** An association without traffic for this long is ended. */
  readonly idleMs: number;
  readonly maxObjectBytes: number;
  /** Where objects are written. */
  readonly folder: string;
  /** Absent: plain TCP. */
  readonly tls?: {
    readonly cert: string;
    readonly key: string;
    /** Peers need a certificate of one of these authorities. */
    readonly clientCa?: string;
  };
}
