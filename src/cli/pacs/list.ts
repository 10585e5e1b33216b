import { isoTime } from '../../core/clock.js';
import { createVerificationRepository } from '../../store/dicom-verification-repository.js';
import type { ListedItem } from '../../store/dicom-worklist.js';
import { createWorklistRepository } from '../../store/dicom-worklist-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { linesOf } from '../lines-option.js';
import { json, table } from '../output.js';

export interface ListOptions extends CommonOptions {
  readonly lines: string;
}

/** The verified reports on a reading. */
type Reports = (item: Pick<ListedItem, 'state' | 'analysisId'>) => readonly string[];

const time = (epochMs: number | null) => (epochMs === null ? null : isoTime(epochMs));

const describe = (item: ListedItem, reports: Reports) => ({
  study_instance_uid: item.studyUid,
  series_instance_uid: item.seriesUid,
  sop_instance_uid: item.instanceUid,
  mode: item.mode,
  modality: item.modality,
  from: item.callingAeTitle,
  objects: item.objects,
  bytes: item.bytes,
  first_received_at: isoTime(item.firstAt),
  last_received_at: isoTime(item.lastAt),
  state: item.state,
  reason: item.reason ?? item.errorCode,
  urgency: item.urgency,
  route: item.route,
  priority: item.urgent === null ? null : item.urgent ? 'urgent' : 'routine',
  complete_by: time(item.completeBy),
  late_objects: item.lateObjects,
  readings: item.readings,
  read_at: time(item.readAt),
  job_id: item.jobId,
  analysis_id: item.analysisId,
  not_filed: item.notFiled,
  verified_by: reports(item),
});

const HEAD = [
  'SERIES',
  'MODE',
  'MODALITY',
  'FROM',
  'OBJECTS',
  'MB',
  'LAST RECEIVED',
  'STATE',
  'REASON',
  'URGENCY',
  'VERIFIED',
];
const MEGABYTE = 1_000_000;

const rowOf = (item: ListedItem, reports: Reports) => [
  item.seriesUid,
  item.mode,
  item.modality,
  item.callingAeTitle,
  item.objects,
  (item.bytes / MEGABYTE).toFixed(1),
  isoTime(item.lastAt),
  item.state,
  item.reason ?? item.errorCode,
  item.urgency,
  reports(item).length > 0 ? 'yes' : '',
];

/** Lists what is held and what became of it: urgent results first, then what came last. */
export async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const limit = linesOf(options.lines);
  await withDatabase(context, options, (database) => {
    const items = createWorklistRepository(database).list(limit);
    const verifications = createVerificationRepository(database);
    const reports: Reports = ({ state, analysisId }) =>
      state === 'own_result' || analysisId === null ? [] : verifications.reportsOf(analysisId);
    if (options.json) {
      return context.output.out(json(items.map((item) => describe(item, reports))));
    }
    const rows = items.map((item) => rowOf(item, reports));
    context.output.out(rows.length === 0 ? 'No series is held.' : table(HEAD, rows));
  });
}
