import type { AuditEvent } from '../../audit/audit-log.js';
import type { Accept } from '../../calls/deferral.js';
import type { Operation, WorkOperation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { BodyBudget } from '../../http/body.js';
import type { JobRepository, Owner } from '../../store/job.js';
import type { Commit } from '../../store/unit-of-work.js';
import { jobAdministration } from '../administration/jobs.js';
import type { Tell } from '../webhooks/events.js';
import { createAcceptance } from './acceptance.js';
import { CallExecutor } from './carry-out.js';
import { createRequestStore, type RequestStore } from './request-store.js';
import { jobOperations } from './route.js';
import { JobRunner } from './runner.js';
import { JobStreams } from './streams.js';
import { JobTransitions } from './transitions.js';

export interface JobsParts {
  readonly repository: JobRepository;
  readonly commit: Commit<AuditEvent>;
  /** Folder of the requests of waiting jobs. */
  readonly folder: string;
  /** All operations; only some of them may be answered later. */
  readonly operations: readonly Operation[];
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: {
    readonly perKey: number;
    readonly parallel: number;
    readonly storeBytes: number;
    /** How long a result is kept, and then the job without its result. */
    readonly keptMs: number;
  };
  /** Whether a key may still be used, or a person is still signed in. */
  readonly inForce: (ownerId: string) => boolean;
  /** Tells webhooks of jobs that ended. */
  readonly tell: Tell;
  /** What a person may do now, in a world; undefined for a key, whose scopes never change. */
  readonly scopesNow: (owner: Owner) => readonly string[] | undefined;
  admit(): void;
}

const TICK_MS = 1_000;
const MAX_STREAMS = 256;

/** The operations that a job can answer. */
const workOperations = (operations: readonly Operation[]): WorkOperation[] =>
  operations.filter((one): one is WorkOperation => one.method === 'POST');

function createRunner(
  { operations, limits, ...parts }: JobsParts,
  store: RequestStore,
  onChange: (jobId: string) => void,
): JobRunner {
  const work = workOperations(operations);
  const byId = new Map(work.map((operation) => [operation.operationId, operation]));
  const slow = work.filter(({ takesMinutes }) => takesMinutes);
  return new JobRunner({
    ...parts,
    store,
    executor: new CallExecutor({ ...parts, store, operations: byId, keptMs: limits.keptMs }),
    parallel: limits.parallel,
    slow: new Set(slow.map(({ operationId }) => operationId)),
    admit: () => parts.admit(),
    onChange,
  });
}

/** Work that is answered later. */
export class Jobs {
  readonly operations: readonly Operation[];
  readonly accept: Accept;
  readonly #repository: JobRepository;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #keptMs: number;
  readonly #store: RequestStore;
  readonly #streams: JobStreams;
  readonly #transitions: JobTransitions;
  readonly #runner: JobRunner;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;

  constructor(parts: JobsParts) {
    const { repository, commit, clock, logger, limits, inForce } = parts;
    const store = createRequestStore(parts.folder);
    const streams = new JobStreams({
      repository,
      inForce,
      limits: { all: MAX_STREAMS, perKey: limits.perKey },
    });
    const onChange = (jobId: string) => streams.announce(jobId);
    this.#repository = repository;
    this.#clock = clock;
    this.#logger = logger;
    this.#keptMs = limits.keptMs;
    this.#store = store;
    this.#streams = streams;
    this.#transitions = new JobTransitions({ commit, store, clock, onChange });
    this.#runner = createRunner(parts, store, onChange);
    this.operations = jobOperations({
      repository,
      streams,
      clock,
      onCancelled: (jobId, file) => this.#onCancelled(jobId, file),
    });
    const onAccepted = () => this.#runner.wake();
    this.accept = createAcceptance({ repository, store, clock, limits, onAccepted });
  }

  async start(): Promise<void> {
    await this.#store.sweep(this.#repository.files());
    this.#runner.start();
    await this.#tick();
    this.#timer = setInterval(() => void this.#tick(), TICK_MS);
  }

  /** Ends the streams and returns running jobs to the queue. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#streams.closeAll();
    await this.#runner.halt();
  }

  /** A job was queued by something else than a request. */
  wake(): void {
    this.#runner.wake();
  }

  /** Deletes expired results, and later their jobs. */
  async forgetOld(): Promise<void> {
    const { expired, removed } = await this.#transitions.forget(this.#keptMs);
    if (expired + removed > 0) this.#logger.info({ expired, removed }, 'old jobs forgotten');
  }

  /** The jobs of all owners, for administrators. */
  administration(nameOf: (ownerId: string) => string | null): Operation[] {
    return jobAdministration({
      repository: this.#repository,
      clock: this.#clock,
      nameOf,
      onCancelled: (jobId, file) => this.#onCancelled(jobId, file),
    });
  }

  /** The number of unfinished jobs. */
  load(): { readonly queued: number; readonly running: number } {
    const { queued, running } = this.#repository.open();
    return { queued, running };
  }

  async #onCancelled(jobId: string, file: string | null): Promise<void> {
    this.#runner.abort(jobId);
    this.#streams.announce(jobId);
    await this.#store.remove(file);
  }

  #tick(): Promise<void> {
    const failed = (error: unknown) =>
      this.#logger.warn({ reason: messageOf(error) }, 'jobs could not be looked after');
    try {
      this.#streams.tick();
    } catch (error) {
      failed(error);
    }
    this.#ticking ??= this.#runner
      .tick()
      .catch(failed)
      .finally(() => {
        this.#ticking = undefined;
      });
    return this.#ticking;
  }
}
