import { hash } from 'node:crypto';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { parse } from '../core/schema.js';
import type { AuditEvent, AuditLog } from '../security/audit-log.js';
import { type BodyBudget, readJson } from './body.js';
import type { Accept, Payload } from './deferral.js';
import { type AppContext, remoteAddress } from './environment.js';
import { eventStreamResponse } from './event-stream.js';
import {
  announceRepetition,
  type Claim,
  type Idempotency,
  idempotencyKey,
  type LastingAnswer,
  type Repetition,
} from './idempotency.js';
import type { Answer, Call, Operation, WorkOperation } from './operation.js';
import { respondAsync } from './prefer.js';
import { answerHeader, emptyReply, reply } from './reply.js';
import { readUpload, type UploadSpool } from './upload.js';

export interface OperationParts {
  readonly audit: AuditLog;
  readonly bodyBudget: BodyBudget;
  readonly spool: UploadSpool;
  readonly clock: Clock;
  readonly idempotency: Idempotency;
  /** Takes what is to be answered later; without it everything is answered at once. */
  readonly accept?: Accept;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const sha256 = (bytes: Buffer | string): string => hash('sha256', bytes, 'hex');

/** What the audit record says of a request before it is looked into. */
export type Known = Pick<AuditEvent, 'action' | 'request_id' | 'remote_address' | 'actor'> & {
  readonly request_id: string;
  target?: string;
};

/** What is known of a request as it goes on. */
export interface Course {
  readonly known: Known;
  /** Of a request that bears a name. */
  claim?: Claim;
}

export type Told = Partial<AuditEvent> & Pick<AuditEvent, 'outcome'>;

export interface Outcome {
  /** Made when the record is on disk: until then the answer may still become another one. */
  respond(): Response;
  /** What whoever asks again is answered with; none where there is nothing to keep. */
  readonly lasting?: LastingAnswer;
  readonly event: Told;
  readonly record?: NonNullable<Answer['record']>;
}

/** What a good answer becomes: its text, and what the audit record says of it. */
export function succeeded(answer: Answer, requestSha256?: string) {
  const { status = 200 } = answer;
  const text = answer.text ?? JSON.stringify(answer.body);
  const event: Told = {
    outcome: 'success',
    status,
    ...answer.audit,
    ...(requestSha256 !== undefined && { request_sha256: requestSha256 }),
    response_sha256: sha256(text),
  };
  return { status, text, event };
}

function succeed(c: AppContext, answer: Answer, requestSha256?: string): Outcome {
  const { status, text, event } = succeeded(answer, requestSha256);
  const { headers = {} } = answer;
  return {
    respond() {
      for (const name in headers) answerHeader(c, name, headers[name] ?? '');
      return reply(c, status, text);
    },
    lasting: { status, headers, text },
    event,
    ...(answer.record && { record: answer.record }),
  };
}

/** The answer that the first request of this name got, in a record of its own. */
function repeat(c: AppContext, repetition: Repetition, requestSha256: string): Outcome {
  const { status, text, done } = repetition;
  return {
    respond() {
      announceRepetition(c, repetition);
      return reply(c, status, text);
    },
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

function callOf(c: AppContext, known: Known, requestSha256?: string): Call {
  const { mode, scopes } = c.get('principal');
  const { actor, request_id: requestId, remote_address: remoteAddress } = known;
  return {
    mode,
    scopes,
    actor,
    requestId,
    params: c.req.param(),
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

/** How a client that would rather be answered later is; nothing where it would not. */
function deferral(c: AppContext, operation: WorkOperation, { accept }: OperationParts) {
  const { precheck } = operation;
  if (precheck === undefined || accept === undefined) return undefined;
  if (!respondAsync(c.req.header('prefer'))) return undefined;
  if (!c.get('principal').scopes.includes('jobs')) {
    const message = 'To be answered later this key needs the scope jobs.';
    throw new AppError('insufficient_scope', message);
  }
  const prefix = c.req.path.startsWith('/api/') ? '/api/v1' : '/v1';
  return (call: Call, input: unknown, payload: Payload): Promise<Answer> => {
    precheck(call, input);
    return accept({ operation, call, payload, prefix });
  };
}

async function work(
  c: AppContext,
  operation: WorkOperation,
  course: Course,
  parts: OperationParts,
) {
  const key = idempotencyKey(c);
  const later = deferral(c, operation, parts);
  if ('fileField' in operation) {
    const limits = { fileField: operation.fileField, limitBytes: operation.bodyLimitBytes };
    const upload = await readUpload(c, limits, parts.spool);
    try {
      return await once(c, course, { key, ...upload }, parts, async (call) => {
        const input = parse(operation.request, upload.fields);
        return later?.(call, input, upload) ?? operation.handle(call, input, upload.file);
      });
    } finally {
      await upload.discard();
    }
  }
  const body = await readJson(c, operation.bodyLimitBytes, parts.bodyBudget);
  try {
    const sent = sha256(body.bytes);
    const told = { key, sha256: sent, contentSha256: sent };
    return await once(c, course, told, parts, async (call) => {
      const input = parse(operation.request, body.value);
      return later?.(call, input, body) ?? operation.handle(call, input);
    });
  } finally {
    body.release();
  }
}

/** What stands behind the question mark, where the operation looks at it. */
function queryOf(c: AppContext, schema: Parameters<typeof parse>[0] | undefined): unknown {
  return schema && parse(schema, c.req.query());
}

/** Does what is asked for, if this key may ask for it and there is room for the work. */
export async function perform(
  c: AppContext,
  operation: Operation,
  course: Course,
  parts: OperationParts,
): Promise<Outcome> {
  if (!c.get('principal').scopes.includes(operation.scope)) {
    throw new AppError('insufficient_scope', `This key lacks the scope ${operation.scope}.`);
  }
  parts.admit();
  if (operation.method === 'POST') return work(c, operation, course, parts);
  const call = callOf(c, course.known);
  if (!('open' in operation)) {
    return succeed(c, await operation.handle(call, queryOf(c, operation.query)));
  }
  const feed = await operation.open(call, c.req.header('last-event-id'));
  return {
    respond: () => (feed === undefined ? emptyReply(c, 204) : eventStreamResponse(c, feed)),
    event: { outcome: 'success', status: feed === undefined ? 204 : 200 },
  };
}

/** Who asks for what, as far as it is known before anything is looked into. */
export function knownOf(c: AppContext, { operationId }: Operation): Known {
  const { keyId, mode } = c.get('principal');
  const remote = remoteAddress(c);
  return {
    action: operationId,
    actor: { type: 'api_key', id: keyId, mode },
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
  };
}
