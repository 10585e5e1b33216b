import type { VerificationRepository } from './dicom-verification.js';
import type { Database } from './open.js';

export function createVerificationRepository(database: Database): VerificationRepository {
  const insert = database
    .prepare<[object], string>(
      `INSERT INTO dicom_verifications (mode, instance_uid, verified_instance_uid, analysis_id, received_at)
       SELECT mode, @instanceUid, instance_uid, analysis_id, @at FROM dicom_results
       WHERE mode = @mode AND instance_uid IN (SELECT value FROM json_each(@cites))
       ON CONFLICT DO NOTHING RETURNING analysis_id`,
    )
    .pluck();
  const reports = database
    .prepare<[string], string>(
      `SELECT instance_uid FROM dicom_verifications WHERE analysis_id = ?
       GROUP BY instance_uid ORDER BY min(received_at), instance_uid`,
    )
    .pluck();
  return {
    insert({ cites, ...verification }) {
      const verified = insert.all({ ...verification, cites: JSON.stringify(cites) });
      return [...new Set(verified)];
    },
    reportsOf: (analysisId) => reports.all(analysisId),
  };
}
