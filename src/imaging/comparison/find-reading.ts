import type { KeyMode } from '../../core/key-mode.js';
import type { StoredReadings } from '../../core/stored-reading.js';
import type { LabelState } from './change.js';
import type { ComparableReading } from './readings.js';

/** The result of an earlier image analysis by label. */
export interface KeptVerdicts {
  readonly imageType: string;
  readonly verdicts: Readonly<Record<string, LabelState>>;
}

/** Finds stored results of earlier image analyses for keys of the same mode. */
export const readingFinder =
  (readings: StoredReadings) =>
  async (analysisId: string, mode: KeyMode): Promise<KeptVerdicts | undefined> => {
    const record = await readings.find(analysisId, mode);
    if (record === undefined) return undefined;
    const { imageType, findings } = JSON.parse(record.reading) as ComparableReading;
    return { imageType, verdicts: findings?.verdicts ?? {} };
  };
