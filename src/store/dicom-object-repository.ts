import type { KeyMode } from '../core/key-mode.js';
import type {
  DicomObject,
  DicomObjectRepository,
  HeldSeries,
  ObjectInsertion,
} from './dicom-object.js';
import type { Database } from './open.js';

interface ObjectRow {
  mode: KeyMode;
  study_uid: string;
  series_uid: string;
  instance_uid: string;
  sop_class_uid: string;
  transfer_syntax_uid: string;
  header: string;
  sha256: Buffer;
  file: string;
  file_bytes: number;
  file_key: Buffer;
  file_counter: Buffer;
  calling_ae_title: string;
  received_at: number;
}

const toObject = (row: ObjectRow): DicomObject => ({
  mode: row.mode,
  studyUid: row.study_uid,
  seriesUid: row.series_uid,
  instanceUid: row.instance_uid,
  sopClassUid: row.sop_class_uid,
  transferSyntaxUid: row.transfer_syntax_uid,
  header: row.header,
  sha256: row.sha256.toString('hex'),
  file: { name: row.file, bytes: row.file_bytes, key: row.file_key, counter: row.file_counter },
  callingAeTitle: row.calling_ae_title,
  receivedAt: row.received_at,
});

/** Counted in the index alone; of each series the header of one object is read. */
const heldSeriesSql = (condition: string) => `
  SELECT held.studyUid, held.seriesUid, held.objects, one.header
  FROM (SELECT mode, study_uid AS studyUid, series_uid AS seriesUid, count(*) AS objects,
      min(instance_uid) AS instanceUid
    FROM dicom_objects WHERE mode = ? ${condition} GROUP BY study_uid, series_uid) AS held
  JOIN dicom_objects AS one ON one.mode = held.mode AND one.instance_uid = held.instanceUid
  ORDER BY held.studyUid, held.seriesUid`;

const objectsSql = (condition: string) =>
  `SELECT * FROM dicom_objects WHERE mode = ? AND study_uid = ? ${condition}
   ORDER BY series_uid, instance_uid`;

export function createDicomObjectRepository(database: Database): DicomObjectRepository {
  const insert = database.prepare(
    `INSERT INTO dicom_objects (mode, study_uid, series_uid, instance_uid, sop_class_uid,
       transfer_syntax_uid, header, sha256, file, file_bytes, file_key, file_counter,
       calling_ae_title, received_at)
     VALUES (@mode, @studyUid, @seriesUid, @instanceUid, @sopClassUid, @transferSyntaxUid, @header,
       @sha256, @file, @fileBytes, @fileKey, @fileCounter, @callingAeTitle, @receivedAt)
     ON CONFLICT (mode, instance_uid) DO NOTHING`,
  );
  const byInstance = database.prepare<[KeyMode, string], ObjectRow>(
    'SELECT * FROM dicom_objects WHERE mode = ? AND instance_uid = ?',
  );
  const forget = database.prepare<[number], { file: string }>(
    `DELETE FROM dicom_objects WHERE received_at < ? AND NOT EXISTS (
       SELECT 1 FROM dicom_sends AS send
       WHERE send.mode = dicom_objects.mode AND send.instance_uid = dicom_objects.instance_uid
         AND send.ended_at IS NULL)
     RETURNING file`,
  );
  const drop = database.prepare<[string]>(
    'DELETE FROM dicom_objects WHERE file IN (SELECT value FROM json_each(?))',
  );
  const noteRouted = database.prepare<[KeyMode, string]>(
    'UPDATE dicom_objects SET routed = 1 WHERE mode = ? AND instance_uid = ?',
  );
  const unrouted = database.prepare<[number], ObjectRow>(
    'SELECT * FROM dicom_objects WHERE routed = 0 ORDER BY received_at LIMIT ?',
  );
  const allSeries = database.prepare<[KeyMode], HeldSeries>(heldSeriesSql(''));
  const seriesOfStudy = database.prepare<[KeyMode, string], HeldSeries>(
    heldSeriesSql('AND study_uid = ?'),
  );
  const ofStudy = database.prepare<[KeyMode, string], ObjectRow>(objectsSql(''));
  const ofStudyAndSeries = database.prepare<[KeyMode, string, string], ObjectRow>(
    objectsSql('AND series_uid = ?'),
  );
  const ofSeries = database.prepare<[KeyMode, string], ObjectRow>(
    'SELECT * FROM dicom_objects WHERE mode = ? AND series_uid = ? ORDER BY instance_uid',
  );
  const files = database.prepare<[], { file: string }>('SELECT file FROM dicom_objects');
  const receivedSince = database.prepare<[KeyMode, number], { count: number }>(
    `SELECT count(*) AS count FROM dicom_objects AS object
     WHERE object.mode = ? AND object.received_at >= ? AND NOT EXISTS (
       SELECT 1 FROM dicom_results AS result
       WHERE result.mode = object.mode AND result.instance_uid = object.instance_uid)`,
  );
  const totals = database.prepare<[], { objects: number; bytes: number }>(
    'SELECT count(*) AS objects, coalesce(sum(file_bytes), 0) AS bytes FROM dicom_objects',
  );

  const find = (mode: KeyMode, instanceUid: string): DicomObject | undefined => {
    const row = byInstance.get(mode, instanceUid);
    return row && toObject(row);
  };

  return {
    insert({ file, sha256, ...object }): ObjectInsertion {
      const { changes } = insert.run({
        ...object,
        sha256: Buffer.from(sha256, 'hex'),
        file: file.name,
        fileBytes: file.bytes,
        fileKey: Buffer.from(file.key),
        fileCounter: Buffer.from(file.counter),
      });
      if (changes === 1) return 'kept';
      return find(object.mode, object.instanceUid)?.sha256 === sha256 ? 'same' : 'conflict';
    },
    forgetBefore: (epochMs) => forget.all(epochMs).map(({ file }) => file),
    drop: (files) => void drop.run(JSON.stringify(files)),
    noteRouted: (mode, instanceUid) => void noteRouted.run(mode, instanceUid),
    unrouted: (limit) => unrouted.all(limit).map(toObject),
    find,
    heldSeries: (mode, studyUid) =>
      studyUid === undefined ? allSeries.all(mode) : seriesOfStudy.all(mode, studyUid),
    objects: (mode, studyUid, seriesUid) =>
      (seriesUid === undefined
        ? ofStudy.all(mode, studyUid)
        : ofStudyAndSeries.all(mode, studyUid, seriesUid)
      ).map(toObject),
    ofSeries: (mode, seriesUid) => ofSeries.all(mode, seriesUid).map(toObject),
    fileNames: () => files.all().map(({ file }) => file),
    receivedSince: (mode, at) => receivedSince.get(mode, at)?.count ?? 0,
    totals: () => totals.get() ?? { objects: 0, bytes: 0 },
  };
}
