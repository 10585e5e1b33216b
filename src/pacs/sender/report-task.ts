import type { Destination } from '../../core/sent-object.js';
import type { CommitmentReport, ReportOutcome } from '../../core/storage-commitment.js';
import { defineTask, type TaskContext } from '../../core/task.js';
import { withSignsOfLife } from '../signs-of-life.js';
import { makeReport, STORAGE_COMMITMENT } from '../storage-commitment.js';
import { Association, type DimseDestination } from './association.js';

export interface ReportInput {
  readonly destination: Extract<Destination, { service: 'dimse' }>;
  readonly report: CommitmentReport;
}

const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const LIMIT_MS = 60_000;
const SUCCESS = 0;

async function report(
  destination: DimseDestination,
  content: CommitmentReport,
  signal: AbortSignal,
): Promise<ReportOutcome> {
  const transferSyntaxUids = [EXPLICIT_LITTLE_ENDIAN, IMPLICIT_LITTLE_ENDIAN];
  const context = { sopClassUid: STORAGE_COMMITMENT, transferSyntaxUids, isProvider: true };
  const association = await Association.open(destination, [context], signal);
  if (!transferSyntaxUids.some((uid) => association.accepts(STORAGE_COMMITMENT, uid))) {
    await association.release();
    return 'not-now';
  }
  const status = await association.request(makeReport(content));
  await association.release();
  return status === SUCCESS ? 'reported' : 'not-now';
}

/** Reports to a node which objects are held, on an association of our own. */
export const reportTask = defineTask({
  name: 'pacs.report',
  lane: 'long',
  run: ({ destination, report: content }: ReportInput, context: TaskContext) =>
    withSignsOfLife(context, () =>
      report(
        destination,
        content,
        AbortSignal.any([context.signal, AbortSignal.timeout(LIMIT_MS)]),
      ).catch((): ReportOutcome => 'not-now'),
    ),
});
