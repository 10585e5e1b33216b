import type { Clock } from '../core/clock.js';
import { AppError, messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { BodyBudget } from '../http/body.js';
import type { Accept } from '../http/deferral.js';
import type { Operation, WorkOperation } from '../http/operation.js';
import type { AuditEvent } from '../security/audit-log.js';
import type { CommitQueue } from '../storage/commit-queue.js';
import type { JobRepository, JobSummary } from '../storage/job.js';
import { createAcceptance } from './acceptance.js';
import { createCarryOut } from './carry-out.js';
import { createRequestStore } from './request-store.js';
import { jobOperations, type Refused } from './route.js';
import { createRunner } from './runner.js';
import { OPEN } from './states.js';
import { createStreams } from './streams.js';

export interface JobsParts {
  readonly repository: JobRepository;
  readonly queue: CommitQueue<AuditEvent>;
  /** Where what was sent waits. */
  readonly folder: string;
  /** Those that may be answered later are among them. */
  readonly operations: readonly Operation[];
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: {
    readonly perKey: number;
    readonly parallel: number;
    readonly storeBytes: number;
    /** How long a result is kept, and after that the job without it. */
    readonly keptMs: number;
  };
  readonly inForce: (keyId: string) => boolean;
  admit(): void;
}

/** Work that is answered later. */
export interface Jobs {
  readonly operations: readonly Operation[];
  readonly accept: Accept;
  start(): Promise<void>;
  /** Ends the streams and puts the work under way back among what waits. */
  stop(): Promise<void>;
  /** Forgets results, and then jobs, whose time is over. */
  forgetOld(): Promise<void>;
  /** How many are open. */
  load(): { readonly queued: number; readonly running: number };
}

const TICK_MS = 1_000;
const MOST_STREAMS = 256;

const APPLIANCE = { type: 'appliance', id: 'wardbox' } as const;

function createCancel({ repository, queue, clock }: JobsParts) {
  /** @returns the name of the file that is not needed any more */
  return (job: JobSummary, event: AuditEvent, refused: Refused): Promise<string | null> =>
    queue.run(
      () => {
        const moved = repository.move(job.jobId, { from: OPEN, to: 'cancelled', at: clock() });
        if (moved === false) throw new AppError('conflict', 'The job has ended.');
        return { value: moved.file, records: [event] };
      },
      { wait: 'synced', refused: (thrown) => [refused(thrown)] },
    );
}

export function createJobs(parts: JobsParts): Jobs {
  const { repository, queue, operations, clock, logger, limits } = parts;
  const store = createRequestStore(parts.folder);
  const streams = createStreams({
    ...{ repository, inForce: parts.inForce },
    limits: { all: MOST_STREAMS, perKey: limits.perKey },
  });
  const work = operations.filter((one): one is WorkOperation => one.method === 'POST');
  const carryOut = createCarryOut({
    ...{ repository, queue, store, clock, bodyBudget: parts.bodyBudget, keptMs: limits.keptMs },
    operations: new Map(work.map((operation) => [operation.operationId, operation])),
  });
  const runner = createRunner({
    ...{ repository, queue, carryOut, store, clock, logger, parallel: limits.parallel },
    slow: new Set(work.filter((one) => 'fileField' in one).map(({ operationId }) => operationId)),
    admit: parts.admit,
    onChange: streams.tell,
  });
  const commitCancel = createCancel(parts);
  let timer: NodeJS.Timeout | undefined;

  async function cancel(job: JobSummary, event: AuditEvent, refused: Refused): Promise<void> {
    const file = await commitCancel(job, event, refused);
    runner.abort(job.jobId);
    streams.tell(job.jobId);
    await store.remove(file);
  }

  let looking: Promise<void> | undefined;
  function look(): Promise<void> {
    const failed = (error: unknown) =>
      logger.warn({ reason: messageOf(error) }, 'jobs could not be looked after');
    try {
      streams.tick();
    } catch (error) {
      failed(error);
    }
    looking ??= runner
      .tick()
      .catch(failed)
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    operations: jobOperations({ repository, streams, clock, cancel }),
    accept: createAcceptance({
      ...{ repository, queue, store, clock, limits, onAccepted: runner.wake },
    }),
    async start() {
      await store.sweep(repository.files());
      runner.start();
      await look();
      timer = setInterval(() => void look(), TICK_MS);
    },
    async stop() {
      clearInterval(timer);
      streams.closeAll();
      await runner.halt();
    },
    async forgetOld() {
      const forget = () => {
        const { expired, removed } = repository.forget(clock(), limits.keptMs);
        const record: AuditEvent = {
          ...{ action: 'jobs.expire', outcome: 'success', actor: APPLIANCE, count: expired },
        };
        if (expired + removed > 0) logger.info({ expired, removed }, 'old jobs forgotten');
        return { value: undefined, records: expired > 0 ? [record] : [] };
      };
      await queue.run(forget, { wait: 'synced' });
    },
    load() {
      const { queued, running } = repository.open();
      return { queued, running };
    },
  };
}
