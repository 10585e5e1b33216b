import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createAuditKeeping } from '../audit/audit-keeping.js';
import type { Environment, LoadedConfig } from '../config/load.js';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import { stopping } from '../core/refusals.js';
import { VERSION } from '../core/version.js';
import { createTranscribeService } from '../dictation/service.js';
import { createApiKeys } from '../http/auth/api-keys.js';
import { createRefusalTally } from '../http/auth/refusal-tally.js';
import { createBodyBudget } from '../http/body.js';
import type { App } from '../http/environment.js';
import { createIdempotency } from '../http/idempotency.js';
import { createUploadSpool } from '../http/upload.js';
import { readingFinder } from '../imaging/comparison/find-reading.js';
import { createImagingService } from '../imaging/service.js';
import { createMedicationsService } from '../medications/service.js';
import { createAnalysts } from '../operations/analyst-setup.js';
import { analyzeOperations } from '../operations/analyze.js';
import { createFiling } from '../operations/filing/filing.js';
import { imagingOperations } from '../operations/imaging.js';
import { createKnowledgeRegistry } from '../operations/knowledge-packages.js';
import { medicationsOperations } from '../operations/medications.js';
import { modelOperations } from '../operations/models.js';
import { riskOperations } from '../operations/risk.js';
import { transcribeOperations } from '../operations/transcribe.js';
import { createRiskService } from '../scores/service.js';
import { createDamageWatch } from '../store/damage.js';
import { createDiskWatch } from '../store/disk.js';
import { createIdempotencyRepository } from '../store/idempotency-repository.js';
import { createKeyRepository } from '../store/key-repository.js';
import { answers } from '../store/open.js';
import { createReadingRepository } from '../store/reading-repository.js';
import { createApp } from './app.js';
import { createFhirServer } from './fhir-server.js';
import { createHttpsListener } from './https-listener.js';
import { setUpJobs } from './job-setup.js';
import { createMaintenance } from './maintenance.js';
import { createMetricsRegistry } from './metrics/metrics.js';
import { packageSources, storeIn } from './package-sources.js';
import { createPackageWatch } from './package-watch.js';
import { createPool } from './pool-setup.js';
import { createReadiness } from './readiness.js';
import { openStorage } from './storage-setup.js';

export interface Appliance {
  readonly app: App;
  /** Resolves when it listens and the models are warm. */
  start(): Promise<{ url: string; caFile?: string }>;
  stop(): Promise<void>;
  /** Takes over a renewed certificate, and opens all packages anew; what is under way ends as before. */
  reload(): Promise<void>;
  /** Whether it can take work now, as `/readyz` tells it. */
  ready(): boolean;
  /** For a watchdog: the database, the workers and the threads answer. */
  alive(): Promise<boolean>;
}

export interface ApplianceParts {
  readonly config: LoadedConfig;
  /** What worker processes inherit. */
  readonly environment: Environment;
  readonly logger: Logger;
  readonly clock: Clock;
  /** A listening socket that the service manager opened, instead of `server.host` and `port`. */
  readonly socket?: number | undefined;
}

const PING_TIMEOUT_MS = 5_000;

/** Builds every part once and joins them; `start` acts, `stop` undoes it. */
export function createAppliance(parts: ApplianceParts): Appliance {
  const { config, logger, clock } = parts;
  const packages = packageSources(config);
  const { lock, database, repository, queue, opened, commit, audit } = openStorage(parts);
  const keys = createApiKeys(createKeyRepository(database), clock);
  const refusals = createRefusalTally(audit);
  const readings = createReadingRepository(database);
  const damage = createDamageWatch(logger);
  const disk = createDiskWatch(config.data_dir, config.storage.disk_reserve_mb);
  const pool = createPool({ ...parts, packages });
  const knowledge = createKnowledgeRegistry();
  const packageWatch = createPackageWatch({
    pool,
    knowledge,
    audit,
    logger,
    opened: packages,
    store: storeIn(config),
    sources: () => packageSources(config),
    alsoReopen: [(sources) => analysts.reopen(sources)],
  });
  const readingsDays = config.storage.imaging_readings_days;
  const idempotency = createIdempotency(createIdempotencyRepository(database), clock);
  const kept = createAuditKeeping({ dataDir: config.data_dir, repository, queue, clock });
  const upkeep = createMaintenance({
    keys,
    refusals,
    readings,
    readingsDays,
    clock,
    logger,
    noteFailure: damage.note,
    answers: idempotency,
    jobs: { forgetOld: () => jobs.forgetOld() },
    audit: repository,
    checkpoints: kept.checkpoints,
    sealing: kept.sealing,
    auditDays: config.storage.audit_retention_days,
    renewTls: () => door.renewTls(),
  });
  const noteRefusal = (remote: string | undefined) => {
    refusals.note(remote);
    measures.noteRefusal();
  };
  const door = createHttpsListener({
    config,
    clock,
    logger,
    socket: parts.socket,
    noteRefusal,
    noteMalformed: (status) => measures.noteMalformed(status),
  });
  let isStopping = false;

  function admit(): void {
    if (isStopping) throw stopping();
    if (disk().low) {
      const message = 'The disk is nearly full; new work is refused until room is made.';
      throw new AppError('overloaded', message, { retryAfterSeconds: 60 });
    }
    damage.admit();
    door.admit();
  }

  const readiness = createReadiness({
    pool,
    disk,
    knowledge,
    stopping: () => isStopping,
    analysis: () => analysts.load(),
    stored: () => damage.sound() && answers(database) && queue.sound(),
    searchable: () => fhir.searchable(),
  });
  const measures = createMetricsRegistry({
    readiness,
    disk,
    door,
    clock,
    version: VERSION,
    workers: pool.load,
    audit: repository,
    checkpoints: kept.file,
    jobs: () => ({ ...jobs.load() }),
  });

  const { limits } = config;
  const imaging = createImagingService({
    engine: pool,
    limits: { fileBytes: limits.image_file_bytes, megapixels: limits.image_megapixels },
    clock,
    ...(readingsDays > 0 && { readings }),
  });
  const transcribe = createTranscribeService({
    engine: pool,
    clock,
    limits: { seconds: limits.audio_seconds },
    language: knowledge.language,
    drugs: () => knowledge.medications()?.knowledge?.words,
  });
  const risk = createRiskService({ engine: pool, language: knowledge.language, clock });
  const medications = createMedicationsService({
    opened: knowledge.medications,
    language: knowledge.language,
    clock,
  });
  const analysts = createAnalysts({
    config,
    knowledge,
    engine: pool,
    medications,
    clock,
    logger,
    findReading: readingFinder(readings),
  });
  const { large } = analysts;
  const fhir = createFhirServer({ config, database, commit, clock, opened, elsewhere: large });
  const filing = createFiling({
    prepare: fhir.part.prepare,
    store: fhir.store,
    clock,
    newId: randomUUID,
    version: VERSION,
  });
  const operations = filing([
    ...analyzeOperations(analysts, limits.data_body_bytes),
    ...transcribeOperations(
      transcribe,
      { audioBytes: limits.audio_body_bytes, textBytes: limits.data_body_bytes },
      large.readEntities,
    ),
    ...imagingOperations(imaging, limits.imaging_body_bytes),
    ...riskOperations(risk, limits.data_body_bytes, large.assessRisk),
    ...medicationsOperations(medications, limits.data_body_bytes, large.checkMedications),
    ...modelOperations(pool, knowledge.statuses),
  ]);
  const bodyBudget = createBodyBudget(limits.uploads_in_flight_bytes);
  const jobs = setUpJobs({
    config,
    database,
    commit,
    keys,
    operations,
    bodyBudget,
    clock,
    logger,
    admit,
  });
  const app = createApp({
    operations: [...operations, ...jobs.operations],
    accept: jobs.accept,
    fhir: { ...fhir, readsWait: config.storage.audit_reads, address: door.address },
    authenticator: { lookUp: keys.authenticate, noteRefusal },
    network: {
      trustedProxies: config.server.trusted_proxies,
      certified: config.server.tls.client_ca_file !== undefined,
      metrics: measures.metrics,
      observe: measures.observe,
    },
    ratePerMinute: config.rate_limits.per_minute,
    bodyBudget,
    spool: createUploadSpool(join(config.data_dir, 'tmp'), limits.spool_bytes),
    secure: config.server.tls.mode !== 'off',
    version: VERSION,
    commit,
    idempotency,
    clock,
    logger,
    admit,
    readiness,
    noteFailure: damage.note,
  });

  return {
    app,
    async start() {
      await knowledge.open(packages, audit);
      const listening = await door.listen(app);
      void fhir.rebuildIndex(logger);
      upkeep.start();
      await pool.start();
      analysts.start(packages);
      await jobs.start();
      packageWatch.start();
      return listening;
    },
    async stop() {
      if (isStopping) return;
      isStopping = true;
      upkeep.stop();
      packageWatch.stop();
      measures.stop();
      await jobs.stop();
      await door.drain();
      await Promise.all([pool.stop(), analysts.stop()]);
      await upkeep.run();
      audit.flush();
      database.close();
      lock.release();
    },
    async reload() {
      await door.renewTls();
      await packageWatch.reload();
    },
    ready: () => readiness().status !== 'not_ready',
    async alive() {
      const alive = [pool, analysts].map((workers) => workers.alive(PING_TIMEOUT_MS));
      return answers(database) && (await Promise.all(alive)).every(Boolean);
    },
  };
}
