import type { CheckpointFile } from '../../audit/checkpoint-file.js';
import type { Clock } from '../../core/clock.js';
import type { ConnectionLoad } from '../../http/connections.js';
import type { Observe } from '../../http/measure.js';
import type { Metrics } from '../../http/metrics-endpoint.js';
import type { Readiness } from '../../http/schema.js';
import type { AuditRepository } from '../../store/audit-repository.js';
import type { DiskState } from '../../store/disk.js';
import type { DeliveryState } from '../../store/webhook-delivery.js';
import {
  byLabel,
  counter,
  createExposition,
  EXPOSITION_TYPE,
  type Family,
  gauge,
} from './exposition.js';
import { type PacsFigures, pacsFamilies } from './pacs.js';
import { createProcessFigures } from './process.js';
import type { RejectionFigures } from './rejections.js';
import { createRequestFigures } from './requests.js';

export interface MetricsRegistryParts {
  readonly version: string;
  readonly readiness: () => Readiness;
  readonly disk: () => DiskState;
  readonly workers: () => { readonly workers: number };
  readonly audit: Pick<AuditRepository, 'highestEver'>;
  readonly checkpoints: Pick<CheckpointFile, 'newest'>;
  readonly listener: { load(): ConnectionLoad; certificateEnds(): number | undefined };
  readonly rejections: Pick<RejectionFigures, 'families'>;
  /** The number of unfinished jobs by status. */
  readonly jobs: () => Readonly<Record<string, number>>;
  readonly pacs: PacsFigures;
  readonly webhooks: { counts(): Readonly<Record<DeliveryState, number>> };
  readonly clock: Clock;
}

/** Metrics of the appliance for an administrator's monitoring; they hold no patient data. */
export interface MetricsRegistry {
  readonly metrics: Metrics;
  readonly observe: Observe;
  /** The families of this moment, without those that only the scraper may read. */
  families(): readonly Family[];
  stop(): void;
}

const SECOND_MS = 1_000;
const MIB = 1024 * 1024;

function countBy<T>(items: readonly T[], nameOf: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

/** Undefined without a valid checkpoint; `audit verify` reports a damaged one. */
function timeOfNewest(checkpoints: MetricsRegistryParts['checkpoints']): number | undefined {
  try {
    const newest = checkpoints.newest();
    return newest && Date.parse(newest.at);
  } catch {
    return undefined;
  }
}

function applianceFamilies(version: string, readiness: () => Readiness): Family[] {
  return [
    byLabel(
      { name: 'wardbox_build_info', help: 'The running version.', type: 'gauge' },
      'version',
      () => ({ [version]: 1 }),
    ),
    gauge('wardbox_ready', '1 when requests are accepted, as /readyz reports.', () =>
      Number(readiness().status !== 'not_ready'),
    ),
    gauge('wardbox_degraded', '1 when some part is not available.', () =>
      Number(readiness().status !== 'ready'),
    ),
  ];
}

function workFamilies(
  workers: MetricsRegistryParts['workers'],
  readiness: () => Readiness,
): Family[] {
  const checks = () => readiness().checks;
  return [
    gauge('wardbox_workers', 'Configured inference workers.', () => workers().workers),
    gauge('wardbox_workers_up', 'Running inference workers.', () => checks().workers.up),
    gauge('wardbox_workers_busy', 'Busy inference workers.', () => checks().workers.busy),
    gauge(
      'wardbox_queue_length',
      'Tasks waiting for an inference worker.',
      () => checks().workers.queued,
    ),
    gauge('wardbox_analysis_threads_up', 'Running analysis threads.', () => checks().analysis?.up),
    gauge('wardbox_analysis_threads_busy', 'Busy analysis threads.', () => checks().analysis?.busy),
    gauge('wardbox_analysis_queue_length', 'Requests waiting for an analysis thread.', () => {
      return checks().analysis?.queued;
    }),
    byLabel(
      { name: 'wardbox_models', help: 'Model packages, by state.', type: 'gauge' },
      'state',
      () => countBy(checks().models, ({ state }) => state),
    ),
  ];
}

function recordFamilies({
  disk,
  audit,
  checkpoints,
  clock,
}: Pick<MetricsRegistryParts, 'disk' | 'audit' | 'checkpoints' | 'clock'>): Family[] {
  return [
    gauge(
      'wardbox_disk_free_bytes',
      'Free disk space for the data folder.',
      () => disk().freeMb * MIB,
    ),
    counter('wardbox_audit_records_total', 'Records ever written to the audit log.', () =>
      audit.highestEver(),
    ),
    gauge('wardbox_audit_checkpoint_age_seconds', 'Age of the last audit checkpoint.', () => {
      const at = timeOfNewest(checkpoints);
      return at && Math.max(0, (clock() - at) / SECOND_MS);
    }),
  ];
}

const certificateFamily = (listener: MetricsRegistryParts['listener']): Family =>
  gauge(
    'wardbox_certificate_expiry_seconds',
    'End of the TLS certificate, in seconds since 1970.',
    () => {
      const ends = listener.certificateEnds();
      return ends === undefined ? undefined : ends / SECOND_MS;
    },
  );

function connectionFamilies(listener: MetricsRegistryParts['listener']): Family[] {
  const load = () => listener.load();
  return [
    gauge('wardbox_connections', 'Open connections.', () => load().open),
    gauge('wardbox_connections_busy', 'Connections with a request in progress.', () => load().busy),
    gauge(
      'wardbox_answers_waiting_bytes',
      'Bytes of answers that clients have not read yet.',
      () => load().waitingBytes,
    ),
    byLabel(
      {
        name: 'wardbox_connections_cut_total',
        help: 'Connections closed: evicted for a new one, refused at the limit, slow to read, too many requests queued.',
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

/** Readiness computed once for each scrape, so that all metrics describe the same moment. */
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

export function createMetricsRegistry(parts: MetricsRegistryParts): MetricsRegistry {
  const requests = createRequestFigures();
  const ownProcess = createProcessFigures();
  const moment = createMoment(parts.readiness);
  const families = [
    ...applianceFamilies(parts.version, moment.readiness),
    ...workFamilies(parts.workers, moment.readiness),
    ...recordFamilies(parts),
    certificateFamily(parts.listener),
    ...requests.families,
    ...connectionFamilies(parts.listener),
    ...parts.rejections.families,
    byLabel(
      { name: 'wardbox_jobs', help: 'Open jobs, by status.', type: 'gauge' },
      'status',
      parts.jobs,
    ),
    ...pacsFamilies(parts.pacs),
    byLabel(
      {
        name: 'wardbox_webhook_deliveries',
        help: 'Events for webhooks, by state.',
        type: 'gauge',
      },
      'state',
      () => parts.webhooks.counts(),
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
    families() {
      moment.begin();
      return families.filter(({ isReadOnce }) => isReadOnce === undefined);
    },
    stop: ownProcess.stop,
  };
}
