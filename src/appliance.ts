import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { analyzeOperations } from './analyze/route.js';
import { createAnalyzeService } from './analyze/service.js';
import { createApp } from './app.js';
import { createColleagues } from './colleagues.js';
import type { Environment, LoadedConfig } from './config/load.js';
import type { Clock } from './core/clock.js';
import { AppError } from './core/errors.js';
import type { Logger } from './core/logger.js';
import { VERSION } from './core/version.js';
import { createFhirServer } from './fhir-server.js';
import { createFiling } from './filing/filing.js';
import { createBodyBudget } from './http/body.js';
import type { App } from './http/environment.js';
import { createIdempotency } from './http/idempotency.js';
import { createOwnAddress } from './http/own-address.js';
import { listen, type RunningServer } from './http/server.js';
import { createUploadSpool } from './http/upload.js';
import { imagingOperations } from './imaging/route.js';
import { createImagingService } from './imaging/service.js';
import { createKnowledgeShelf } from './knowledge.js';
import { medicationsOperations } from './medications/route.js';
import { createMedicationsService } from './medications/service.js';
import { modelOperations } from './models/route.js';
import { createPool } from './pool-setup.js';
import { createReadiness } from './readiness.js';
import { riskOperations } from './risk/route.js';
import { createRiskService } from './risk/service.js';
import { createApiKeys } from './security/api-keys.js';
import { createAuditLog, createAuditWriter } from './security/audit-log.js';
import { createCheckpointFile } from './security/checkpoint-file.js';
import { createCheckpoints } from './security/checkpoints.js';
import { createRefusalTally } from './security/refusal-tally.js';
import { prepareTls, tlsChoice } from './security/tls.js';
import { createAuditRepository } from './storage/audit-repository.js';
import { createCommitQueue } from './storage/commit-queue.js';
import { createDiskWatch } from './storage/disk.js';
import { createIdempotencyRepository } from './storage/idempotency-repository.js';
import { createKeyRepository } from './storage/key-repository.js';
import { answers, lockDataFolder, openDatabase } from './storage/open.js';
import { createReadingRepository } from './storage/reading-repository.js';
import { transcribeOperations } from './transcribe/route.js';
import { createTranscribeService } from './transcribe/service.js';
import { createUpkeep } from './upkeep.js';

export interface Appliance {
  readonly app: App;
  /** Resolves when it listens and the models are warm. */
  start(): Promise<{ url: string; caFile?: string }>;
  stop(): Promise<void>;
  /** Whether it can take work now, as `/readyz` tells it. */
  ready(): boolean;
  /** For a watchdog: the database and the workers answer. */
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
  const lock = lockDataFolder(config.data_dir);
  const database = openDatabase(config.data_dir);
  const keys = createApiKeys(createKeyRepository(database), clock);
  const repository = createAuditRepository(database);
  const queue = createCommitQueue(database, createAuditWriter(repository, clock));
  const audit = createAuditLog(queue);
  const refusals = createRefusalTally(audit);
  const readings = createReadingRepository(database);
  const disk = createDiskWatch(config.data_dir, config.storage.disk_reserve_mb);
  const pool = createPool(parts);
  const knowledge = createKnowledgeShelf();
  const readingsDays = config.storage.imaging_readings_days;
  const idempotency = createIdempotency(createIdempotencyRepository(database), clock);
  const file = createCheckpointFile(config.data_dir);
  const upkeep = createUpkeep({
    ...{ keys, refusals, readings, readingsDays, clock, logger },
    answers: idempotency,
    checkpoints: createCheckpoints({ file, repository, queue, clock }),
  });
  let server: RunningServer | undefined;
  let stopping = false;

  function admit(): void {
    if (stopping) {
      throw new AppError('shutting_down', 'The appliance is stopping.', { retryAfterSeconds: 10 });
    }
    if (disk().low) {
      const message = 'The disk is nearly full; new work is refused until room is made.';
      throw new AppError('overloaded', message, { retryAfterSeconds: 60 });
    }
  }

  const readiness = createReadiness({
    ...{ pool, disk, knowledge, stopping: () => stopping },
    stored: () => answers(database) && queue.sound(),
    searchable: () => fhir.searchable(),
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
  const risk = createRiskService({ engine: pool, clock });
  const medications = createMedicationsService({ opened: knowledge.medications, clock });
  const analyze = createAnalyzeService({
    diseases: knowledge.diseases,
    colleagues: createColleagues(risk, medications, readings),
    clock,
  });
  const {
    host,
    port,
    tls: { mode, names },
  } = config.server;
  const scheme = mode === 'off' ? 'http' : 'https';
  let address = createOwnAddress({ url: `${scheme}://localhost:${port}`, names });
  const fhir = createFhirServer({ config, database, queue, clock });
  const filing = createFiling({
    ...{ prepare: fhir.part.prepare, store: fhir.store, clock, newId: randomUUID },
    version: VERSION,
  });
  const app = createApp({
    operations: filing([
      ...analyzeOperations(analyze, limits.data_body_bytes),
      ...transcribeOperations(transcribe, {
        audioBytes: limits.audio_body_bytes,
        textBytes: limits.data_body_bytes,
      }),
      ...imagingOperations(imaging, limits.imaging_body_bytes),
      ...riskOperations(risk, limits.data_body_bytes),
      ...medicationsOperations(medications, limits.data_body_bytes),
      ...modelOperations(pool, knowledge.statuses),
    ]),
    fhir: {
      ...fhir,
      readsWait: config.storage.audit_reads,
      address: (asked) => address(asked),
    },
    authenticator: { lookUp: keys.authenticate, noteRefusal: refusals.note },
    ratePerMinute: config.rate_limits.per_minute,
    bodyBudget: createBodyBudget(limits.uploads_in_flight_bytes),
    spool: createUploadSpool(join(config.data_dir, 'tmp'), limits.spool_bytes),
    secure: config.server.tls.mode !== 'off',
    version: VERSION,
    audit,
    idempotency,
    clock,
    logger,
    admit,
    readiness,
  });

  return {
    app,
    async start() {
      await knowledge.open(config.models_dir, audit);
      const tls = await prepareTls(tlsChoice(config.server.tls), config.data_dir, clock());
      server = await listen(app, { host, port, tls, descriptor: parts.socket });
      const certificate = tls && { certificate: tls.cert };
      address = createOwnAddress({ url: server.url, names, ...certificate });
      void fhir.rebuildIndex(logger);
      upkeep.start();
      await pool.start();
      return { url: server.url, ...(tls?.caFile !== undefined && { caFile: tls.caFile }) };
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      upkeep.stop();
      await server?.drain(config.server.drain_timeout_s * 1_000);
      await pool.stop();
      await upkeep.run();
      audit.flush();
      database.close();
      lock.release();
    },
    ready: () => readiness().status !== 'not_ready',
    async alive() {
      return answers(database) && (await pool.alive(PING_TIMEOUT_MS));
    },
  };
}
