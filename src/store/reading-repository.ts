import type { KeyMode } from '../core/key-mode.js';
import type { StoredReading, StoredReadings } from '../core/stored-reading.js';
import type { Database } from './open.js';

export interface ReadingRepository extends StoredReadings {
  /** Deletes entries older than a time; resolves with how many. */
  forgetBefore(epochMs: number): Promise<number>;
}

/** The repository as units of work use it. */
export interface ReadingTable extends ReadingRepository {
  /** Becomes part of the open transaction. */
  save(record: StoredReading): void;
}

interface ReadingRow {
  analysis_id: string;
  mode: KeyMode;
  created_at: number;
  reading: string;
}

export function createReadingRepository(database: Database): ReadingTable {
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
    async find(analysisId, mode) {
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
    forgetBefore: async (epochMs) => remove.run(epochMs).changes,
  };
}
