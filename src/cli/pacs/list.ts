import { isoTime } from '../../core/clock.js';
import type { ReceivedSeries } from '../../store/dicom-object.js';
import { createDicomObjectRepository } from '../../store/dicom-object-repository.js';
import { type CommandContext, type CommonOptions, withDatabase } from '../context.js';
import { linesOf } from '../lines-option.js';
import { json, table } from '../output.js';

export interface ListOptions extends CommonOptions {
  readonly lines: string;
}

const describe = (series: ReceivedSeries) => ({
  study_instance_uid: series.studyUid,
  series_instance_uid: series.seriesUid,
  mode: series.mode,
  modality: series.modality,
  from: series.callingAeTitle,
  objects: series.objects,
  bytes: series.bytes,
  first_received_at: isoTime(series.firstAt),
  last_received_at: isoTime(series.lastAt),
});

const HEAD = ['SERIES', 'MODE', 'MODALITY', 'FROM', 'OBJECTS', 'MB', 'LAST RECEIVED'];
const MEGABYTE = 1_000_000;

const rowOf = (series: ReceivedSeries) => [
  series.seriesUid,
  series.mode,
  series.modality,
  series.callingAeTitle,
  series.objects,
  (series.bytes / MEGABYTE).toFixed(1),
  isoTime(series.lastAt),
];

/** Lists the series that are held, those that came last first. */
export async function list(context: CommandContext, options: ListOptions): Promise<void> {
  const limit = linesOf(options.lines);
  await withDatabase(context, options, (database) => {
    const held = createDicomObjectRepository(database).series(limit);
    if (options.json) return context.output.out(json(held.map(describe)));
    context.output.out(held.length === 0 ? 'No series is held.' : table(HEAD, held.map(rowOf)));
  });
}
