import type { KeyMode } from '../core/key-mode.js';
import type { Database } from './open.js';

/** The stored result of an image analysis: scores and measurements, never the image. */
export interface ReadingRecord {
  readonly analysisId: string;
  readonly mode: KeyMode;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** JSON, as the image analysis wrote it. */
  readonly reading: string;
}

export interface ReadingRepository {
  save(record: ReadingRecord): void;
  /** Of the same mode only: test and live keys see separate data. */
  find(analysisId: string, mode: KeyMode): ReadingRecord | undefined;
  /** Forgets what is older than a time; how many there were. */
  forgetBefore(epochMs: number): number;
}

interface ReadingRow {
  analysis_id: string;
  mode: KeyMode;
  created_at: number;
  reading: string;
}

export function createReadingRepository(database: Database): ReadingRepository {
  const insert = database.prepare(
    'INSERT INTO imaging_readings (analysis_id, mode, created_at, reading) VALUES (?, ?, ?, ?)',
  );
  const byId = database.prepare<[string, KeyMode], ReadingRow>(
    'SELECT * FROM imaging_readings WHERE analysis_id = ? AND mode = ?',
  );
  const remove = database.prepare('DELETE FROM imaging_readings WHERE created_at < ?');
  return {
    save({ analysisId, mode, createdAt, reading }) {
      insert.run(analysisId, mode, createdAt, reading);
    },
    find(analysisId, mode) {
      const row = byId.get(analysisId, mode);
      return (
        row && {
          analysisId: row.analysis_id,
          mode: row.mode,
          createdAt: row.created_at,
          reading: row.reading,
        }
      );
    },
    forgetBefore: (epochMs) => remove.run(epochMs).changes,
  };
}
