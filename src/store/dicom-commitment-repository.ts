import type { Commitment, CommitmentRepository } from './dicom-commitment.js';
import type { Database } from './open.js';

/** What was reported so long ago is forgotten. */
const KEPT_MS = 30 * 86_400_000;
const MAX_DUE = 100;

export function createCommitmentRepository(database: Database): CommitmentRepository {
  const put = database.prepare(
    `INSERT OR REPLACE INTO dicom_commitments (mode, calling_ae_title, transaction_uid, report, state,
       attempts, created_at, next_at, ended_at)
     VALUES (@mode, @callingAeTitle, @transactionUid, @report, @state, @attempts, @createdAt, @nextAt,
       @endedAt)`,
  );
  const forget = database.prepare<[number]>('DELETE FROM dicom_commitments WHERE ended_at < ?');
  const due = database.prepare<[number], Commitment>(
    `SELECT mode, calling_ae_title AS callingAeTitle, transaction_uid AS transactionUid, report, state,
       attempts, created_at AS createdAt, next_at AS nextAt, ended_at AS endedAt
     FROM dicom_commitments WHERE ended_at IS NULL AND next_at <= ? ORDER BY next_at LIMIT ${MAX_DUE}`,
  );
  return {
    put(commitment) {
      put.run(commitment);
      forget.run(commitment.createdAt - KEPT_MS);
    },
    due: (now) => due.all(now),
  };
}
