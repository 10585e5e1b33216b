import { randomUUID } from 'node:crypto';
import type { Operation } from '../calls/operation.js';
import type { AlertSeverity } from '../core/alert-severity.js';
import type { Clock } from '../core/clock.js';
import type { HeldObjects } from '../core/held-object.js';
import type { Logger } from '../core/logger.js';
import type { StoredReadings } from '../core/stored-reading.js';
import { VERSION } from '../core/version.js';
import { createTranscribeService } from '../dictation/service.js';
import { readingFinder } from '../imaging/comparison/find-reading.js';
import {
  createImagingService,
  type ImagingLimits,
  type ImagingService,
} from '../imaging/service.js';
import type { Engine } from '../inference/engine.js';
import { createMedicationsService } from '../medications/service.js';
import { createRiskService } from '../scores/service.js';
import { type Analysts, createAnalysts } from './analyst-setup.js';
import { analyzeOperations } from './analyze.js';
import { type CdsParts, cdsOperations } from './cds/operations.js';
import { createFiling, type FilingParts } from './filing/filing.js';
import { imagingOperations } from './imaging.js';
import type { KnowledgeRegistry } from './knowledge-packages.js';
import { medicationsOperations } from './medications.js';
import { modelOperations } from './models.js';
import { riskOperations } from './risk.js';
import type { AnalysisThreadOptions } from './threads/thread-pool.js';
import { type TranscribeBodyLimits, transcribeOperations } from './transcribe.js';
import { tellAnswers } from './webhooks/answer-events.js';
import type { Tell } from './webhooks/events.js';

/** Size limits of requests. */
export interface CapabilityLimits {
  readonly bodies: TranscribeBodyLimits & {
    readonly imageBytes: number;
    readonly imageFormBytes: number;
  };
  readonly image: ImagingLimits;
  readonly audioSeconds: number;
}

export interface CapabilityParts {
  readonly engine: Engine;
  readonly knowledge: KnowledgeRegistry;
  /** Earlier readings of images. */
  readonly readings: StoredReadings;
  /** Whether the readings of new images are stored too. */
  readonly storesReadings: boolean;
  /** Objects that DICOM nodes have sent. */
  readonly heldObjects: HeldObjects;
  readonly limits: CapabilityLimits;
  readonly threads: AnalysisThreadOptions;
  /** The severity from which an alert on a medicine blocks. */
  readonly blockAt: AlertSeverity;
  readonly cds: CdsTerms;
  /** Tells webhooks of answers that somebody may have to know of. */
  readonly tell: Tell;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What the configuration says of CDS Hooks. */
export type CdsTerms = Pick<CdsParts, 'servers' | 'isOwnServer' | 'showFrom'>;

/** Where answers with a `subject` are filed. */
export type PatientFiles = Pick<FilingParts, 'prepare' | 'store'>;

/** The capabilities that clients can use, except FHIR and jobs. */
export interface Capabilities {
  readonly analysts: Analysts;
  readonly imaging: ImagingService;
  /** The operations of every capability. */
  operations(files: PatientFiles): Operation[];
}

function createServices(parts: CapabilityParts) {
  const { engine, knowledge, readings, storesReadings, heldObjects, limits, blockAt, clock } =
    parts;
  const { language } = knowledge;
  return {
    imaging: createImagingService({
      engine,
      limits: limits.image,
      clock,
      heldObjects,
      ...(storesReadings && { readings }),
    }),
    transcribe: createTranscribeService({
      engine,
      clock,
      limits: { seconds: limits.audioSeconds },
      language,
      drugs: () => knowledge.medications()?.knowledge?.words,
    }),
    risk: createRiskService({ engine, language, clock }),
    medications: createMedicationsService({
      opened: knowledge.medications,
      language,
      clock,
      blockAt,
    }),
  };
}

/** Builds the service of each capability once and joins them. */
export function createCapabilities(parts: CapabilityParts): Capabilities {
  const { engine, knowledge, readings, limits, threads, blockAt, cds, tell, clock, logger } = parts;
  const { imaging, transcribe, risk, medications } = createServices(parts);
  const analysts = createAnalysts({
    threads,
    knowledge,
    engine,
    medications,
    blockAt,
    clock,
    logger,
    findReading: readingFinder(readings),
  });
  const { large } = analysts;
  const { bodies } = limits;
  return {
    analysts,
    imaging,
    operations(files) {
      const checkMedicines: CdsParts['checkMedicines'] = (input, signal) =>
        large.checkMedications(input, signal) ?? medications.check(input.request, input.record);
      const filing = createFiling({ ...files, clock, newId: randomUUID, version: VERSION });
      const operations = filing([
        ...analyzeOperations(analysts, bodies.textBytes),
        ...transcribeOperations(transcribe, bodies, large.readEntities),
        ...imagingOperations(imaging, {
          jsonBytes: bodies.imageBytes,
          formBytes: bodies.imageFormBytes,
        }),
        ...riskOperations(risk, bodies.textBytes, large.assessRisk),
        ...medicationsOperations(
          medications,
          { bodyBytes: bodies.textBytes, blockAt },
          large.checkMedications,
        ),
        ...modelOperations(engine, knowledge.statuses),
        ...cdsOperations({
          ...cds,
          analyst: analysts,
          checkMedicines,
          store: files.store,
          bodyBytes: bodies.textBytes,
          clock,
        }),
      ]);
      return tellAnswers(operations, tell);
    },
  };
}
