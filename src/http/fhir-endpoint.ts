import type { Hono } from 'hono';
import type { Exchange, ExchangeMethod, ExchangePart, RequestPlan } from '../calls/exchange.js';
import type { Call } from '../calls/operation.js';
import { AppError } from '../core/errors.js';
import type { CommitWait } from '../store/commit-queue.js';
import type { BodyBudget } from './body.js';
import type { AppContext, AppEnvironment } from './environment.js';
import { headersOf, NOTHING_SENT, queryOf, readSent, type SentBody } from './fhir-body.js';
import { fhirCodec } from './outcome.js';
import {
  type Endpoint,
  type ParsedRequest,
  type PipelineParts,
  type Route,
  serve,
} from './pipeline.js';
import { answerHeader } from './reply.js';

export interface FhirEndpointParts {
  readonly part: ExchangePart;
  /** For the records of what changes nothing. */
  readonly readsWait: CommitWait;
  readonly bodyBudget: BodyBudget;
  /** `https://host:port` by the request's `Host`. */
  readonly address: (host: string | undefined) => string;
}

const PREFIX = /^\/(?:api\/)?v1\/fhir(?=\/|$)/;

/** Whether a path belongs to the part of the interface that answers in FHIR. */
export const isFhirPath = (path: string): boolean => PREFIX.test(path);

interface Url {
  /** `/v1/fhir` or `/api/v1/fhir`. */
  readonly prefix: string;
  readonly path: readonly string[];
  readonly search: string;
}

/** @throws AppError `not_found`, `validation_error` for a path that cannot be decoded */
export function readUrl(url: string): Url {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  const path = mark === -1 ? url.slice(start) : url.slice(start, mark);
  const prefix = PREFIX.exec(path)?.[0];
  // The router matched the decoded path, which may differ.
  if (prefix === undefined) throw new AppError('not_found', 'There is nothing at this path.');
  const segments = path.slice(prefix.length + 1).split('/');
  // A slash at the end is ignored.
  if (segments.at(-1) === '') segments.pop();
  try {
    return {
      prefix,
      path: path.includes('%') ? segments.map(decodeURIComponent) : segments,
      search: mark === -1 ? '' : url.slice(mark + 1),
    };
  } catch {
    throw new AppError('validation_error', 'The path is not encoded properly.');
  }
}

export const baseOf = (
  c: AppContext,
  { prefix }: Url,
  { address }: Pick<FhirEndpointParts, 'address'>,
): string => address(c.req.header('host')) + prefix;

function requestOf(
  c: AppContext,
  url: Url,
  sent: SentBody,
  { mode, scopes, actor, requestId, remoteAddress, idempotent }: Call,
  parts: FhirEndpointParts,
): Exchange {
  const query = queryOf(url.search);
  return {
    method: c.req.method as ExchangeMethod,
    path: url.path,
    query: sent.form === undefined ? query : [...query, ...sent.form],
    headers: headersOf(c),
    mode,
    scopes,
    actor,
    requestId,
    base: baseOf(c, url, parts),
    ...(sent.body !== undefined && { body: sent.body }),
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(idempotent && { idempotent }),
  };
}

async function receive(
  c: AppContext,
  url: Url,
  { body: terms, handle }: RequestPlan,
  parts: FhirEndpointParts,
): Promise<ParsedRequest> {
  const sent =
    terms === undefined
      ? NOTHING_SENT
      : await readSent(c, terms, parts.bodyBudget, baseOf(c, url, parts));
  return {
    contentSha256: sent.contentSha256,
    release: sent.release,
    handle: (call) => handle(requestOf(c, url, sent, call, parts)),
    ...(sent.body !== undefined && { sha256: sent.body.sha256 }),
  };
}

function endpointOf(c: AppContext, parts: FhirEndpointParts): Endpoint {
  const url = readUrl(c.req.url);
  const planned = parts.part.plan(c.req.method, url.path);
  if ('allow' in planned) {
    answerHeader(c, 'Allow', planned.allow.join(', '));
    const message = `Only ${planned.allow.join(', ')} is answered here.`;
    throw new AppError('method_not_allowed', message);
  }
  const { action, target, scopes } = planned;
  return { action, target, scopes, receive: () => receive(c, url, planned, parts) };
}

/** The interface of FHIR as a route of the one pipeline. */
const fhirRoute = (parts: FhirEndpointParts): Route => ({
  codec: fhirCodec,
  action: 'fhir',
  wait: parts.readsWait,
  endpoint: (c) => endpointOf(c, parts),
});

/** Mounts the interface of FHIR below `/fhir`. */
export function mountFhir(
  router: Hono<AppEnvironment>,
  parts: FhirEndpointParts & PipelineParts,
): void {
  const route = fhirRoute(parts);
  for (const path of ['/fhir', '/fhir/*']) router.all(path, (c) => serve(c, route, parts));
}
