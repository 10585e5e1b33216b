import type { KeyMode } from '../core/key-mode.js';
import {
  type FoundWorklistItem,
  type ItemState,
  isOpenJob,
  type ListedItem,
  type StuckItem,
  type Urgency,
  type WorkedState,
  type WorklistItem,
  type WorklistKey,
  type WorklistRepository,
} from './dicom-worklist.js';
import type { JobStatus } from './job.js';
import type { Database } from './open.js';

interface ItemRow {
  mode: KeyMode;
  study_uid: string;
  series_uid: string;
  instance_uid: string;
  calling_ae_title: string;
  modality: string | null;
  state: ItemState;
  reason: string | null;
  route: string | null;
  urgent: number;
  expected: number | null;
  objects: number;
  read_objects: number;
  readings: number;
  first_at: number;
  last_at: number;
  complete_by: number | null;
  job_id: string | null;
  analysis_id: string | null;
  urgency: Urgency | null;
  read_at: number | null;
}

const toItem = (row: ItemRow): WorklistItem => ({
  mode: row.mode,
  studyUid: row.study_uid,
  seriesUid: row.series_uid,
  instanceUid: row.instance_uid,
  callingAeTitle: row.calling_ae_title,
  modality: row.modality,
  state: row.state,
  reason: row.reason,
  route: row.route,
  urgent: row.urgent === 1,
  expected: row.expected,
  objects: row.objects,
  readObjects: row.read_objects,
  readings: row.readings,
  firstAt: row.first_at,
  lastAt: row.last_at,
  completeBy: row.complete_by,
  jobId: row.job_id,
  analysisId: row.analysis_id,
  urgency: row.urgency,
  readAt: row.read_at,
});

const FIND_SQL = `
  SELECT item.*, jobs.status AS job_status
  FROM dicom_worklist AS item LEFT JOIN jobs USING (job_id)
  WHERE item.mode = ? AND item.series_uid = ? AND item.instance_uid = ?`;

const PUT_SQL = `
  INSERT INTO dicom_worklist (mode, series_uid, instance_uid, study_uid, calling_ae_title, modality, state,
    reason, route, urgent, expected, objects, read_objects, readings, first_at, last_at, complete_by,
    job_id, analysis_id, urgency, read_at)
  VALUES (@mode, @seriesUid, @instanceUid, @studyUid, @callingAeTitle, @modality, @state, @reason,
    @route, @urgent, @expected, @objects, @readObjects, @readings, @firstAt, @lastAt, @completeBy,
    @jobId, @analysisId, @urgency, @readAt)
  ON CONFLICT (mode, series_uid, instance_uid) DO UPDATE SET
    modality = excluded.modality, state = excluded.state, reason = excluded.reason,
    route = excluded.route, urgent = excluded.urgent, expected = excluded.expected,
    objects = excluded.objects, read_objects = excluded.read_objects,
    readings = excluded.readings, last_at = excluded.last_at, complete_by = excluded.complete_by,
    job_id = excluded.job_id, analysis_id = excluded.analysis_id, urgency = excluded.urgency,
    read_at = excluded.read_at`;

const CONCLUDE_SQL = `
  UPDATE dicom_worklist SET state = @state, reason = @reason, read_objects = @readObjects,
    readings = readings + (@analysisId IS NOT NULL), analysis_id = @analysisId, urgency = @urgency, read_at = @at
  WHERE job_id = @jobId`;

const FORGET_SQL = `
  DELETE FROM dicom_worklist WHERE NOT EXISTS (
    SELECT 1 FROM dicom_objects AS object
    WHERE object.mode = dicom_worklist.mode AND object.series_uid = dicom_worklist.series_uid
      AND dicom_worklist.instance_uid IN ('', object.instance_uid))
  RETURNING state`;

const DUE_SQL = `
  SELECT item.mode, item.series_uid AS seriesUid, item.instance_uid AS instanceUid
  FROM dicom_worklist AS item LEFT JOIN jobs USING (job_id)
  WHERE item.complete_by <= ? AND ifnull(jobs.status NOT IN ('queued', 'running'), 1)
  ORDER BY item.complete_by LIMIT 100`;

/** Of an item, by its job. */
const STATE_SQL = `
  CASE WHEN item.state <> 'queued' THEN item.state
    WHEN jobs.status = 'queued' THEN 'waiting' WHEN jobs.status = 'running' THEN 'reading'
    ELSE 'failed' END`;

const ERROR_SQL = `
  CASE WHEN item.state <> 'queued' THEN NULL WHEN jobs.status = 'cancelled' THEN 'cancelled'
    ELSE jobs.error ->> '$.code' END`;

const LIST_SQL = `
  WITH held AS (
    SELECT object.mode, object.study_uid, object.series_uid, item.instance_uid,
      result.analysis_id AS result_of,
      min(object.calling_ae_title) AS calling_ae_title,
      min(object.header ->> '$.series.modality') AS modality, count(*) AS objects,
      sum(object.file_bytes) AS bytes, min(object.received_at) AS first_at,
      max(object.received_at) AS last_at
    FROM dicom_objects AS object
    LEFT JOIN dicom_worklist AS item ON item.mode = object.mode AND item.series_uid = object.series_uid
      AND item.instance_uid IN ('', object.instance_uid)
    LEFT JOIN dicom_results AS result ON item.mode IS NULL AND result.mode = object.mode
      AND result.instance_uid = object.instance_uid
    GROUP BY object.mode, object.study_uid, object.series_uid, item.instance_uid, result.analysis_id)
  SELECT held.mode, held.study_uid AS studyUid, held.series_uid AS seriesUid,
    nullif(held.instance_uid, '') AS instanceUid, held.calling_ae_title AS callingAeTitle, held.modality,
    CASE WHEN held.result_of IS NOT NULL THEN 'own_result' WHEN item.mode IS NULL THEN 'held'
      ELSE ${STATE_SQL} END AS state,
    item.reason, item.route, item.urgent, held.objects,
    CASE WHEN item.readings > 0 THEN max(0, item.objects - item.read_objects) ELSE 0 END
      AS lateObjects,
    ifnull(item.readings, 0) AS readings, held.bytes, held.first_at AS firstAt,
    held.last_at AS lastAt, item.complete_by AS completeBy, item.job_id AS jobId,
    ifnull(item.analysis_id, held.result_of) AS analysisId, item.urgency, item.read_at AS readAt,
    ${ERROR_SQL} AS errorCode,
    jobs.result ->> '$.not_filed' AS notFiled
  FROM held LEFT JOIN dicom_worklist AS item USING (mode, series_uid, instance_uid)
  LEFT JOIN jobs USING (job_id)
  ORDER BY CASE item.urgency WHEN 'immediate' THEN 0 WHEN 'urgent' THEN 1 ELSE 2 END,
    held.last_at DESC LIMIT ?`;

const STUCK_SQL = `
  SELECT * FROM (
    SELECT item.study_uid AS studyUid, item.series_uid AS seriesUid,
      nullif(item.instance_uid, '') AS instanceUid, item.calling_ae_title AS callingAeTitle,
      item.modality, ${STATE_SQL} AS state, item.reason, ${ERROR_SQL} AS errorCode,
      jobs.result ->> '$.not_filed' AS notFiled, item.objects, item.last_at AS lastAt
    FROM dicom_worklist AS item LEFT JOIN jobs USING (job_id) WHERE item.mode = @mode)
  WHERE state IN ('unroutable', 'failed') OR (@unfiled AND notFiled IS NOT NULL)
  ORDER BY lastAt DESC LIMIT @limit`;

const COUNTS_SQL = `
  SELECT ${STATE_SQL} AS state, count(*) AS count,
    count(*) FILTER (WHERE item.urgency IN ('urgent', 'immediate')) AS urgent
  FROM dicom_worklist AS item LEFT JOIN jobs USING (job_id)
  WHERE @mode IS NULL OR item.mode = @mode GROUP BY 1`;

const UID_SQL = `
  SELECT * FROM dicom_worklist WHERE @uid IN (study_uid, series_uid, instance_uid)
    AND (@mode IS NULL OR mode = @mode) ORDER BY series_uid, instance_uid`;

const NEVER_READ: ReadonlySet<ItemState> = new Set(['receiving', 'queued', 'unroutable']);

type ListedRow = Omit<ListedItem, 'urgent'> & { readonly urgent: number | null };

export function createWorklistRepository(database: Database): WorklistRepository {
  const find = database.prepare<
    [KeyMode, string, string],
    ItemRow & { job_status: JobStatus | null }
  >(FIND_SQL);
  const put = database.prepare(PUT_SQL);
  const conclude = database.prepare(CONCLUDE_SQL);
  const forget = database.prepare<[], { state: ItemState }>(FORGET_SQL);
  const insertResult = database.prepare(
    `INSERT INTO dicom_results (mode, instance_uid, analysis_id, created_at)
     VALUES (@mode, @instanceUid, @analysisId, @at) ON CONFLICT DO NOTHING`,
  );
  const isResult = database.prepare<[KeyMode, string]>(
    'SELECT 1 FROM dicom_results WHERE mode = ? AND instance_uid = ?',
  );
  const due = database.prepare<[number], WorklistKey>(DUE_SQL);
  const ofUid = database.prepare<[{ uid: string; mode: KeyMode | null }], ItemRow>(UID_SQL);
  const receiving = database.prepare<[], ItemRow>(
    `SELECT * FROM dicom_worklist WHERE state = 'receiving' AND complete_by IS NOT NULL`,
  );
  const list = database.prepare<[number], ListedRow>(LIST_SQL);
  const counts = database.prepare<
    [{ mode: KeyMode | null }],
    { state: WorkedState; count: number; urgent: number }
  >(COUNTS_SQL);
  const stuck = database.prepare<[{ mode: KeyMode; limit: number; unfiled: 0 | 1 }], StuckItem>(
    STUCK_SQL,
  );
  return {
    find({ mode, seriesUid, instanceUid }): FoundWorklistItem | undefined {
      const row = find.get(mode, seriesUid, instanceUid);
      return row && { item: toItem(row), isJobOpen: isOpenJob(row.job_status) };
    },
    put: (item) => void put.run({ ...item, urgent: item.urgent ? 1 : 0 }),
    conclude: ({ jobId, state, reason, readObjects, analysisId, urgency, at }) =>
      void conclude.run({ jobId, state, reason, readObjects, analysisId, urgency, at }),
    forget: () => forget.all().filter(({ state }) => NEVER_READ.has(state)).length,
    insertResult: ({ mode, instanceUid, analysisId, at }) =>
      void insertResult.run({ mode, instanceUid, analysisId, at }),
    isResult: (mode, instanceUid) => isResult.get(mode, instanceUid) !== undefined,
    due: (now) => due.all(now),
    ofUid: (uid, mode) => ofUid.all({ uid, mode: mode ?? null }).map(toItem),
    receiving: () => receiving.all().map(toItem),
    list: (limit) =>
      list
        .all(limit)
        .map((row) => ({ ...row, urgent: row.urgent === null ? null : row.urgent === 1 })),
    stuck: (mode, { limit, unfiled }) => stuck.all({ mode, limit, unfiled: unfiled ? 1 : 0 }),
    counts(mode) {
      const rows = counts.all({ mode: mode ?? null });
      return {
        states: Object.fromEntries(rows.map(({ state, count }) => [state, count])),
        urgent: rows.reduce((sum, { urgent }) => sum + urgent, 0),
      };
    },
  };
}
