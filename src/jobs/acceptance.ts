import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { newId } from '../core/ids.js';
import type { Accept, Order } from '../http/deferral.js';
import type { AuditEvent } from '../security/audit-log.js';
import type { CommitQueue } from '../storage/commit-queue.js';
import type { JobRepository, NewJob, Owner } from '../storage/job.js';
import { describeJob } from './describe.js';
import type { Kept, RequestStore } from './request-store.js';

export interface AcceptanceParts {
  readonly repository: JobRepository;
  readonly queue: CommitQueue<AuditEvent>;
  readonly store: RequestStore;
  readonly clock: Clock;
  readonly limits: { readonly perKey: number; readonly storeBytes: number };
  /** Told when a job is there. */
  readonly onAccepted: () => void;
}

/** What is kept of a request beside what was sent: JSON in the row of the job. */
export interface StoredRequest extends Kept {
  readonly scopes: readonly string[];
  readonly remoteAddress?: string;
  readonly requestSha256?: string;
  /** Whom it is about, for the audit records: `Patient/123`. */
  readonly target?: string;
}

const RETRY_SECONDS = 10;

function storedOf({ call }: Order, kept: Kept): StoredRequest {
  const { scopes, remoteAddress, requestSha256 } = call;
  return {
    ...kept,
    scopes,
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestSha256 !== undefined && { requestSha256 }),
  };
}

/** Takes orders: what is kept of one and the record of it are committed together. */
export function createAcceptance(parts: AcceptanceParts): Accept {
  const { repository, queue, store, clock, limits, onAccepted } = parts;

  /** @throws AppError `rate_limited`, `overloaded` */
  function ensureRoom(owner: Owner, bytes: number): void {
    if (repository.openOf(owner) >= limits.perKey) {
      const message = `This key has ${limits.perKey} jobs that have not ended; no more are taken.`;
      throw new AppError('rate_limited', message, { retryAfterSeconds: RETRY_SECONDS });
    }
    if (repository.open().fileBytes + bytes > limits.storeBytes) {
      const message = 'Too much waits to be worked on; try again later.';
      throw new AppError('overloaded', message, { retryAfterSeconds: RETRY_SECONDS });
    }
  }

  return async (order) => {
    const { operation, call, payload, prefix } = order;
    const owner = { mode: call.mode, keyId: call.actor.id };
    ensureRoom(owner, 0);
    const kept = await store.keep(payload);
    const stored = storedOf(order, kept);
    const job: Omit<NewJob, 'request'> = {
      ...owner,
      jobId: newId('job'),
      operation: operation.operationId,
      requestId: call.requestId,
      createdAt: clock(),
      file: kept.file?.name ?? null,
      fileBytes: kept.file?.bytes ?? 0,
    };
    const fresh = { ...job, status: 'queued', progress: 0, attempts: 0 } as const;
    const times = { startedAt: null, endedAt: null, expiresAt: null };
    return {
      status: 202,
      headers: {
        Location: `${prefix}/jobs/${job.jobId}`,
        'Preference-Applied': 'respond-async',
      },
      body: describeJob({ ...fresh, ...times }, null, job.createdAt),
      audit: { job_id: job.jobId },
      async record(event, refused, also) {
        const work = () => {
          ensureRoom(owner, job.fileBytes);
          const { target } = event;
          const request = JSON.stringify({ ...stored, ...(target !== undefined && { target }) });
          repository.insert({ ...job, request });
          also?.();
          return { value: undefined, records: [event] };
        };
        try {
          await queue.run(work, { wait: 'synced', refused: (thrown) => [refused(thrown)] });
        } catch (error) {
          await store.remove(job.file);
          throw error;
        }
        onAccepted();
      },
    };
  };
}
