import { hash } from 'node:crypto';
import type { Hono } from 'hono';
import { AppError } from '../core/errors.js';
import type { AuditEvent, AuditLog } from '../security/audit-log.js';
import type { Wait } from '../storage/commit-queue.js';
import { type BodyBudget, readJson, readText } from './body.js';
import { type AppContext, type AppEnvironment, remoteAddress } from './environment.js';
import type {
  BodyTerms,
  Exchange,
  ExchangeBody,
  ExchangeHeaders,
  ExchangeMethod,
  ExchangePart,
  ExchangeReply,
  Planned,
  Query,
} from './exchange.js';
import { FHIR_JSON, fhirFault, outcomeResponse } from './outcome.js';
import { answerHeader, emptyReply, reply } from './reply.js';

export interface FhirEndpointParts {
  readonly part: ExchangePart;
  readonly audit: AuditLog;
  /** For the records of what changes nothing. */
  readonly readsWait: Wait;
  readonly bodyBudget: BodyBudget;
  /** `https://host:port` by the `Host` that was asked for. */
  readonly address: (host: string | undefined) => string;
  /** Throws when the appliance may not take new work: stopping, or no room on the disk. */
  admit(): void;
}

const FORM = 'application/x-www-form-urlencoded';

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
function readUrl(url: string): Url {
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

const queryOf = (text: string): Query => (text === '' ? [] : [...new URLSearchParams(text)]);

const HEADERS: ReadonlyArray<readonly [keyof ExchangeHeaders, string]> = [
  ['ifMatch', 'if-match'],
  ['ifNoneMatch', 'if-none-match'],
  ['ifNoneExist', 'if-none-exist'],
  ['ifModifiedSince', 'if-modified-since'],
  ['prefer', 'prefer'],
  ['accept', 'accept'],
  ['contentType', 'content-type'],
];

function headersOf(c: AppContext): ExchangeHeaders {
  const told: Partial<Record<keyof ExchangeHeaders, string>> = {};
  for (const [name, header] of HEADERS) {
    const value = c.req.header(header);
    if (value !== undefined) told[name] = value;
  }
  return told;
}

interface Sent {
  readonly body?: ExchangeBody;
  readonly form?: Query;
  release(): void;
}

const NOTHING: Sent = { release: () => undefined };

/** Nothing is to come. Without a socket, as in a test, no length is told of what is there. */
function isEmpty(c: AppContext): boolean {
  const length = c.req.header('content-length');
  if (length !== undefined) return length === '0';
  if (c.req.header('transfer-encoding') !== undefined) return false;
  return c.env?.incoming !== undefined || c.req.raw.body === null;
}

async function readSent(c: AppContext, terms: BodyTerms, budget: BodyBudget): Promise<Sent> {
  if (terms.optional && isEmpty(c)) return NOTHING;
  if (terms.types.includes(FORM)) {
    const { text, release } = await readText(c, terms, budget);
    return { form: queryOf(text), release };
  }
  const { types, limitBytes } = terms;
  const { value, text, bytes, release } = await readJson(c, limitBytes, budget, types);
  return { body: { value, text, sha256: hash('sha256', bytes, 'hex') }, release };
}

function exchangeOf(c: AppContext, url: Url, sent: Sent, parts: FhirEndpointParts): Exchange {
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
    base: parts.address(c.req.header('host')) + url.prefix,
    actor: { type: 'api_key', id: keyId, mode },
    requestId: c.get('requestId'),
    ...(remote !== undefined && { remoteAddress: remote }),
  };
}

function checkScopes(c: AppContext, { scopes }: Planned): void {
  const { scopes: held } = c.get('principal');
  if (scopes.some((scope) => held.includes(scope))) return;
  throw new AppError('insufficient_scope', `This key lacks the scope ${scopes.join(' or ')}.`);
}

function respond(c: AppContext, answer: ExchangeReply): Response {
  for (const name in answer.headers) answerHeader(c, name, answer.headers[name] ?? '');
  if (answer.failure !== undefined) c.set('failure', answer.failure);
  const { status, text } = answer;
  return text === undefined ? emptyReply(c, status) : reply(c, status, text, FHIR_JSON);
}

/** What is known of a request so far, for the record of a refusal. */
interface Known {
  planned?: Planned;
  sha256?: string;
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
  checkScopes(c, planned);
  parts.admit();
  const { body: terms } = planned;
  const sent = terms === undefined ? NOTHING : await readSent(c, terms, parts.bodyBudget);
  try {
    if (sent.body !== undefined) known.sha256 = sent.body.sha256;
    return await planned.handle(exchangeOf(c, url, sent, parts));
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

async function serve(c: AppContext, parts: FhirEndpointParts): Promise<Response> {
  const known: Known = {};
  let response: Response;
  let event: AuditEvent | undefined;
  try {
    const answer = await perform(c, known, parts);
    response = respond(c, answer);
    if (answer.event === undefined) return response;
    const { status, text } = answer;
    const told = text !== undefined && { response_sha256: hash('sha256', text, 'hex') };
    event = { ...answer.event, status, ...told };
  } catch (thrown) {
    response = outcomeResponse(c, thrown);
    event = refusalEvent(c, known, thrown);
  }
  if (known.sha256 !== undefined) event = { ...event, request_sha256: known.sha256 };
  // The answer leaves only after its record is kept; without a record there is no answer.
  await parts.audit.append(event, parts.readsWait);
  return response;
}

/** Mounts a part of the interface that has its own rules of HTTP below `/fhir`. */
export function mountFhir(router: Hono<AppEnvironment>, parts: FhirEndpointParts): void {
  for (const path of ['/fhir', '/fhir/*']) router.all(path, (c) => serve(c, parts));
}
