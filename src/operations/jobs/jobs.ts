import type { AuditEvent } from '../../audit/audit-log.js';
import { perform } from '../../calls/decide.js';
import type { Accept } from '../../calls/deferral.js';
import type { Operation, WorkOperation } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import { messageOf } from '../../core/errors.js';
import type { Logger } from '../../core/logger.js';
import type { BodyBudget } from '../../http/body.js';
import type { JobRepository } from '../../store/job.js';
import type { Commit, Conclusion, Decision } from '../../store/unit-of-work.js';
import { createAcceptance } from './acceptance.js';
import { createCarryOut } from './carry-out.js';
import { createRequestStore } from './request-store.js';
import { jobOperations } from './route.js';
import { createRunner } from './runner.js';
import { createStreams } from './streams.js';

export interface JobsParts {
  readonly repository: JobRepository;
  readonly commit: Commit<AuditEvent>;
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
const MAX_STREAMS = 256;

const APPLIANCE = { type: 'appliance', id: 'wardbox' } as const;

function* decideForget(
  now: number,
  keptMs: number,
): Decision<Conclusion<{ readonly expired: number; readonly removed: number }, AuditEvent>> {
  const value = yield* perform({ kind: 'job.forget', now, keptMs });
  const { expired: count } = value;
  const record: AuditEvent = {
    action: 'jobs.expire',
    outcome: 'success',
    actor: APPLIANCE,
    count,
  };
  return { value, records: count > 0 ? [record] : [] };
}

export function createJobs(parts: JobsParts): Jobs {
  const { repository, commit, operations, clock, logger, limits } = parts;
  const store = createRequestStore(parts.folder);
  const streams = createStreams({
    repository,
    inForce: parts.inForce,
    limits: { all: MAX_STREAMS, perKey: limits.perKey },
  });
  const work = operations.filter((one): one is WorkOperation => one.method === 'POST');
  const carryOut = createCarryOut({
    commit,
    store,
    clock,
    bodyBudget: parts.bodyBudget,
    keptMs: limits.keptMs,
    operations: new Map(work.map((operation) => [operation.operationId, operation])),
  });
  const runner = createRunner({
    repository,
    commit,
    carryOut,
    store,
    clock,
    logger,
    parallel: limits.parallel,
    slow: new Set(work.filter((one) => 'fileField' in one).map(({ operationId }) => operationId)),
    admit: parts.admit,
    onChange: streams.tell,
  });
  let timer: NodeJS.Timeout | undefined;

  async function onCancelled(jobId: string, file: string | null): Promise<void> {
    runner.abort(jobId);
    streams.tell(jobId);
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
    operations: jobOperations({ repository, streams, clock, onCancelled }),
    accept: createAcceptance({
      repository,
      store,
      clock,
      limits,
      onAccepted: runner.wake,
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
      const [now, { keptMs }] = [clock(), limits];
      const work = () => decideForget(now, keptMs);
      const { expired, removed } = await commit({ wait: 'synced', work });
      if (expired + removed > 0) logger.info({ expired, removed }, 'old jobs forgotten');
    },
    load() {
      const { queued, running } = repository.open();
      return { queued, running };
    },
  };
}
