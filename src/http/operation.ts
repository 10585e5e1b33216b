import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import type { Clock } from '../core/clock.js';
import { AppError } from '../core/errors.js';
import { type Output, parse, type Schema } from '../core/schema.js';
import type { SealedFile } from '../core/sealed-file.js';
import type { Actor, AuditEvent, AuditLog } from '../security/audit-log.js';
import type { Scope } from '../security/scopes.js';
import type { KeyMode } from '../storage/key-repository.js';
import { type BodyBudget, readJson } from './body.js';
import { type AppContext, type AppEnvironment, remoteAddress } from './environment.js';
import { problemResponse, publicError, statusOf } from './problem.js';
import { answerHeader, reply } from './reply.js';
import { readUpload, type UploadSpool } from './upload.js';

/** Who asks, and how to learn that nobody waits for the answer any more. */
export interface Call {
  readonly mode: KeyMode;
  readonly signal: AbortSignal;
  /** The parts of the path in braces: `{id}`. */
  readonly params: Readonly<Record<string, string>>;
  /** What else the key may do. */
  readonly scopes: readonly string[];
  readonly actor: Actor;
  readonly requestId: string;
  readonly remoteAddress?: string;
  /** Of the body as it was sent, hex; a GET has none. */
  readonly requestSha256?: string;
  /** Says in the audit record, whatever comes of the request, whom it is about: `Patient/123`. */
  concerns(target: string): void;
}

export interface Answer {
  readonly body: unknown;
  /** What the audit record should say beside the request itself. */
  readonly audit?: Pick<AuditEvent, 'result_id' | 'models'>;
  /**
   * Commits the record together with what the answer leaves behind, instead of the audit log. When
   * that fails the answer is an error; `refused` makes the record of it, if it is to be kept.
   */
  record?(event: AuditEvent, refused: (thrown: unknown) => AuditEvent): Promise<void>;
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

interface GetOperation extends OperationFacts {
  readonly method: 'GET';
  handle(call: Call): Promise<Answer>;
}

interface BodyFacts extends OperationFacts {
  readonly method: 'POST';
  readonly request: Schema;
  readonly bodyLimitBytes: number;
}

interface PostOperation extends BodyFacts {
  handle(call: Call, input: unknown): Promise<Answer>;
}

/** A form: its one file by name; the other fields are text and are the `request`. */
interface UploadOperation extends BodyFacts {
  readonly fileField: string;
  readonly fileDescription: string;
  handle(call: Call, input: unknown, file: SealedFile): Promise<Answer>;
}

/** One method on one path: all that is needed to serve it, to guard it and to document it. */
export type Operation = GetOperation | PostOperation | UploadOperation;

/** A POST whose handler gets what its schema gives. */
export function postOperation<S extends Schema>(
  operation: OperationFacts & {
    readonly request: S;
    readonly bodyLimitBytes: number;
    handle(call: Call, input: Output<S>): Promise<Answer>;
  },
): Operation {
  const { handle, ...facts } = operation;
  const typed = (call: Call, input: unknown) => handle(call, input as Output<S>);
  return { ...facts, method: 'POST', handle: typed };
}

/** The same for a form with a file in it. */
export function uploadOperation<S extends Schema>(
  operation: OperationFacts & {
    readonly fileField: string;
    readonly fileDescription: string;
    readonly request: S;
    readonly bodyLimitBytes: number;
    handle(call: Call, input: Output<S>, file: SealedFile): Promise<Answer>;
  },
): Operation {
  const { handle, ...facts } = operation;
  const typed = (call: Call, input: unknown, file: SealedFile) =>
    handle(call, input as Output<S>, file);
  return { ...facts, method: 'POST', handle: typed };
}

export interface OperationParts {
  readonly audit: AuditLog;
  readonly bodyBudget: BodyBudget;
  readonly spool: UploadSpool;
  readonly clock: Clock;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const sha256 = (bytes: Buffer | string): string => hash('sha256', bytes, 'hex');

type Told = Partial<AuditEvent> & Pick<AuditEvent, 'outcome'>;

interface Outcome {
  readonly response: Response;
  readonly event: Told;
  readonly record?: NonNullable<Answer['record']>;
}

function succeed(c: AppContext, answer: Answer, requestSha256?: string): Outcome {
  const text = JSON.stringify(answer.body);
  const response = reply(c, 200, text);
  return {
    response,
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

async function perform(c: AppContext, operation: Operation, known: Known, parts: OperationParts) {
  if (!c.get('principal').scopes.includes(operation.scope)) {
    throw new AppError('insufficient_scope', `This key lacks the scope ${operation.scope}.`);
  }
  parts.admit();
  if (operation.method === 'GET') return succeed(c, await operation.handle(callOf(c, known)));
  if ('fileField' in operation) {
    const limits = { fileField: operation.fileField, limitBytes: operation.bodyLimitBytes };
    const { fields, file, sha256: sent, discard } = await readUpload(c, limits, parts.spool);
    try {
      const input = parse(operation.request, fields);
      return succeed(c, await operation.handle(callOf(c, known, sent), input, file), sent);
    } finally {
      await discard();
    }
  }
  const body = await readJson(c, operation.bodyLimitBytes, parts.bodyBudget);
  try {
    const input = parse(operation.request, body.value);
    const sent = sha256(body.bytes);
    return succeed(c, await operation.handle(callOf(c, known, sent), input), sent);
  } finally {
    body.release();
  }
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
  const fail = (thrown: unknown): Outcome => ({
    response: problemResponse(c, thrown, parts.clock),
    event: faultEvent(thrown),
  });
  const { response, event, record } = await perform(c, operation, known, parts).catch(fail);
  // The answer leaves only after its record is on disk; without a record there is no answer.
  if (record === undefined) await parts.audit.append({ ...known, ...event });
  else await record({ ...known, ...event }, (thrown) => ({ ...known, ...faultEvent(thrown) }));
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
