import { availableParallelism } from 'node:os';
import type { FindReading } from './analyze/evidence/pictures.js';
import { createAnalyzeService } from './analyze/service.js';
import { type Analyst, createAnalyst } from './analyze/written.js';
import type { LoadedConfig } from './config/load.js';
import type { Clock } from './core/clock.js';
import type { Logger } from './core/logger.js';
import type { Engine } from './inference/engine.js';
import { type KnowledgeShelf, knowledgeWords } from './knowledge.js';
import type { MedicationsService } from './medications/service.js';
import type { PackageSources } from './packages/sources.js';
import { predictionsOf, scoresOf } from './risk/assess-chart.js';
import { createThreadAnalyst } from './threads/analyst.js';
import { createLargeWork, type LargeWork, NO_LARGE_WORK } from './threads/large-work.js';
import { createThreadPool, type ThreadPoolLoad } from './threads/pool.js';
import { startAnalysisThread } from './threads/thread.js';

/**
 * Who analyses patients, in threads of their own or in this one. A thread takes longer to open its
 * knowledge than all else that is to be ready: until the first is there this one answers.
 */
export interface Analysts extends Analyst {
  /** Other work that would hold up this thread. */
  readonly large: LargeWork;
  /** Starts the threads, in the background; the shelf has opened the same packages. */
  start(packages: PackageSources): void;
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
  readonly medications: MedicationsService;
  readonly findReading: FindReading;
  readonly clock: Clock;
  readonly logger: Logger;
}

const MOST_THREADS = 4;

const threadsOf = ({ workers }: LoadedConfig['analyze']): number =>
  workers === 'auto' ? Math.min(availableParallelism(), MOST_THREADS) : workers;

function onThisThread(parts: AnalystSetupParts): Analyst {
  const { medications, engine, findReading, clock, knowledge } = parts;
  return createAnalyst(
    createAnalyzeService({
      ...{ scoresOf, findReading, clock, diseases: knowledge.diseases },
      checkMedicines: medications.checkMedicines,
      predictionsOf: (chart, signal) => predictionsOf(engine, chart, signal),
    }),
  );
}

const withoutThreads = (analyst: Analyst): Analysts => ({
  ...analyst,
  large: NO_LARGE_WORK,
  start: () => {},
  reopen: async () => {},
  load: () => undefined,
  alive: async () => true,
  stop: async () => {},
});

/** The analysts as the configuration wants them. */
export function createAnalysts(parts: AnalystSetupParts): Analysts {
  const { engine, findReading, clock, knowledge, logger } = parts;
  const { analyze } = parts.config;
  const threads = threadsOf(analyze);
  const here = onThisThread(parts);
  if (threads === 0) return withoutThreads(here);
  const timeoutMs = analyze.timeout_s * 1_000;
  const pool = createThreadPool({
    ...{ threads, queueLimit: analyze.queue_limit, patienceMs: timeoutMs, logger },
    make: (packages) =>
      startAnalysisThread({ packages }, { timeoutMs, memoryMb: analyze.worker_memory_mb }),
  });
  const there = createThreadAnalyst({ pool, engine, findReading, clock });
  let current = here;
  const words = async () => knowledgeWords(knowledge.statuses());
  async function launch(packages: PackageSources): Promise<void> {
    await pool.start(packages, words());
    // Up, or failed: this thread does not take over from one that may have died of a request.
    current = there;
    await pool.fill();
  }
  return {
    analyze: (request, asker) => current.analyze(request, asker),
    large: createLargeWork({ pool, engine, ready: () => current === there, clock }),
    start: (packages) => void launch(packages),
    reopen: (packages) => pool.reopen(packages, words()),
    load: pool.load,
    alive: pool.alive,
    stop: pool.stop,
  };
}
