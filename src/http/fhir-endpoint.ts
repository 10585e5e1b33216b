import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import { AppError } from '../core/errors.js';
import type { AuditEvent, AuditLog } from '../security/audit-log.js';
import type { Wait } from '../storage/commit-queue.js';
import type { BodyBudget } from './body.js';
import { type AppContext, type AppEnvironment, remoteAddress } from './environment.js';
import type { Exchange, ExchangeMethod, ExchangePart, ExchangeReply, Planned } from './exchange.js';
import { headersOf, NOTHING_SENT, queryOf, readSent, type Sent } from './fhir-body.js';
import {
  announceRepetition,
  type Claim,
  type Idempotency,
  idempotencyKey,
  type LastingAnswer,
  type Repetition,
} from './idempotency.js';
import { FHIR_JSON, fhirFault, outcomeResponse } from './outcome.js';
import { answerHeader, emptyReply, reply } from './reply.js';

export interface FhirEndpointParts {
  readonly part: ExchangePart;
  readonly audit: AuditLog;
  /** For the records of what changes nothing. */
  readonly readsWait: Wait;
  readonly bodyBudget: BodyBudget;
  readonly idempotency: Idempotency;
  /** `https://host:port` by the `Host` that was asked for. */
  readonly address: (host: string | undefined) => string;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const PREFIX = /^\/(?:api\/)?v1\/fhir(?=\/|$)/;

/** Whether a path lies in the part of the interface that answers as FHIR does. */
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
  // The router has matched what it had decoded, which may be more than this.
  if (prefix === undefined) throw new AppError('not_found', 'There is nothing at this path.');
  const segments = path.slice(prefix.length + 1).split('/');
  // A slash at the end changes nothing.
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

function exchangeOf(
  c: AppContext,
  url: Url,
  sent: Sent,
  claim: Claim | undefined,
  parts: FhirEndpointParts,
): Exchange {
  const { keyId, mode, scopes } = c.get('principal');
  const remote = remoteAddress(c);
  const query = queryOf(url.search);
  return {
    method: c.req.method as ExchangeMethod,
    path: url.path,
    query: sent.form === undefined ? query : [...query, ...sent.form],
    headers: headersOf(c),
    ...(sent.body !== undefined && { body: sent.body }),
    mode,
    scopes,
    base: baseOf(c, url, parts),
    actor: { type: 'api_key', id: keyId, mode },
    requestId: c.get('requestId'),
    ...(remote !== undefined && { remoteAddress: remote }),
    ...(claim && {
      keep: (reply, event) => claim.keep({ ...reply, text: reply.text ?? '' }, event),
    }),
  };
}

function checkScopes(c: AppContext, { scopes }: Planned): void {
  const { scopes: held } = c.get('principal');
  if (scopes.length === 0 || scopes.some((scope) => held.includes(scope))) return;
  throw new AppError('insufficient_scope', `This key lacks the scope ${scopes.join(' or ')}.`);
}

export function respond(c: AppContext, answer: ExchangeReply): Response {
  for (const name in answer.headers) answerHeader(c, name, answer.headers[name] ?? '');
  if (answer.failure !== undefined) c.set('failure', answer.failure);
  const { status, text } = answer;
  return text === undefined ? emptyReply(c, status) : reply(c, status, text, FHIR_JSON);
}

/** What is known of a request so far, for the record of a refusal. */
interface Known {
  planned?: Planned;
  sha256?: string;
  /** Of a request that bears a name. */
  claim?: Claim;
}

/** What the first request of this name was answered with. */
function repeat(c: AppContext, repetition: Repetition): ExchangeReply {
  const { keyId, mode } = c.get('principal');
  const { status, headers, text, done } = repetition;
  const remote = remoteAddress(c);
  announceRepetition(c, repetition);
  return {
    status,
    headers,
    ...(text !== '' && { text }),
    event: {
      ...done,
      outcome: 'success',
      actor: { type: 'api_key', id: keyId, mode },
      request_id: c.get('requestId'),
      ...(remote !== undefined && { remote_address: remote }),
      replayed: true,
    },
  };
}

async function perform(c: AppContext, known: Known, parts: FhirEndpointParts) {
  const url = readUrl(c.req.url);
  const planned = parts.part.plan(c.req.method, url.path);
  if ('allow' in planned) {
    answerHeader(c, 'Allow', planned.allow.join(', '));
    const message = `Only ${planned.allow.join(', ')} is answered here.`;
    throw new AppError('method_not_allowed', message);
  }
  known.planned = planned;
  c.set('operation', planned.action);
  checkScopes(c, planned);
  parts.admit();
  const key = idempotencyKey(c);
  const { body: terms } = planned;
  const sent =
    terms === undefined
      ? NOTHING_SENT
      : await readSent(c, terms, parts.bodyBudget, baseOf(c, url, parts));
  try {
    if (sent.body !== undefined) known.sha256 = sent.body.sha256;
    if (key !== undefined) {
      const { contentSha256 } = sent;
      const turn = await parts.idempotency.claim(c, { key, contentSha256 });
      if ('repetition' in turn) return repeat(c, turn.repetition);
      known.claim = turn.claim;
    }
    return await planned.handle(exchangeOf(c, url, sent, known.claim, parts));
  } finally {
    sent.release();
  }
}

function refusalEvent(c: AppContext, { planned }: Known, thrown: unknown): AuditEvent {
  const { keyId, mode } = c.get('principal');
  const { status, code } = fhirFault(thrown);
  const remote = remoteAddress(c);
  return {
    action: planned?.action ?? 'fhir',
    outcome: status >= 500 ? 'failed' : 'refused',
    actor: { type: 'api_key', id: keyId, mode },
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
    ...(planned?.target !== undefined && { target: planned.target }),
    status,
    error_code: code,
  };
}

async function answer(c: AppContext, known: Known, parts: FhirEndpointParts): Promise<Response> {
  let response: Response;
  let event: AuditEvent | undefined;
  let lasting: LastingAnswer | undefined;
  try {
    const answered = await perform(c, known, parts);
    response = respond(c, answered);
    if (answered.event === undefined) return response;
    const { status, headers, text } = answered;
    lasting = { status, headers, text: text ?? '' };
    const told = text !== undefined && { response_sha256: hash('sha256', text, 'hex') };
    event = { ...answered.event, status, ...told };
  } catch (thrown) {
    response = outcomeResponse(c, thrown);
    event = refusalEvent(c, known, thrown);
  }
  if (known.sha256 !== undefined) event = { ...event, request_sha256: known.sha256 };
  const { claim } = known;
  const record = event;
  const beside = claim &&
    lasting && {
      write: () => claim.keep(lasting, record),
      refused: (thrown: unknown) => refusalEvent(c, known, thrown),
    };
  // The answer leaves only after its record is kept; without a record there is no answer.
  await parts.audit.append(event, parts.readsWait, beside);
  return response;
}

async function serve(c: AppContext, parts: FhirEndpointParts): Promise<Response> {
  const known: Known = {};
  try {
    return await answer(c, known, parts);
  } finally {
    known.claim?.release();
  }
}

/** Mounts a part of the interface that has its own rules of HTTP below `/fhir`. */
export function mountFhir(router: Hono<AppEnvironment>, parts: FhirEndpointParts): void {
  for (const path of ['/fhir', '/fhir/*']) router.all(path, (c) => serve(c, parts));
}
