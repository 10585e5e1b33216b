import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { AuditEvent } from '../../../../src/audit/audit-log.js';
import type { Call, WorkOperation } from '../../../../src/calls/operation.js';
import type { Scope } from '../../../../src/calls/scopes.js';
import { CallExecutor } from '../../../../src/operations/jobs/carry-out.js';
import { createRequestStore } from '../../../../src/operations/jobs/request-store.js';
import { createTell } from '../../../../src/operations/webhooks/events.js';
import { createAuditRepository } from '../../../../src/store/audit-repository.js';
import { createCommit } from '../../../../src/store/create-commit.js';
import { createJobRepository } from '../../../../src/store/job-repository.js';
import { openDatabase } from '../../../../src/store/open.js';
import { createDeliveryRepository } from '../../../../src/store/webhook-delivery-repository.js';
import { auditQueue } from '../../../support/audit-queue.js';
import { rejectionOf } from '../../../support/refusals.js';
import { scratchFolder } from '../../../support/scratch-folder.js';

const clock = () => 1_000;
const ACCEPTED: readonly Scope[] = ['analyze', 'fhir.read', 'fhir.write', 'jobs'];

/** A job of a person that is about to begin, and what the account may do by then. */
function setUp(scopesNow: readonly string[] | undefined) {
  const dataDir = scratchFolder();
  const database = openDatabase(dataDir);
  onTestFinished(() => void database.close());
  const repository = createJobRepository(database);
  const calls: Call[] = [];
  const operation = {
    method: 'POST',
    path: '/analyze',
    operationId: 'analyze.create',
    summary: '',
    description: '',
    scope: 'analyze',
    request: z.object({}),
    response: z.object({}),
    bodyLimitBytes: 1_000,
    async handle(call: Call) {
      calls.push(call);
      return { body: { answered: true } };
    },
  } satisfies WorkOperation;
  const executor = new CallExecutor({
    clock,
    commit: createCommit({ database, queue: auditQueue(database, clock) }),
    store: createRequestStore(join(dataDir, 'jobs')),
    bodyBudget: { open: () => ({ take: () => true, release: () => undefined }) },
    keptMs: 1_000,
    operations: new Map([[operation.operationId, operation]]),
    scopesNow: () => scopesNow,
    tell: createTell(
      [{ url: 'https://a.example/', mode: 'test', events: ['job.completed'] }],
      clock,
    ),
  });
  repository.insert({
    jobId: 'job_1',
    operation: operation.operationId,
    mode: 'test',
    ownerId: 'user_1',
    requestId: 'req_1',
    createdAt: 1,
    request: JSON.stringify({ text: '{}', scopes: ACCEPTED }),
    file: null,
    fileBytes: 0,
  });
  const waiting = repository.next([]);
  if (waiting === undefined) throw new Error('no job waits');
  repository.move('job_1', { from: ['queued'], to: 'running', at: clock(), attempt: 0 });
  const job = { ...waiting, attempts: repository.find('job_1')?.attempts ?? 0 };
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  const lastRecord = () =>
    JSON.parse(createAuditRepository(database).tail(1)[0]?.event ?? '{}') as AuditEvent;
  const told = () =>
    createDeliveryRepository(database)
      .due('https://a.example/', clock())
      .map(({ body }) => JSON.parse(body));
  return { executor, job, watch, calls, repository, lastRecord, told };
}

describe('a job that begins', () => {
  it.each<[string, readonly string[] | undefined, readonly string[]]>([
    ['of a key has the scopes with which it was accepted', undefined, ACCEPTED],
    [
      'of a person has what the account then and now may do',
      ['analyze', 'fhir.read', 'imaging'],
      ['analyze', 'fhir.read'],
    ],
  ])('%s', async (_, scopesNow, granted) => {
    const { executor, job, watch, calls, repository, told } = setUp(scopesNow);
    await executor.answer(job, watch);
    expect(told()).toMatchObject([
      {
        type: 'job.completed',
        data: { job_id: 'job_1', operation: 'analyze.create', status: 'succeeded', mode: 'test' },
      },
    ]);
    expect(calls.map(({ scopes }) => scopes)).toEqual([granted]);
    expect(repository.find('job_1')?.status).toBe('succeeded');
  });

  it.each([[[]], [['fhir.read', 'jobs']]])(
    'is refused, and not carried out, where the account may now do %j',
    async (scopesNow) => {
      const { executor, job, watch, calls, repository, lastRecord, told } = setUp(scopesNow);
      const refusal = await rejectionOf(executor.answer(job, watch));
      expect(refusal).toMatchObject({ code: 'insufficient_scope' });
      expect(told()).toEqual([]);
      await executor.fail(job, refusal);
      await executor.fail(job, refusal);
      expect(told()).toMatchObject([{ type: 'job.completed', data: { status: 'failed' } }]);
      expect(calls).toEqual([]);
      expect(repository.find('job_1')).toMatchObject({ status: 'failed' });
      expect(lastRecord()).toMatchObject({
        action: 'analyze.create',
        outcome: 'refused',
        actor: { id: 'user_1' },
        error_code: 'insufficient_scope',
        job_id: 'job_1',
      });
    },
  );
});
