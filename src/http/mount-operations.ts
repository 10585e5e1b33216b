import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { parse } from '../core/schema.js';
import type { AuditEvent, AuditLog } from '../security/audit-log.js';
import { type BodyBudget, readJson } from './body.js';
import { type AppContext, type AppEnvironment, remoteAddress } from './environment.js';
import {
  announceRepetition,
  type Claim,
  type Idempotency,
  idempotencyKey,
  type Repetition,
} from './idempotency.js';
import type { Answer, Call, Operation } from './operation.js';
import { problemResponse, publicError, statusOf } from './problem.js';
import { answerHeader, reply } from './reply.js';
import { readUpload, type UploadSpool } from './upload.js';

export interface OperationParts {
  readonly audit: AuditLog;
  readonly bodyBudget: BodyBudget;
  readonly spool: UploadSpool;
  readonly clock: Clock;
  readonly idempotency: Idempotency;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const sha256 = (bytes: Buffer | string): string => hash('sha256', bytes, 'hex');

type Told = Partial<AuditEvent> & Pick<AuditEvent, 'outcome'>;

interface Outcome {
  readonly response: Response;
  /** Of the answer; none where there is nothing to keep. */
  readonly text?: string;
  readonly event: Told;
  readonly record?: NonNullable<Answer['record']>;
}

function succeed(c: AppContext, answer: Answer, requestSha256?: string): Outcome {
  const text = JSON.stringify(answer.body);
  const response = reply(c, 200, text);
  return {
    response,
    text,
    event: {
      outcome: 'success',
      status: 200,
      ...answer.audit,
      ...(requestSha256 !== undefined && { request_sha256: requestSha256 }),
      response_sha256: sha256(text),
    },
    ...(answer.record && { record: answer.record }),
  };
}

/** The answer that the first request of this name got, in a record of its own. */
function repeat(c: AppContext, repetition: Repetition, requestSha256: string): Outcome {
  const { status, text, done } = repetition;
  announceRepetition(c, repetition);
  return {
    response: reply(c, status, text),
    event: {
      ...done,
      outcome: 'success',
      status,
      request_sha256: requestSha256,
      response_sha256: sha256(text),
      replayed: true,
    },
  };
}

function faultEvent(thrown: unknown): Told {
  const error = publicError(thrown);
  const status = statusOf(error);
  return { outcome: status >= 500 ? 'failed' : 'refused', status, error_code: error.code };
}

/** What the audit record says of a request before it is looked into. */
type Known = Pick<AuditEvent, 'action' | 'request_id' | 'remote_address' | 'actor'> & {
  readonly request_id: string;
  target?: string;
};

function callOf(c: AppContext, known: Known, requestSha256?: string): Call {
  const { mode, scopes } = c.get('principal');
  const { actor, request_id: requestId, remote_address: remoteAddress } = known;
  return {
    ...{ mode, scopes, actor, requestId, params: c.req.param() },
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(requestSha256 !== undefined && { requestSha256 }),
    // Made only for a handler that looks at it: it costs a whole Request object.
    get signal() {
      return c.req.raw.signal;
    },
    concerns(target) {
      known.target = target;
    },
  };
}

/** What is known of a request as it goes on. */
interface Course {
  readonly known: Known;
  /** Of a request that bears a name. */
  claim?: Claim;
}

interface Sent {
  readonly key: string | undefined;
  /** Of the body as it came. */
  readonly sha256: string;
  readonly contentSha256: string;
}

/**
 * Answers a request that bears no name, or has the first right to it; another one gets what the
 * first got.
 */
async function once(
  c: AppContext,
  course: Course,
  { key, sha256: sent, contentSha256 }: Sent,
  { idempotency }: OperationParts,
  answer: (call: Call) => Promise<Answer>,
): Promise<Outcome> {
  if (key !== undefined) {
    const turn = await idempotency.claim(c, { key, contentSha256 });
    if ('repetition' in turn) return repeat(c, turn.repetition, sent);
    course.claim = turn.claim;
  }
  return succeed(c, await answer(callOf(c, course.known, sent)), sent);
}

async function perform(c: AppContext, operation: Operation, course: Course, parts: OperationParts) {
  if (!c.get('principal').scopes.includes(operation.scope)) {
    throw new AppError('insufficient_scope', `This key lacks the scope ${operation.scope}.`);
  }
  parts.admit();
  if (operation.method === 'GET') {
    return succeed(c, await operation.handle(callOf(c, course.known)));
  }
  const key = idempotencyKey(c);
  if ('fileField' in operation) {
    const limits = { fileField: operation.fileField, limitBytes: operation.bodyLimitBytes };
    const upload = await readUpload(c, limits, parts.spool);
    try {
      return await once(c, course, { key, ...upload }, parts, async (call) =>
        operation.handle(call, parse(operation.request, upload.fields), upload.file),
      );
    } finally {
      await upload.discard();
    }
  }
  const body = await readJson(c, operation.bodyLimitBytes, parts.bodyBudget);
  try {
    const sent = sha256(body.bytes);
    const told = { key, sha256: sent, contentSha256: sent };
    return await once(c, course, told, parts, async (call) =>
      operation.handle(call, parse(operation.request, body.value)),
    );
  } finally {
    body.release();
  }
}

async function answer(c: AppContext, operation: Operation, course: Course, parts: OperationParts) {
  const fail = (thrown: unknown): Outcome => ({
    response: problemResponse(c, thrown, parts.clock),
    event: faultEvent(thrown),
  });
  const outcome = await perform(c, operation, course, parts).catch(fail);
  const { known, claim } = course;
  const { response, text, record } = outcome;
  const event = { ...known, ...outcome.event };
  const refused = (thrown: unknown) => ({ ...known, ...faultEvent(thrown) });
  const keep =
    claim && text !== undefined
      ? () => claim.keep({ status: response.status, headers: {}, text }, event)
      : undefined;
  // The answer leaves only after its record is on disk; without a record there is no answer.
  if (record !== undefined) await record(event, refused, keep);
  else await parts.audit.append(event, 'synced', keep && { write: keep, refused });
  return response;
}

async function serve(c: AppContext, operation: Operation, parts: OperationParts) {
  const { keyId, mode } = c.get('principal');
  const remote = remoteAddress(c);
  const known: Known = {
    action: operation.operationId,
    actor: { type: 'api_key', id: keyId, mode },
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
  };
  const course: Course = { known };
  try {
    return await answer(c, operation, course, parts);
  } finally {
    course.claim?.release();
  }
}

/** `/risk/scores/{id}` as the router writes it. */
const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Mounts operations: each answers, is guarded and is recorded in the same way. */
export function mountOperations(
  router: Hono<AppEnvironment>,
  operations: readonly Operation[],
  parts: OperationParts,
): void {
  for (const operation of operations) {
    router.on(operation.method, routePath(operation.path), (c) => serve(c, operation, parts));
  }
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((o) => o.path === path).map(({ method }) => method);
    router.all(routePath(path), (c) => {
      answerHeader(c, 'Allow', allowed.join(', '));
      throw new AppError('method_not_allowed', `Only ${allowed.join(' and ')} is answered here.`);
    });
  }
}
