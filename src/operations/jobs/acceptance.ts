import type { Accept, Order } from '../../calls/deferral.js';
import type { Clock } from '../../core/clock.js';
import { AppError } from '../../core/errors.js';
import { newId } from '../../core/ids.js';
import type { JobRepository, NewJob, Owner } from '../../store/job.js';
import type { JobLimits } from '../../store/unit-of-work.js';
import { describeJob } from './describe.js';
import type { RequestStore, StoredContent } from './request-store.js';

export interface AcceptanceParts {
  readonly repository: JobRepository;
  readonly store: RequestStore;
  readonly clock: Clock;
  readonly limits: { readonly perKey: number; readonly storeBytes: number };
  /** Called when a job was accepted. */
  readonly onAccepted: () => void;
}

/** The stored part of a request besides its content: JSON in the row of the job. */
export interface StoredRequest extends StoredContent {
  readonly scopes: readonly string[];
  readonly remoteAddress?: string;
  readonly requestSha256?: string;
  /** The subject, for the audit records: `Patient/123`. */
  readonly target?: string;
}

const RETRY_SECONDS = 10;

const tooManyJobs = (limit: number): AppError =>
  new AppError(
    'rate_limited',
    `This key has ${limit} jobs that have not ended; no more are taken.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );

const tooMuchWaits = (): AppError =>
  new AppError('overloaded', 'Too much waits to be worked on; try again later.', {
    retryAfterSeconds: RETRY_SECONDS,
  });

function storedOf({ call }: Order, kept: StoredContent): StoredRequest {
  const { scopes, remoteAddress, requestSha256, target } = call;
  return {
    ...kept,
    scopes,
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestSha256 !== undefined && { requestSha256 }),
    ...(target !== undefined && { target }),
  };
}

/** Accepts jobs: the stored request and its audit record are committed together. */
export function createAcceptance(parts: AcceptanceParts): Accept {
  const { repository, store, clock, limits, onAccepted } = parts;
  const jobLimits: JobLimits = {
    perOwner: { max: limits.perKey, refusal: tooManyJobs(limits.perKey) },
    fileBytes: { max: limits.storeBytes, refusal: tooMuchWaits() },
  };

  /** @throws AppError `rate_limited`, `overloaded`: as the write itself, but before anything is stored */
  function refuseAhead(owner: Owner): void {
    const { perOwner, fileBytes } = jobLimits;
    if (repository.openOf(owner) >= perOwner.max) throw perOwner.refusal;
    if (repository.open().fileBytes > fileBytes.max) throw fileBytes.refusal;
  }

  return async (order) => {
    const { operation, call, payload, prefix } = order;
    const owner = { mode: call.mode, ownerId: call.actor.id };
    refuseAhead(owner);
    const kept = await store.keep(payload);
    const job: NewJob = {
      ...owner,
      jobId: newId('job'),
      operation: operation.operationId,
      requestId: call.requestId,
      createdAt: clock(),
      request: JSON.stringify(storedOf(order, kept)),
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
      writes: [{ kind: 'job.insert', job, limits: jobLimits }],
      async settled(committed) {
        if (committed) onAccepted();
        else await store.remove(job.file);
      },
    };
  };
}
