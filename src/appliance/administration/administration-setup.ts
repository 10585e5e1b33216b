import type { CheckpointFile } from '../../audit/checkpoint-file.js';
import type { Operation } from '../../calls/operation.js';
import { type Clock, isoTime } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { LogTail } from '../../core/log-tail.js';
import type { Logger } from '../../core/logger.js';
import { VERSION } from '../../core/version.js';
import type { Readiness } from '../../http/schema.js';
import { auditOperations } from '../../operations/administration/audit.js';
import { configurationOperations } from '../../operations/administration/configuration.js';
import { doctorOperations } from '../../operations/administration/doctor.js';
import { figureOperations } from '../../operations/administration/figures.js';
import type { Figures } from '../../operations/administration/figures-schema.js';
import { keyOperations } from '../../operations/administration/keys.js';
import { logOperations } from '../../operations/administration/logs.js';
import { packageOperations } from '../../operations/administration/packages.js';
import { pacsOperations } from '../../operations/administration/pacs.js';
import { statusOperations } from '../../operations/administration/status.js';
import { usageOperations } from '../../operations/administration/usage.js';
import { userOperations } from '../../operations/administration/users.js';
import type { Jobs } from '../../operations/jobs/jobs.js';
import { createAuditTimes } from '../../store/audit-times.js';
import { createUsageCount } from '../../store/audit-usage.js';
import { createAuditView } from '../../store/audit-view.js';
import type { LoadedConfig } from '../config/load.js';
import { withoutSecrets } from '../config/without-secrets.js';
import { CHECK_NAMES, worstState } from '../doctor/run-checks.js';
import type { Entrance } from '../entrance-setup.js';
import type { Family } from '../metrics/exposition.js';
import type { Storage } from '../storage-setup.js';
import type { Webhooks } from '../webhooks/webhook-setup.js';
import { type BoxStatusParts, createBoxStatus, describeLine } from './box-status.js';
import { exportStream } from './export-stream.js';
import { createPacsStatus, type PacsStatusParts } from './pacs-status.js';
import type { ProcessTasks } from './process-tasks.js';

const MIB = 1024 * 1024;

/** The operations on packages, which jobs can carry out too. */
export function setUpPackageOperations(
  { limits, models }: Pick<LoadedConfig, 'limits' | 'models'>,
  processes: ProcessTasks,
  { audit }: Pick<Storage, 'audit'>,
): Operation[] {
  return packageOperations({
    bodyLimitBytes: Math.min(models.package_mb * MIB, limits.spool_bytes),
    record: (event) => audit.append(event),
    store: {
      list: () => processes.run('packages.list', {}, { caller: {} }),
      install: (input, { record, signal, onProgress }) =>
        processes.run('packages.install', input, { caller: { record }, signal, onProgress }),
      rollBack: (id, { record, signal, onProgress }) =>
        processes.run('packages.roll-back', { id }, { caller: { record }, signal, onProgress }),
    },
  });
}

export interface AdministrationSetupParts {
  readonly config: LoadedConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly logTail: Pick<LogTail, 'newest'>;
  readonly storage: Storage;
  readonly entrance: Entrance;
  readonly processes: ProcessTasks;
  readonly jobs: Jobs;
  readonly readiness: () => Readiness;
  readonly workers: BoxStatusParts['workers'];
  readonly checkpoints: Pick<CheckpointFile, 'newest'>;
  readonly families: () => readonly Family[];
  readonly pacs: PacsStatusParts['pacs'];
  readonly webhooks: Pick<Webhooks, 'tellNow'>;
}

/** The current values of metrics with the field names of the interface. */
function describeFigures(families: readonly Family[], now: number): Figures {
  return {
    at: isoTime(now),
    families: families.map(({ name, help, type, samples }) => ({
      name,
      help,
      type,
      samples: samples().map(({ suffix = '', labels = {}, value }) => ({
        name: `${name}${suffix}`,
        labels,
        value: Number.isFinite(value) ? value : null,
      })),
    })),
  };
}

/** What is found is answered in any case. */
async function tellBroken(
  { webhooks, logger }: Pick<AdministrationSetupParts, 'webhooks' | 'logger'>,
  reason: string,
): Promise<void> {
  await webhooks.tellNow({ type: 'audit.broken', data: { reason } }).catch((error) => {
    logger.error({ reason: messageOf(error) }, 'webhooks not told of the broken audit log');
  });
}

function setUpAudit(parts: AdministrationSetupParts, nameOf: (id: string) => string | null) {
  const { clock, logger, processes, storage } = parts;
  const { database, repository } = storage;
  const times = createAuditTimes(database);
  return [
    ...usageOperations({ times, count: createUsageCount(database), repository, nameOf, clock }),
    ...auditOperations({
      repository,
      view: createAuditView(database, 'mode-and-common'),
      times,
      nameOf,
      async verify() {
        const verdict = await processes.run('audit.verify', {}, { caller: {} });
        if (!verdict.intact) await tellBroken(parts, verdict.reason);
        return verdict;
      },
      exportRecords: (selection) => exportStream(processes, selection, logger),
      clock,
    }),
  ];
}

/** The operations of administrators and auditors. */
export function setUpAdministration(parts: AdministrationSetupParts): Operation[] {
  const { config, clock, entrance, storage, processes, jobs, readiness } = parts;
  const { keys, people, listener } = entrance;
  const { users } = people;
  const nameOf = (id: string) => keys.find(id)?.name ?? users.find(id)?.userName ?? null;
  const status = createBoxStatus({
    ...parts,
    listener,
    audit: storage.repository,
    jobs: () => jobs.load(),
  });
  const shown = withoutSecrets(config);
  const daemon = () => ({ state: 'up', version: VERSION, readiness: readiness() }) as const;
  return [
    ...statusOperations(status),
    ...pacsOperations(createPacsStatus({ ...parts, database: storage.database })),
    ...figureOperations({
      figures: () => describeFigures(parts.families(), clock()),
      inForce: (userId) => users.isInForce(userId),
    }),
    ...keyOperations(keys, clock),
    ...userOperations(users, clock),
    ...jobs.administration(nameOf),
    ...configurationOperations(() => shown),
    ...doctorOperations({
      checkNames: CHECK_NAMES,
      worst: worstState,
      clock,
      run: (onResult) =>
        processes.run(
          'doctor',
          { daemon: daemon() },
          { caller: { onResult: async (line) => onResult(describeLine(line)) } },
        ),
    }),
    ...logOperations(parts.logTail),
    ...setUpAudit(parts, nameOf),
  ];
}
