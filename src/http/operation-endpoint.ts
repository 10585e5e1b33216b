import type { Accept, Payload } from '../calls/deferral.js';
import { inputOfForm } from '../calls/form.js';
import type { Answer, Call, Operation, Work, WorkOperation } from '../calls/operation.js';
import type { Clock } from '../core/clock.js';
import { sha256Hex } from '../core/digest.js';
import { AppError } from '../core/errors.js';
import { parse } from '../core/schema.js';
import { type BodyBudget, readJson } from './body.js';
import type { AppContext } from './environment.js';
import type { Endpoint, ParsedRequest, Route } from './pipeline.js';
import { respondAsync } from './prefer.js';
import { problemCodec } from './problem-codec.js';
import { isForm, readUpload, type UploadSpool } from './upload.js';

export interface OperationEndpointParts {
  readonly bodyBudget: BodyBudget;
  readonly spool: UploadSpool;
  readonly clock: Clock;
  /** Accepts asynchronous requests; without it all are answered synchronously. */
  readonly accept?: Accept;
}

const NOTHING_SENT = { contentSha256: sha256Hex(''), release: () => undefined };

type Later = (call: Call, input: unknown, payload: Payload) => Promise<Answer>;

/** Defers a call where the client prefers it; undefined otherwise. */
function laterFor(
  c: AppContext,
  operation: WorkOperation,
  { accept }: OperationEndpointParts,
): Later | undefined {
  const { precheck } = operation;
  if (precheck === undefined || accept === undefined) return undefined;
  if (!respondAsync(c.req.header('prefer'))) return undefined;
  if (!c.get('principal').scopes.includes('jobs')) {
    const message = 'An asynchronous answer needs a key with the scope jobs.';
    throw new AppError('insufficient_scope', message);
  }
  const prefix = c.req.path.startsWith('/api/') ? '/api/v1' : '/v1';
  return async (call, input, payload) => {
    await precheck(call, input);
    return accept({ operation, call, payload, prefix });
  };
}

/** The types that an operation with a JSON body takes. */
const typesOf = ({ form }: WorkOperation): readonly string[] =>
  form === undefined ? ['application/json'] : ['application/json', 'multipart/form-data'];

async function receiveBody(
  c: AppContext,
  operation: WorkOperation,
  parts: OperationEndpointParts,
): Promise<ParsedRequest> {
  const later = laterFor(c, operation, parts);
  const answer = (call: Call, input: unknown, payload: Payload) =>
    later?.(call, input, payload) ?? operation.handle(call, input);
  const { request, form, bodyLimitBytes: limitBytes, formLimitBytes = limitBytes } = operation;
  if (form !== undefined && (request === undefined || isForm(c))) {
    const upload = await readUpload(c, { form, limitBytes: formLimitBytes }, parts.spool);
    return {
      sha256: upload.sha256,
      contentSha256: upload.contentSha256,
      release: upload.discard,
      handle: async (call) => answer(call, inputOfForm(form, upload), upload),
    };
  }
  const body = await readJson(c, limitBytes, parts.bodyBudget, typesOf(operation));
  const sent = sha256Hex(body.bytes);
  return {
    sha256: sent,
    contentSha256: sent,
    release: body.release,
    handle: async (call) => answer(call, request && parse(request, body.value), body),
  };
}

async function receive(
  c: AppContext,
  operation: Operation,
  parts: OperationEndpointParts,
): Promise<ParsedRequest> {
  if (operation.method === 'POST') return receiveBody(c, operation, parts);
  if ('open' in operation) {
    return {
      async handle(call): Promise<Work> {
        const feed = await operation.open(call, c.req.header('last-event-id'));
        return feed === undefined ? { status: 204 } : { feed };
      },
      ...NOTHING_SENT,
    };
  }
  return {
    async handle(call) {
      const { query } = operation;
      return operation.handle(call, query && parse(query, c.req.query()));
    },
    ...NOTHING_SENT,
  };
}

/** An operation as a route of the one pipeline. */
export function operationRoute(operation: Operation, parts: OperationEndpointParts): Route {
  const endpoint: Endpoint = {
    action: operation.operationId,
    scopes: [operation.scope],
    duringFaults: operation.duringFaults,
    receive: (c) => receive(c, operation, parts),
  };
  return {
    codec: problemCodec(parts.clock),
    action: operation.operationId,
    wait: 'synced',
    endpoint: () => endpoint,
  };
}
