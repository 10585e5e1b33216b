import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { type Output, parse, type Schema } from '../core/schema.js';
import type { AuditEvent, AuditLog } from '../security/audit-log.js';
import type { Scope } from '../security/scopes.js';
import type { KeyMode } from '../storage/key-repository.js';
import { type BodyBudget, readJson } from './body.js';
import { type AppContext, type AppEnvironment, remoteAddress } from './environment.js';
import { problemResponse, publicError, statusOf } from './problem.js';
import { answerHeader, reply } from './reply.js';

/** Who asks, and how to learn that nobody waits for the answer any more. */
export interface Call {
  readonly mode: KeyMode;
  readonly signal: AbortSignal;
  /** The parts of the path in braces: `{id}`. */
  readonly params: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly body: unknown;
  /** What the audit record should say beside the request itself. */
  readonly audit?: Pick<AuditEvent, 'result_id' | 'models'>;
}

interface OperationFacts {
  /** Below the prefix: `/imaging`, `/risk/scores/{id}`. */
  readonly path: `/${string}`;
  /** Also the action in the audit record. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly response: Schema;
}

/** One method on one path: all that is needed to serve it, to guard it and to document it. */
export type Operation =
  | (OperationFacts & {
      readonly method: 'GET';
      handle(call: Call): Promise<Answer>;
    })
  | (OperationFacts & {
      readonly method: 'POST';
      readonly request: Schema;
      readonly bodyLimitBytes: number;
      handle(call: Call, input: unknown): Promise<Answer>;
    });

/** A POST whose handler gets what its schema gives. */
export function postOperation<S extends Schema>(
  operation: OperationFacts & {
    readonly request: S;
    readonly bodyLimitBytes: number;
    handle(call: Call, input: Output<S>): Promise<Answer>;
  },
): Operation {
  const { handle, ...facts } = operation;
  return { ...facts, method: 'POST', handle: (call, input) => handle(call, input as Output<S>) };
}

export interface OperationParts {
  readonly audit: AuditLog;
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const sha256 = (bytes: Buffer | string): string => hash('sha256', bytes, 'hex');

interface Outcome {
  readonly response: Response;
  readonly event: Partial<AuditEvent> & Pick<AuditEvent, 'outcome'>;
}

function succeed(c: AppContext, answer: Answer, requestBytes: Buffer | undefined): Outcome {
  const text = JSON.stringify(answer.body);
  const response = reply(c, 200, text);
  return {
    response,
    event: {
      outcome: 'success',
      status: 200,
      ...answer.audit,
      ...(requestBytes && { request_sha256: sha256(requestBytes) }),
      response_sha256: sha256(text),
    },
  };
}

function fail(c: AppContext, thrown: unknown, clock: Clock): Outcome {
  const error = publicError(thrown);
  const status = statusOf(error);
  return {
    response: problemResponse(c, thrown, clock),
    event: { outcome: status >= 500 ? 'failed' : 'refused', status, error_code: error.code },
  };
}

async function perform(c: AppContext, operation: Operation, parts: OperationParts) {
  if (!c.get('principal').scopes.includes(operation.scope)) {
    throw new AppError('insufficient_scope', `This key lacks the scope ${operation.scope}.`);
  }
  parts.admit();
  const call: Call = {
    mode: c.get('principal').mode,
    params: c.req.param(),
    // Made only for a handler that looks at it: it costs a whole Request object.
    get signal() {
      return c.req.raw.signal;
    },
  };
  if (operation.method === 'GET') return succeed(c, await operation.handle(call), undefined);
  const body = await readJson(c, operation.bodyLimitBytes, parts.bodyBudget);
  try {
    const input = parse(operation.request, body.value);
    return succeed(c, await operation.handle(call, input), body.bytes);
  } finally {
    body.release();
  }
}

async function serve(c: AppContext, operation: Operation, parts: OperationParts) {
  const { keyId, mode } = c.get('principal');
  const remote = remoteAddress(c);
  const { response, event } = await perform(c, operation, parts).catch((thrown: unknown) =>
    fail(c, thrown, parts.clock),
  );
  // The answer leaves only after its record is on disk; without a record there is no answer.
  await parts.audit.append({
    action: operation.operationId,
    actor: { type: 'api_key', id: keyId, mode },
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
    ...event,
  });
  return response;
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
