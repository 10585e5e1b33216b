import type { KeyMode } from './key-mode.js';

/** The stored result of an image analysis: scores and measurements, never the image. */
export interface StoredReading {
  readonly analysisId: string;
  readonly mode: KeyMode;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** JSON, as the image analysis wrote it. */
  readonly reading: string;
}

/** Earlier readings, wherever they are kept. */
export interface StoredReadings {
  /** Of the same mode only: test and live keys see separate data. */
  find(analysisId: string, mode: KeyMode): Promise<StoredReading | undefined>;
}
