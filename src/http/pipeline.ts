import type { Actor, AuditEvent } from '../audit/audit-log.js';
import {
  type CallFacts,
  type CommittedCall,
  commitCall,
  commitRefusal,
  type Outcome,
  type Reply,
} from '../calls/commit-call.js';
import type { Call, Work } from '../calls/operation.js';
import type { Scope } from '../calls/scopes.js';
import { AppError } from '../core/errors.js';
import type { KeyMode } from '../core/key-mode.js';
import type { CommitWait } from '../store/commit-queue.js';
import type { Commit } from '../store/unit-of-work.js';
import { actorOf } from './auth/principal.js';
import { type Codec, faultFacts, faultResponse } from './codec.js';
import { downloadResponse } from './download.js';
import { type AppContext, remoteAddress } from './environment.js';
import { eventStreamResponse } from './event-stream.js';
import { type Claim, type Idempotency, idempotencyKey } from './idempotency.js';
import { answerHeader, emptyReply, reply } from './reply.js';

export interface PipelineParts {
  readonly commit: Commit<AuditEvent>;
  readonly idempotency: Idempotency;
  /** Throws when the appliance may not take new work: stopping, or no space on the disk. */
  admit(): void;
}

/** What a request's method and path determine. */
export interface Endpoint {
  /** `fhir.read`, for the audit record. */
  readonly action: string;
  /** `Patient/123`, for the audit record. */
  readonly target?: string | undefined;
  /** The caller needs one of these; none where any caller will do. */
  readonly scopes: readonly Scope[];
  /** Also served while the disk is full or damaged. */
  readonly duringFaults?: true | undefined;
  /** Reads the body, after the caller's scope has been checked. */
  receive(c: AppContext): Promise<ParsedRequest> | ParsedRequest;
}

/** A request whose body has been read. */
export interface ParsedRequest {
  /** Of the body as it was sent, hex; absent where the body is not read. */
  readonly sha256?: string;
  /** SHA-256 of the content, independent of its encoding: hex. */
  readonly contentSha256: string;
  handle(call: Call): Promise<Work>;
  /** Releases its memory and files. */
  release(): void | Promise<void>;
}

/** A part of the interface: its codec, and how its requests are planned. */
export interface Route {
  readonly codec: Codec;
  /** The action in the record of a request that is refused before its action is known. */
  readonly action: string;
  /** What a read waits for before it is answered. */
  readonly wait: CommitWait;
  /** @throws AppError for a refusal */
  endpoint(c: AppContext): Endpoint;
}

/** The state of a request. */
interface Progress {
  action: string;
  target?: string | undefined;
  sha256?: string | undefined;
  received?: ParsedRequest;
  /** Set for a request with an idempotency key. */
  claim?: Claim;
}

function factsOf(c: AppContext, { action, target, sha256 }: Progress): CallFacts {
  const remote = remoteAddress(c);
  return {
    action,
    actor: actorOf(c.get('principal')),
    request_id: c.get('requestId'),
    ...(remote !== undefined && { remote_address: remote }),
    ...(target !== undefined && { target }),
    ...(sha256 !== undefined && { request_sha256: sha256 }),
  };
}

/** The caller: what is expensive is computed only for a handler that uses it. */
class HttpCall implements Call {
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  readonly requestId: string;
  readonly actor: Actor;
  readonly remoteAddress?: string;
  readonly requestSha256?: string;
  readonly idempotent?: true;
  readonly #c: AppContext;
  readonly #progress: Progress;

  constructor(c: AppContext, progress: Progress) {
    const principal = c.get('principal');
    const { mode, scopes } = principal;
    const remote = remoteAddress(c);
    this.mode = mode;
    this.scopes = scopes;
    this.requestId = c.get('requestId');
    this.actor = actorOf(principal);
    if (remote !== undefined) this.remoteAddress = remote;
    if (progress.sha256 !== undefined) this.requestSha256 = progress.sha256;
    if (progress.claim !== undefined) this.idempotent = true;
    this.#c = c;
    this.#progress = progress;
  }

  get params(): Readonly<Record<string, string>> {
    return this.#c.req.param();
  }

  get signal(): AbortSignal {
    return this.#c.req.raw.signal;
  }

  get target(): string | undefined {
    return this.#progress.target;
  }

  concerns(target: string): void {
    this.#progress.target = target;
  }
}

const LACKING = {
  api_key: 'This key lacks',
  client: 'This token lacks',
  user: 'Your account lacks',
} as const;

function checkScopes(c: AppContext, { scopes }: Endpoint): void {
  const { type, scopes: held } = c.get('principal');
  if (scopes.length === 0 || scopes.some((scope) => held.includes(scope))) return;
  throw new AppError('insufficient_scope', `${LACKING[type]} the scope ${scopes.join(' or ')}.`);
}

/** Carries out the call, if its caller may make it and the appliance accepts work. */
async function handle(
  c: AppContext,
  route: Route,
  progress: Progress,
  parts: PipelineParts,
): Promise<Work> {
  const endpoint = route.endpoint(c);
  progress.action = endpoint.action;
  progress.target = endpoint.target;
  c.set('operation', endpoint.action);
  checkScopes(c, endpoint);
  if (endpoint.duringFaults === undefined) parts.admit();
  const key = idempotencyKey(c);
  const received = await endpoint.receive(c);
  progress.received = received;
  progress.sha256 = received.sha256;
  if (key !== undefined) {
    const turn = await parts.idempotency.claim(c, { key, contentSha256: received.contentSha256 });
    if ('repetition' in turn) return turn.repetition;
    progress.claim = turn.claim;
  }
  return received.handle(new HttpCall(c, progress));
}

async function carryOut(
  c: AppContext,
  route: Route,
  progress: Progress,
  parts: PipelineParts,
): Promise<Outcome> {
  const { codec, wait } = route;
  const commitParts = {
    commit: parts.commit,
    faultFacts: (thrown: unknown) => faultFacts(codec, thrown),
  };
  const { mode } = c.get('principal');
  const facts = () => factsOf(c, progress);
  let work: Work;
  try {
    work = await handle(c, route, progress, parts);
  } catch (thrown) {
    return commitRefusal({ mode, wait, facts }, thrown, commitParts);
  }
  const { claim } = progress;
  const call: CommittedCall =
    claim === undefined
      ? { mode, wait, facts }
      : { mode, wait, facts, ending: { answered: claim.completion } };
  return commitCall(call, work, commitParts);
}

/** The response to a request that was carried out. */
export function respond(c: AppContext, { contentType }: Codec, answered: Reply): Response {
  const { status, headers, text, feed, download, failure } = answered;
  for (const name in headers) answerHeader(c, name, headers[name] ?? '');
  if (failure !== undefined) c.set('failure', failure);
  if (feed !== undefined) return eventStreamResponse(c, feed);
  if (download !== undefined) return downloadResponse(c, status, download);
  if (text === undefined) return emptyReply(c, status);
  return reply(c, status, text, headers['Content-Type'] ?? contentType);
}

/**
 * The only path of a request with a key or a session, after authentication and rate limiting: scope, space
 * on the disk, body, schema, handler, commit, reply. The reply is sent only after its record is
 * committed; without a record there is no answer.
 */
export async function serve(c: AppContext, route: Route, parts: PipelineParts): Promise<Response> {
  const progress: Progress = { action: route.action };
  try {
    const outcome = await carryOut(c, route, progress, parts);
    return 'reply' in outcome
      ? respond(c, route.codec, outcome.reply)
      : faultResponse(c, route.codec, outcome.refusal);
  } finally {
    const { claim, received } = progress;
    claim?.release();
    const released = received?.release();
    if (released !== undefined) await released;
  }
}
