import { APPLIANCE } from '../audit/audit-log.js';
import type { KeptCheckpoint } from '../audit/checkpoint.js';
import type { Checkpoints } from '../audit/checkpoints.js';
import type { Sealing } from '../audit/sealing.js';
import { type Clock, isoTime } from '../core/clock.js';
import { messageOf } from '../core/errors.js';
import type { Logger } from '../core/logger.js';
import type { ApiKeys } from '../http/auth/api-keys.js';
import type { RefusalTally } from '../http/auth/refusal-tally.js';
import type { Sessions } from '../http/auth/sessions.js';
import type { WebhookSender } from '../operations/webhooks/webhook-sender.js';
import type { AuditRepository } from '../store/audit-repository.js';
import type { ReadingRepository } from '../store/reading-repository.js';

/** What the appliance does by itself, at its start, from time to time and at its end. */
export interface MaintenanceScheduler {
  /** Does, in the background, what is due at the start, and then each task at its interval. */
  start(): void;
  /** Ends the intervals. */
  stop(): void;
  /** Runs every task once, one after the other; a failure does not stop the next ones. */
  run(): Promise<void>;
}

interface Task {
  readonly everyMs: number;
  /** Whether it also runs at the start, for what expired while the appliance was off. */
  readonly atStart?: true;
  /** Whether it is skipped at shutdown because it is slow; nothing is lost until the next run. */
  readonly notAtEnd?: true;
  readonly work: () => void | Promise<void>;
  /** The log message of a failure; the task is tried again the next time. */
  readonly failure: string;
}

export interface MaintenanceParts {
  readonly keys: Pick<ApiKeys, 'flush'>;
  /** Their sessions, links and failed sign-ins. */
  readonly people: { readonly sessions: Pick<Sessions, 'flush'>; forgetOld(): void };
  readonly refusals: Pick<RefusalTally, 'record'>;
  readonly readings: Pick<ReadingRepository, 'forgetBefore'>;
  readonly readingsDays: number;
  /** Stored answers to requests with an idempotency key. */
  readonly answers: { forgetOld(): Promise<number> };
  readonly jobs: { forgetOld(): Promise<void> };
  readonly bulk?: readonly { forgetOld(): Promise<void> }[];
  readonly dicomObjects: { forgetOld(): Promise<number> };
  readonly cards: { forgetBefore(before: number): Promise<void> };
  readonly webhooks: Pick<WebhookSender, 'forgetBefore'>;
  readonly audit: Pick<AuditRepository, 'highestEver'>;
  readonly checkpoints: Pick<Checkpoints, 'make'>;
  readonly sealing: Pick<Sealing, 'seal'>;
  /** Age at which audit records leave the database; 0 keeps them there. */
  readonly auditDays: number;
  /** Applies a renewed certificate. */
  readonly renewTls: () => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called for every failure. */
  readonly noteFailure?: (failure: unknown) => void;
}

const TALLY_MS = 15_000;
const CERTIFICATE_MS = 30_000;
const CHECKPOINT_MS = 600_000;
const EXPORTS_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** For how long it can be looked up what webhooks were told. */
const DELIVERY_DAYS = 30;
/** For how long it can be reported what became of cards of decision support. */
const CARD_DAYS = 730;

/** The diagnostic log carries a copy of each checkpoint, outside the data folder. */
async function sign({
  checkpoints,
  logger,
}: MaintenanceParts): Promise<KeptCheckpoint | undefined> {
  const { isNew, checkpoint } = await checkpoints.make(APPLIANCE);
  if (!isNew || checkpoint === undefined) return checkpoint;
  const { number, seq, head, hash } = checkpoint;
  logger.info({ checkpoint: number, record: seq, head, hash }, 'audit checkpoint');
  return checkpoint;
}

/**
 * Maximum records that a damaged disk can lose unnoticed; a checkpoint costs as much as five
 * records.
 */
const MAX_UNSIGNED_RECORDS = 1_000;

/** Signs when enough has been recorded since the last attempt. */
function createSigningWhenDue(parts: MaintenanceParts): () => Promise<void> {
  let attemptedAt = parts.audit.highestEver();
  return async () => {
    const newest = parts.audit.highestEver();
    if (newest - attemptedAt < MAX_UNSIGNED_RECORDS) return;
    attemptedAt = newest;
    await sign(parts);
  };
}

const NO_CHECKPOINT = 'no audit checkpoint was made';

/** An appliance with little to do would otherwise never fill a segment. */
const UNFILLED_DAYS = 31;

async function sealOld(parts: MaintenanceParts, signal: AbortSignal): Promise<void> {
  const { sealing, auditDays, clock, logger } = parts;
  if (auditDays === 0) return;
  const signedTo = (await sign(parts))?.seq ?? 0;
  const daysAgo = (days: number) => isoTime(clock() - days * DAY_MS);
  const sealed = await sealing.seal({
    by: APPLIANCE,
    signedTo,
    signal,
    before: daysAgo(auditDays),
    wholeUnless: daysAgo(auditDays + UNFILLED_DAYS),
  });
  const [first, last] = [sealed.at(0)?.first, sealed.at(-1)?.last];
  if (first === undefined) return;
  logger.info({ segments: sealed.length, first, last }, 'audit records sealed');
}

/** In the order in which they run at shutdown. */
function tasksOf(parts: MaintenanceParts, ended: AbortSignal): Task[] {
  const { keys, people, refusals, readings, readingsDays, answers, clock, logger } = parts;
  return [
    // Collected in memory because a write at every request would be too expensive.
    { everyMs: TALLY_MS, work: keys.flush, failure: 'times of last use not written' },
    {
      everyMs: TALLY_MS,
      work: () => people.sessions.flush(),
      failure: 'times of last use of sessions not written',
    },
    { everyMs: TALLY_MS, work: refusals.record, failure: 'refusals not written' },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: () => people.forgetOld(),
      failure: 'old sessions not forgotten',
    },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: async () => {
        const count = await readings.forgetBefore(clock() - readingsDays * DAY_MS);
        if (count > 0) logger.info({ count }, 'old imaging readings forgotten');
      },
      failure: 'old imaging readings not forgotten',
    },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: async () => void (await answers.forgetOld()),
      failure: 'old answers not forgotten',
    },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: () => parts.jobs.forgetOld(),
      failure: 'old jobs not forgotten',
    },
    {
      everyMs: EXPORTS_MS,
      atStart: true,
      work: async () => {
        for (const runs of parts.bulk ?? []) await runs.forgetOld();
      },
      failure: 'old exports and imports not deleted',
    },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: async () => {
        const count = await parts.dicomObjects.forgetOld();
        if (count > 0) logger.info({ count }, 'old DICOM objects deleted');
      },
      failure: 'old DICOM objects not deleted',
    },
    {
      everyMs: DAY_MS,
      atStart: true,
      work: () => parts.cards.forgetBefore(clock() - CARD_DAYS * DAY_MS),
      failure: 'old cards of decision support not forgotten',
    },
    {
      everyMs: HOUR_MS,
      atStart: true,
      work: () => parts.webhooks.forgetBefore(clock() - DELIVERY_DAYS * DAY_MS),
      failure: 'old webhook deliveries not forgotten',
    },
    {
      everyMs: DAY_MS,
      atStart: true,
      notAtEnd: true,
      work: () => sealOld(parts, ended),
      failure: 'old audit records not sealed',
    },
    { everyMs: CERTIFICATE_MS, work: parts.renewTls, failure: 'certificate not looked at' },
    {
      everyMs: TALLY_MS,
      notAtEnd: true,
      work: createSigningWhenDue(parts),
      failure: NO_CHECKPOINT,
    },
    {
      everyMs: CHECKPOINT_MS,
      atStart: true,
      work: async () => void (await sign(parts)),
      failure: NO_CHECKPOINT,
    },
  ];
}

export function createMaintenance(parts: MaintenanceParts): MaintenanceScheduler {
  const ended = new AbortController();
  const tasks = tasksOf(parts, ended.signal);
  let timers: NodeJS.Timeout[] = [];

  async function attempt({ work, failure }: Task): Promise<void> {
    try {
      await work();
    } catch (error) {
      // Most likely a full or busy disk.
      parts.logger.warn({ reason: messageOf(error) }, failure);
      parts.noteFailure?.(error);
    }
  }

  async function all(of: readonly Task[]): Promise<void> {
    for (const task of of) await attempt(task);
  }

  return {
    start() {
      void all(tasks.filter(({ atStart }) => atStart));
      timers = tasks.map((task) => setInterval(() => void attempt(task), task.everyMs));
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      ended.abort();
    },
    run: () => all(tasks.filter(({ notAtEnd }) => notAtEnd === undefined)),
  };
}
