import type { AlertSeverity } from '../core/alert-severity.js';
import type { Clock } from '../core/clock.js';
import type { Logger } from '../core/logger.js';
import type { Analyst } from '../differential/analyst.js';
import type { FindReading } from '../differential/evidence/pictures.js';
import type { Engine } from '../inference/engine.js';
import { InferenceProvider } from '../inference/inference-provider.js';
import type { GroupLoad } from '../inference/pool/group-options.js';
import type { MedicationsService } from '../medications/service.js';
import type { PackageSources } from '../model-packages/sources.js';
import { type KnowledgeRegistry, knowledgeWords } from './knowledge-packages.js';
import { createThreadAnalyst } from './threads/analyst.js';
import { composeAnalysis } from './threads/compose-analysis.js';
import { createLargeWork, type LargeWork, NO_LARGE_WORK } from './threads/large-work.js';
import {
  type AnalysisThreadOptions,
  createThreadPool,
  type ThreadPool,
  threadSetup,
} from './threads/thread-pool.js';

/**
 * Analyses patients, in separate threads or in this one. Opening the knowledge in a thread takes longer
 * than the rest of the start: until the first thread is ready, this one answers.
 */
export interface Analysts extends Analyst {
  /** Other work that would block this thread. */
  readonly large: LargeWork;
  /** Starts the threads in the background; this thread has already opened the same packages. */
  start(packages: PackageSources): void;
  /** Answers from other packages, which this thread has already opened. */
  reopen(packages: PackageSources): Promise<void>;
  /** Undefined where there are no threads. */
  load(): GroupLoad | undefined;
  alive(timeoutMs: number): Promise<boolean>;
  stop(): Promise<void>;
}

export interface AnalystSetupParts {
  readonly threads: AnalysisThreadOptions;
  readonly knowledge: Pick<KnowledgeRegistry, 'statuses' | 'diseases'>;
  readonly engine: Engine;
  readonly medications: MedicationsService;
  /** The severity from which an alert keeps a medicine from being recommended. */
  readonly blockAt: AlertSeverity;
  readonly findReading: FindReading;
  readonly clock: Clock;
  readonly logger: Logger;
}

const onThisThread = ({ medications, knowledge, ...parts }: AnalystSetupParts): Analyst =>
  composeAnalysis({
    ...parts,
    diseases: knowledge.diseases,
    checkMedicines: medications.checkMedicines,
  });

const withoutThreads = (analyst: Analyst): Analysts => ({
  ...analyst,
  large: NO_LARGE_WORK,
  start: () => {},
  reopen: async () => {},
  load: () => undefined,
  alive: async () => true,
  stop: async () => {},
});

/** Analysts in threads; this thread answers until the first of them does. */
class ThreadAnalysts implements Analysts {
  readonly large: LargeWork;
  readonly #parts: AnalystSetupParts;
  readonly #inference: InferenceProvider;
  #current: Analyst;
  #pool: ThreadPool | undefined;
  #hasTakenOver = false;
  #stopped = false;

  constructor(parts: AnalystSetupParts) {
    this.#parts = parts;
    this.#inference = new InferenceProvider(parts.engine);
    this.#current = onThisThread(parts);
    const pool = () => (this.#hasTakenOver ? this.#pool : undefined);
    this.large = createLargeWork({ pool, inference: this.#inference });
  }

  analyze(...args: Parameters<Analyst['analyze']>): ReturnType<Analyst['analyze']> {
    return this.#current.analyze(...args);
  }

  start(packages: PackageSources): void {
    const { threads, clock, logger } = this.#parts;
    const pool = createThreadPool({ ...threads, clock, logger }, this.#setupOf(packages));
    this.#pool = pool;
    void this.#takeOver(pool);
  }

  async reopen(packages: PackageSources): Promise<void> {
    const taken = (await this.#pool?.renew(this.#setupOf(packages))) ?? true;
    if (!taken && !this.#stopped) throw new Error('no analysis thread could be started');
  }

  load(): GroupLoad {
    const none = { workers: this.#parts.threads.count, up: 0, busy: 0, queued: 0, lost: 0 };
    return this.#pool?.load() ?? none;
  }

  async alive(timeoutMs: number): Promise<boolean> {
    return (await this.#pool?.alive(timeoutMs)) ?? true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#pool?.stop();
  }

  async #takeOver(pool: ThreadPool): Promise<void> {
    await pool.start();
    // Packages may have been replaced meanwhile, and answers must not go back to those of the start.
    await pool.renewed();
    // Ready, or failed: this thread does not take over from one that may have died because of a request.
    const { findReading, blockAt } = this.#parts;
    const inference = this.#inference;
    this.#current = createThreadAnalyst({ pool, inference, findReading, blockAt });
    this.#hasTakenOver = true;
  }

  #setupOf(packages: PackageSources) {
    const words = async () => knowledgeWords(this.#parts.knowledge.statuses());
    return threadSetup(packages, words());
  }
}

/** Creates analysts in the configured number of threads; with none, in the calling thread. */
export function createAnalysts(parts: AnalystSetupParts): Analysts {
  return parts.threads.count === 0
    ? withoutThreads(onThisThread(parts))
    : new ThreadAnalysts(parts);
}
