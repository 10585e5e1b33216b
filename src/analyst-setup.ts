import { availableParallelism } from 'node:os';
import type { Colleagues } from './analyze/colleagues.js';
import { type AnalyzeService, createAnalyzeService } from './analyze/service.js';
import { type Analyst, createAnalyst } from './analyze/written.js';
import { createColleagues } from './colleagues.js';
import type { LoadedConfig } from './config/load.js';
import type { Clock } from './core/clock.js';
import type { Logger } from './core/logger.js';
import type { Engine } from './inference/engine.js';
import { type KnowledgeShelf, knowledgeWords } from './knowledge.js';
import type { MedicationsService } from './medications/service.js';
import type { PackageSources } from './packages/sources.js';
import type { RiskService } from './risk/service.js';
import { createThreadAnalyst } from './threads/analyst.js';
import { createThreadPool, type ThreadPoolLoad } from './threads/pool.js';
import { startAnalysisThread } from './threads/thread.js';

/** Who analyses patients, in threads of their own or in this one. */
export interface Analysts extends Analyst {
  /**
   * Resolves when patients can be analysed, or it has failed; it is tried again then.
   *
   * @param opened resolves when the shelf has opened the same packages
   */
  start(packages: PackageSources, opened: Promise<void>): Promise<void>;
  /** Starts in the background what the start need not wait for. */
  fill(): void;
  /** Answers from other packages, which the shelf has open already. */
  reopen(packages: PackageSources): Promise<void>;
  /** Nothing where there are no threads. */
  load(): ThreadPoolLoad | undefined;
  alive(timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export interface AnalystSetupParts {
  readonly config: Pick<LoadedConfig, 'analyze'>;
  readonly knowledge: Pick<KnowledgeShelf, 'statuses' | 'diseases'>;
  readonly engine: Engine;
  readonly risk: RiskService;
  readonly medications: MedicationsService;
  readonly findReading: Colleagues['findReading'];
  readonly clock: Clock;
  readonly logger: Logger;
}

const MOST_THREADS = 4;

const threadsOf = ({ workers }: LoadedConfig['analyze']): number =>
  workers === 'auto' ? Math.min(availableParallelism(), MOST_THREADS) : workers;

function onThisThread({ risk, medications, findReading, ...parts }: AnalystSetupParts): Analysts {
  const colleagues = createColleagues(risk, medications, findReading);
  const { clock, knowledge } = parts;
  const service: AnalyzeService = createAnalyzeService({
    ...{ diseases: knowledge.diseases, colleagues, clock },
  });
  return {
    ...createAnalyst(service),
    start: async () => {},
    fill: () => {},
    reopen: async () => {},
    load: () => undefined,
    alive: async () => true,
    stop: async () => {},
  };
}

/** The analysts as the configuration wants them. */
export function createAnalysts(parts: AnalystSetupParts): Analysts {
  const { engine, findReading, clock, knowledge, logger } = parts;
  const { analyze } = parts.config;
  const threads = threadsOf(analyze);
  if (threads === 0) return onThisThread(parts);
  const timeoutMs = analyze.timeout_s * 1_000;
  const pool = createThreadPool({
    ...{ threads, queueLimit: analyze.queue_limit, patienceMs: timeoutMs, logger },
    make: (packages) =>
      startAnalysisThread({ packages }, { timeoutMs, memoryMb: analyze.worker_memory_mb }),
  });
  const words = () => knowledgeWords(knowledge.statuses());
  return {
    ...createThreadAnalyst({ pool, engine, findReading, clock }),
    start: (packages, opened) => pool.start(packages, opened.then(words)),
    fill: () => void pool.fill(),
    reopen: (packages) => pool.reopen(packages, Promise.resolve(words())),
    load: pool.load,
    alive: pool.alive,
    stop: pool.stop,
  };
}
