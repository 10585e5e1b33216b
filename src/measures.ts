import type { Clock } from './core/clock.js';
import type { ConnectionLoad } from './http/connections.js';
import type { Observe } from './http/measure.js';
import type { Metrics } from './http/metrics-endpoint.js';
import type { Readiness } from './http/schema.js';
import {
  byLabel,
  counter,
  createExposition,
  EXPOSITION_TYPE,
  type Family,
  gauge,
} from './monitor/exposition.js';
import { createProcessFigures } from './monitor/process.js';
import { createRequestFigures } from './monitor/requests.js';
import type { CheckpointFile } from './security/checkpoint-file.js';
import type { AuditRepository } from './storage/audit-repository.js';
import type { DiskState } from './storage/disk.js';

export interface MeasuresParts {
  readonly version: string;
  readonly readiness: () => Readiness;
  readonly disk: () => DiskState;
  readonly workers: () => { readonly workers: number };
  readonly audit: Pick<AuditRepository, 'highestEver'>;
  readonly checkpoints: Pick<CheckpointFile, 'newest'>;
  readonly door: { load(): ConnectionLoad; certificateEnds(): number | undefined };
  /** How many jobs are open, by status. */
  readonly jobs: () => Readonly<Record<string, number>>;
  readonly clock: Clock;
}

/** What an administrator's monitoring may know of the appliance: nothing of any patient. */
export interface Measures {
  readonly metrics: Metrics;
  readonly observe: Observe;
  /** A request without a valid key, or a connection without a certificate. */
  noteRefusal(): void;
  noteMalformed(status: number): void;
  stop(): void;
}

const SECOND_MS = 1_000;
const MIB = 1024 * 1024;

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

/** None where there is none, or where it is not sound: that is what `audit verify` tells. */
function timeOfNewest(checkpoints: MeasuresParts['checkpoints']): number | undefined {
  try {
    const newest = checkpoints.newest();
    return newest && Date.parse(newest.at);
  } catch {
    return undefined;
  }
}

function stateFamilies({ version, readiness, disk, workers, clock, ...parts }: MeasuresParts) {
  const { door, audit, checkpoints } = parts;
  const checks = () => readiness().checks;
  const checkpointAge = () => {
    const at = timeOfNewest(checkpoints);
    return at && Math.max(0, (clock() - at) / SECOND_MS);
  };
  const certificateEnds = () => {
    const ends = door.certificateEnds();
    return ends === undefined ? undefined : ends / SECOND_MS;
  };
  return [
    byLabel(
      { name: 'wardbox_build_info', help: 'The version that runs.', type: 'gauge' },
      'version',
      () => ({ [version]: 1 }),
    ),
    gauge('wardbox_ready', '1 when work is taken, as /readyz says.', () =>
      Number(readiness().status !== 'not_ready'),
    ),
    gauge('wardbox_degraded', '1 when something does not work.', () =>
      Number(readiness().status !== 'ready'),
    ),
    gauge('wardbox_workers', 'Inference workers, as configured.', () => workers().workers),
    gauge('wardbox_workers_up', 'Inference workers that are up.', () => checks().workers.up),
    gauge('wardbox_workers_busy', 'Inference workers at work.', () => checks().workers.busy),
    gauge('wardbox_queue_length', 'Tasks that wait for a worker.', () => checks().workers.queued),
    gauge('wardbox_analysis_threads_up', 'Threads that analyse.', () => checks().analysis?.up),
    gauge('wardbox_analysis_threads_busy', 'Those at work.', () => checks().analysis?.busy),
    gauge('wardbox_analysis_queue_length', 'Requests that wait for one.', () => {
      return checks().analysis?.queued;
    }),
    byLabel(
      { name: 'wardbox_models', help: 'Model packages, by state.', type: 'gauge' },
      'state',
      () => countBy(checks().models, ({ state }) => state),
    ),
    gauge('wardbox_disk_free_bytes', 'Free space for the data folder.', () => disk().freeMb * MIB),
    counter('wardbox_audit_records_total', 'Records in the audit log, since it began.', () =>
      audit.highestEver(),
    ),
    gauge('wardbox_audit_checkpoint_age_seconds', 'Since the last checkpoint.', checkpointAge),
    gauge('wardbox_certificate_expiry_seconds', 'When it ends, since 1970.', certificateEnds),
  ];
}

function connectionFamilies(door: MeasuresParts['door']): Family[] {
  const load = () => door.load();
  return [
    gauge('wardbox_connections', 'Open connections.', () => load().open),
    gauge('wardbox_connections_busy', 'Those with a request under way.', () => load().busy),
    gauge(
      'wardbox_answers_waiting_bytes',
      'Of answers that clients have not fetched yet.',
      () => load().waitingBytes,
    ),
    byLabel(
      {
        name: 'wardbox_connections_cut_total',
        help: 'Made room, found none, did not read its answers, asked too often without waiting.',
        type: 'counter',
      },
      'reason',
      () => {
        const { evicted, refused, slow, piled } = load();
        return { evicted, refused, slow, piled };
      },
    ),
  ];
}

/** Readiness that is worked out once for each page, so that all of it tells of one moment. */
function createMoment(readiness: () => Readiness) {
  let now: Readiness | undefined;
  return {
    begin() {
      now = undefined;
    },
    readiness() {
      now ??= readiness();
      return now;
    },
  };
}

export function createMeasures(parts: MeasuresParts): Measures {
  const requests = createRequestFigures();
  const ownProcess = createProcessFigures();
  const malformed: Record<string, number> = {};
  let refusals = 0;
  const moment = createMoment(parts.readiness);
  const families = [
    ...stateFamilies({ ...parts, readiness: moment.readiness }),
    ...requests.families,
    ...connectionFamilies(parts.door),
    counter('wardbox_refusals_total', 'Without a valid key or certificate.', () => refusals),
    byLabel(
      { name: 'wardbox_malformed_total', help: 'What was no request.', type: 'counter' },
      'status',
      () => malformed,
    ),
    byLabel(
      { name: 'wardbox_jobs', help: 'Open jobs, by status.', type: 'gauge' },
      'status',
      parts.jobs,
    ),
    ...ownProcess.families,
  ];
  const exposition = createExposition(families);
  const text = () => {
    moment.begin();
    return exposition();
  };
  return {
    metrics: { text, type: EXPOSITION_TYPE },
    observe: requests.observe,
    noteRefusal() {
      refusals += 1;
    },
    noteMalformed(status) {
      malformed[status] = (malformed[status] ?? 0) + 1;
    },
    stop: ownProcess.stop,
  };
}
