import type { Hono } from 'hono';
import type {
  Exchange,
  ExchangeMethod,
  ExchangePart,
  RequestPlan,
  SentFile,
} from '../calls/exchange.js';
import type { Call } from '../calls/operation.js';
import { AppError } from '../core/errors.js';
import type { CommitWait } from '../store/commit-queue.js';
import type { BodyBudget } from './body.js';
import type { Codec } from './codec.js';
import type { AppContext, AppEnvironment } from './environment.js';
import { headersOf, NOTHING_SENT, queryOf, readSent, type SentBody } from './exchange-body.js';
import { readFiles } from './multipart-related.js';
import {
  type Endpoint,
  type ParsedRequest,
  type PipelineParts,
  type Route,
  serve,
} from './pipeline.js';
import { answerHeader } from './reply.js';
import type { UploadSpool } from './upload.js';

export interface ExchangeEndpointParts {
  readonly part: ExchangePart;
  /** For the records of what changes nothing. */
  readonly readsWait: CommitWait;
  readonly bodyBudget: BodyBudget;
  /** For bodies of files. */
  readonly spool: UploadSpool;
  /** `https://host:port` by the request's `Host`. */
  readonly address: (host: string | undefined) => string;
}

/** A part of the interface that has HTTP rules of its own: where it is and how it writes. */
export interface ExchangeKind {
  /** `fhir`: its name in the path, and the action in the record of a refused request. */
  readonly name: string;
  readonly codec: Codec;
}

interface Url {
  /** `/v1/fhir` or `/api/v1/fhir`. */
  readonly prefix: string;
  readonly path: readonly string[];
  readonly search: string;
}

/** The beginning of the paths of a part. */
export const prefixOf = (name: string): RegExp => new RegExp(`^/(?:api/)?v1/${name}(?=/|$)`);

/** @throws AppError `not_found`, `validation_error` for a path that cannot be decoded */
export function readUrl(url: string, prefixes: RegExp): Url {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const mark = url.indexOf('?', start);
  const path = mark === -1 ? url.slice(start) : url.slice(start, mark);
  const prefix = prefixes.exec(path)?.[0];
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
  { address }: Pick<ExchangeEndpointParts, 'address'>,
): string => address(c.req.header('host')) + prefix;

function requestOf(
  c: AppContext,
  url: Url,
  sent: SentBody & { readonly files?: readonly SentFile[] },
  { mode, scopes, actor, requestId, remoteAddress, idempotent }: Call,
  parts: ExchangeEndpointParts,
): Exchange {
  const query = queryOf(url.search);
  const { access } = c.get('principal');
  return {
    method: c.req.method as ExchangeMethod,
    path: url.path,
    query: sent.form === undefined ? query : [...query, ...sent.form],
    headers: headersOf(c),
    mode,
    scopes,
    ...(access !== undefined && { access }),
    actor,
    requestId,
    base: baseOf(c, url, parts),
    ...(sent.body !== undefined && { body: sent.body }),
    ...(sent.files !== undefined && { files: sent.files }),
    ...(remoteAddress !== undefined && { remoteAddress }),
    ...(idempotent && { idempotent }),
  };
}

async function receive(
  c: AppContext,
  url: Url,
  { body: terms, handle }: RequestPlan,
  parts: ExchangeEndpointParts,
): Promise<ParsedRequest> {
  if (terms !== undefined && 'fileType' in terms) {
    const { files, sha256, contentSha256, discard } = await readFiles(c, terms, parts.spool);
    const sent = { ...NOTHING_SENT, files };
    const carryOut = (call: Call) => handle(requestOf(c, url, sent, call, parts));
    return { sha256, contentSha256, release: discard, handle: carryOut };
  }
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

function endpointOf(c: AppContext, prefixes: RegExp, parts: ExchangeEndpointParts): Endpoint {
  const url = readUrl(c.req.url, prefixes);
  const planned = parts.part.plan(c.req.method, url.path);
  if ('allow' in planned) {
    answerHeader(c, 'Allow', planned.allow.join(', '));
    const message = `Only ${planned.allow.join(', ')} is answered here.`;
    throw new AppError('method_not_allowed', message);
  }
  const { action, target, scopes } = planned;
  return { action, target, scopes, receive: () => receive(c, url, planned, parts) };
}

/** Mounts a part of the interface on the one pipeline, below its name. */
export function mountExchange(
  router: Hono<AppEnvironment>,
  { name, codec }: ExchangeKind,
  parts: ExchangeEndpointParts & PipelineParts,
): void {
  const prefixes = prefixOf(name);
  const route: Route = {
    codec,
    action: name,
    wait: parts.readsWait,
    endpoint: (c) => endpointOf(c, prefixes, parts),
  };
  for (const path of [`/${name}`, `/${name}/*`]) router.all(path, (c) => serve(c, route, parts));
}
