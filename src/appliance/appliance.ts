import { join } from 'node:path';
import { type AuditKeeping, createAuditKeeping } from '../audit/audit-keeping.js';
import type { Clock } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import { LogTail } from '../core/log-tail.js';
import type { Logger } from '../core/logger.js';
import { VERSION } from '../core/version.js';
import { type BodyBudget, createBodyBudget } from '../http/body.js';
import type { App } from '../http/environment.js';
import { createIdempotency, type Idempotency } from '../http/idempotency.js';
import { createUploadSpool } from '../http/upload.js';
import type { Jobs } from '../operations/jobs/jobs.js';
import { createKnowledgeRegistry } from '../operations/knowledge-packages.js';
import { createIdempotencyRepository } from '../store/idempotency-repository.js';
import { answers } from '../store/open.js';
import { createReadingRepository } from '../store/reading-repository.js';
import {
  setUpAdministration,
  setUpPackageOperations,
} from './administration/administration-setup.js';
import { createProcessTasks } from './administration/process-tasks.js';
import { createApp } from './app.js';
import { setUpCapabilities } from './capability-setup.js';
import type { Environment, LoadedConfig } from './config/load.js';
import { type Entrance, setUpEntrance } from './entrance-setup.js';
import { createFhirServer } from './fhir-server.js';
import { setUpJobs } from './job-setup.js';
import { createMaintenance } from './maintenance.js';
import { createMetricsRegistry } from './metrics/metrics.js';
import { packageSources, storeIn } from './package-sources.js';
import { PackageWatch } from './package-watch.js';
import { setUpPacs } from './pacs/pacs-setup.js';
import { createPool } from './pool-setup.js';
import { createReadiness } from './readiness.js';
import { openStorage, type Storage } from './storage-setup.js';
import { setUpWebhooks } from './webhooks/webhook-setup.js';

export interface Appliance {
  readonly app: App;
  /** Resolves when it listens and the models are warm. */
  start(): Promise<{ url: string; caFile?: string }>;
  stop(): Promise<void>;
  /**
   * Applies a renewed certificate and reopens all packages; requests in progress are not affected.
   */
  reload(): Promise<void>;
  /** Whether it accepts work now, as `/readyz` reports it. */
  ready(): boolean;
  /** For a watchdog: the database, the workers and the threads answer. */
  alive(): Promise<boolean>;
}

export interface ApplianceParts {
  readonly config: LoadedConfig;
  /** The environment of worker processes. */
  readonly environment: Environment;
  readonly logger: Logger;
  /** The log of the last hour; absent where nothing is logged. */
  readonly logTail?: LogTail;
  readonly clock: Clock;
  /** A listening socket that the service manager opened, instead of `server.host` and `port`. */
  readonly socket?: number | undefined;
}

/** The common dependencies of the parts below. */
interface Foundation extends ApplianceParts {
  readonly storage: Storage;
  readonly entrance: Entrance;
  readonly bodyBudget: BodyBudget;
}

type Work = ReturnType<typeof createWork>;
type Monitoring = ReturnType<typeof createMonitoring>;

const PING_TIMEOUT_MS = 5_000;

/** The services that answer operations, and the operations. */
function createWork(foundation: Foundation) {
  const { config, environment, clock, logger, storage, entrance, bodyBudget } = foundation;
  const { database, commit, opened, audit } = storage;
  const { keys, people, admission } = entrance;
  const packages = packageSources(config);
  const pool = createPool({ ...foundation, packages });
  const knowledge = createKnowledgeRegistry();
  const readings = createReadingRepository(database);
  const shared = { config, clock, logger };
  const { noteRefusal } = entrance;
  const webhooks = setUpWebhooks({ ...shared, storage });
  const { tell } = webhooks;
  const pacs = setUpPacs({
    ...shared,
    tell,
    environment,
    storage,
    noteRefusal,
    engine: pool,
    onQueued: () => jobs.wake(),
  });
  const capabilities = setUpCapabilities({
    ...shared,
    engine: pool,
    knowledge,
    readings,
    heldObjects: pacs.objects,
    fhirBases: opened.bases,
    tell,
  });
  const { analysts } = capabilities;
  const fhir = createFhirServer({
    config,
    database,
    commit,
    clock,
    opened,
    offload: analysts.large,
    bulk: {
      mayGoOn: () => admission.goOn(),
      noteFailure(failure) {
        logger.error({ reason: messageOf(failure) }, 'export or import failed');
        storage.damage.note(failure);
      },
    },
  });
  const processes = createProcessTasks({ config, environment }, clock);
  const files = { prepare: fhir.part.prepare, store: fhir.store };
  const operations = [
    ...capabilities.operations(files),
    ...setUpPackageOperations(config, processes, storage),
  ];
  const admit = () => admission.admit();
  const owners = { keys, users: people.users };
  const jobs: Jobs = setUpJobs({
    ...shared,
    database,
    commit,
    ...owners,
    operations: [...operations, pacs.readOperation(capabilities.imaging, files)],
    bodyBudget,
    admit,
    tell,
  });
  const packageWatch = new PackageWatch({
    pool,
    knowledge,
    audit,
    commit,
    tell,
    logger,
    opened: packages,
    store: storeIn(config),
    sources: () => packageSources(config),
    alsoReopen: [(sources) => analysts.reopen(sources)],
  });
  const works = { webhooks, packages, pool, knowledge, readings, analysts, fhir, pacs };
  return { ...works, processes, operations, jobs, packageWatch };
}

/** Readiness and metrics. */
function createMonitoring(
  { clock, storage, entrance }: Foundation,
  work: Work,
  kept: AuditKeeping,
) {
  const { database, queue, repository, damage, disk } = storage;
  const { admission, listener, rejections } = entrance;
  const { pool, knowledge, analysts, fhir, jobs, pacs, webhooks } = work;
  const readiness = createReadiness({
    pool,
    disk,
    knowledge,
    stopping: () => admission.stopping,
    analysis: () => analysts.load(),
    stored: () => damage.sound() && answers(database) && queue.sound(),
    searchable: fhir.searchable,
  });
  const registry = createMetricsRegistry({
    readiness,
    disk,
    listener,
    rejections,
    clock,
    version: VERSION,
    workers: pool.load,
    audit: repository,
    checkpoints: kept.file,
    jobs: () => ({ ...jobs.load() }),
    pacs,
    webhooks,
  });
  return { readiness, registry, checkpoints: kept.file };
}

function createHttpApp(
  foundation: Foundation,
  { operations, jobs, fhir, pool, processes, pacs, webhooks }: Work,
  { readiness, registry, checkpoints }: Monitoring,
  idempotency: Idempotency,
): App {
  const { config, clock, logger, storage, entrance, bodyBudget } = foundation;
  const { limits, server } = config;
  const { keys, people, smart, noteRefusal, listener, admission } = entrance;
  const administration = setUpAdministration({
    ...foundation,
    logTail: foundation.logTail ?? new LogTail(clock),
    processes,
    jobs,
    readiness,
    workers: pool.load,
    checkpoints,
    families: registry.families,
    pacs,
    webhooks,
  });
  const exchanges = {
    readsWait: config.storage.audit_reads,
    address: (host: string | undefined) => listener.address(host),
  };
  return createApp({
    operations: [...operations, ...jobs.operations, ...administration],
    accept: jobs.accept,
    fhir: { ...fhir, ...exchanges },
    dicomWeb: { ...pacs.dicomWeb, ...exchanges },
    authenticator: {
      lookUp: keys.authenticate,
      sessions: people.sessions,
      noteRefusal,
    },
    ...(smart && { smart }),
    corsOrigins: server.cors_origins,
    console: people.console,
    ...(people.oidc && {
      oidc: {
        ...people.oidc,
        users: people.users,
        sessions: people.sessions,
        address: (host) => people.oidc?.settings.public_url ?? listener.address(host),
        noteRefusal,
        clock,
        logger,
      },
    }),
    network: {
      trustedProxies: server.trusted_proxies,
      certified: server.tls.client_ca_file !== undefined,
      metrics: registry.metrics,
      observe: registry.observe,
    },
    ratePerMinute: config.rate_limits.per_minute,
    bodyBudget,
    spool: createUploadSpool(join(config.data_dir, 'tmp'), limits.spool_bytes),
    secure: server.tls.mode !== 'off',
    version: VERSION,
    commit: storage.commit,
    idempotency,
    clock,
    logger,
    admit: () => admission.admit(),
    readiness,
    noteFailure: storage.damage.note,
  });
}

function createUpkeep(
  { config, clock, logger, storage, entrance }: Foundation,
  { readings, jobs, fhir, pacs, webhooks }: Work,
  kept: AuditKeeping,
  idempotency: Idempotency,
) {
  const { keys, people, refusals, listener } = entrance;
  return createMaintenance({
    keys,
    people,
    refusals,
    readings,
    readingsDays: config.storage.imaging_readings_days,
    clock,
    logger,
    noteFailure: storage.damage.note,
    answers: idempotency,
    jobs,
    bulk: fhir.part.bulk,
    dicomObjects: pacs.objects,
    webhooks,
    cards: {
      forgetBefore: (before) =>
        storage.commit({
          wait: 'written',
          work: { value: undefined, writes: [{ kind: 'cds-card.forget', before }], records: [] },
        }),
    },
    audit: storage.repository,
    checkpoints: kept.checkpoints,
    sealing: kept.sealing,
    auditDays: config.storage.audit_retention_days,
    renewTls: async () => {
      if (await listener.renewTls()) pacs.renewTls();
    },
  });
}

/** The parts that are started, stopped and monitored. */
interface RunningParts {
  readonly app: App;
  readonly foundation: Foundation;
  readonly work: Work;
  readonly monitoring: Monitoring;
  readonly upkeep: ReturnType<typeof createUpkeep>;
}

async function start({ app, foundation, work, upkeep }: RunningParts) {
  const { packages, pool, knowledge, analysts, fhir, jobs, packageWatch, pacs, webhooks } = work;
  await knowledge.open(packages, foundation.storage.audit);
  const listening = await foundation.entrance.listener.listen(app);
  void fhir.rebuildIndex(foundation.logger);
  upkeep.start();
  await webhooks.start();
  await pool.start();
  analysts.start(packages);
  await jobs.start();
  packageWatch.start();
  await pacs.start();
  return listening;
}

async function stop({ foundation, work, monitoring, upkeep }: RunningParts): Promise<void> {
  const { admission, listener } = foundation.entrance;
  const { audit, database, lock } = foundation.storage;
  if (admission.stopping) return;
  admission.stop();
  upkeep.stop();
  work.packageWatch.stop();
  monitoring.registry.stop();
  await work.pacs.stop();
  await work.webhooks.stop();
  await work.jobs.stop();
  await Promise.all(work.fhir.part.bulk.map((runs) => runs.stop()));
  await listener.drain();
  work.processes.stop();
  await Promise.all([work.pool.stop(), work.analysts.stop()]);
  await upkeep.run();
  audit.flush();
  database.close();
  lock.release();
}

async function reload({ foundation, work }: RunningParts): Promise<void> {
  if (await foundation.entrance.listener.renewTls()) work.pacs.renewTls();
  await work.packageWatch.reload();
}

async function alive({ foundation, work }: RunningParts): Promise<boolean> {
  const workers = [work.pool, work.analysts].map((one) => one.alive(PING_TIMEOUT_MS));
  return answers(foundation.storage.database) && (await Promise.all(workers)).every(Boolean);
}

/** Creates every part once and connects them; `start` starts them, `stop` undoes it. */
export function createAppliance(parts: ApplianceParts): Appliance {
  const { config, clock } = parts;
  const storage = openStorage(parts);
  const { auditStore: store, commit } = storage;
  const entrance = setUpEntrance({ ...parts, storage });
  const bodyBudget = createBodyBudget(config.limits.uploads_in_flight_bytes);
  const foundation = { ...parts, storage, entrance, bodyBudget };
  const kept = createAuditKeeping({ dataDir: config.data_dir, store, commit, clock });
  const work = createWork(foundation);
  const monitoring = createMonitoring(foundation, work, kept);
  const idempotency = createIdempotency(createIdempotencyRepository(storage.database), clock);
  const running: RunningParts = {
    app: createHttpApp(foundation, work, monitoring, idempotency),
    foundation,
    work,
    monitoring,
    upkeep: createUpkeep(foundation, work, kept, idempotency),
  };
  return {
    app: running.app,
    start: () => start(running),
    stop: () => stop(running),
    reload: () => reload(running),
    ready: () => monitoring.readiness().status !== 'not_ready',
    alive: () => alive(running),
  };
}
