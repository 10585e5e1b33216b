import type { Actor, AuditEvent } from '../../audit/audit-log.js';
import {
  type CallFacts,
  type CommitCallParts,
  type CommittedCall,
  commitCall,
  commitRefusal,
  type Outcome,
} from '../../calls/commit-call.js';
import type { Answer } from '../../calls/operation.js';
import type { Clock } from '../../core/clock.js';
import type { KeyMode } from '../../core/key-mode.js';
import { parse, type Schema } from '../../core/schema.js';
import type { Commit } from '../../store/unit-of-work.js';
import type { AccountWrite } from '../../store/user.js';
import { noSession, requireOwnPage, worldOf } from '../auth/people.js';
import { type NoteRefusal, refusedBy } from '../auth/refusal-tally.js';
import { requireSameOrigin } from '../auth/same-origin.js';
import { sessionToken } from '../auth/session-cookie.js';
import type { LiveSession, Sessions } from '../auth/sessions.js';
import { type BodyBudget, readJson } from '../body.js';
import { type Codec, faultFacts, faultResponse } from '../codec.js';
import { type AppContext, remoteAddress } from '../environment.js';
import { respond } from '../pipeline.js';
import { problemCodec } from '../problem-codec.js';

export interface AccountEndpointParts {
  readonly commit: Commit<AuditEvent>;
  readonly sessions: Sessions;
  readonly bodyBudget: BodyBudget;
  readonly clock: Clock;
  /** Counts a refused request of which there is nobody to record. */
  readonly noteRefusal: NoteRefusal;
  /** Throws when the appliance may not take new work. */
  admit(): void;
}

/** A request of a person about the own account: it concerns neither test nor live data. */
export interface AccountCall {
  readonly remoteAddress: string | undefined;
  /** The world of the page, if it has one. */
  readonly world: KeyMode | undefined;
  /** The session that the request came with; of endpoints that need one it is always there. */
  readonly live: LiveSession | undefined;
  /** Sets who is recorded as having acted. */
  actsAs(userId: string): void;
  /** Sets the account that is recorded, for an attempt that may not be its owner's. */
  concerns(userId: string): void;
  /** What is committed if the call is refused. */
  onRefusal(writes: readonly AccountWrite[]): void;
  /** Called when the call has ended, whatever its outcome, and is committed. */
  onEnd(work: () => void): void;
}

export interface AccountEndpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  /** For the audit record. */
  readonly action: string;
  readonly needsSession: boolean;
  readonly request?: Schema;
  handle(call: AccountCall, input: unknown): Promise<Answer>;
}

/** The largest body: a few names and passwords. */
const MAX_BODY_BYTES = 16_384;

const STRANGER: Actor = { type: 'unknown', id: 'not signed in' };

/** The state of a request. */
class Progress implements AccountCall {
  readonly remoteAddress: string | undefined;
  world: KeyMode | undefined;
  live: LiveSession | undefined;
  refusalWrites: readonly AccountWrite[] = [];
  end: () => void = () => undefined;
  readonly #facts: Omit<CallFacts, 'actor' | 'target'>;
  #actor = STRANGER;
  #target: string | undefined;

  constructor(c: AppContext, action: string) {
    const remote = remoteAddress(c);
    this.remoteAddress = remote;
    this.#facts = {
      action,
      request_id: c.get('requestId'),
      ...(remote !== undefined && { remote_address: remote }),
    };
  }

  actsAs(userId: string): void {
    this.#actor = { type: 'user', id: userId };
  }

  concerns(userId: string): void {
    this.#target = userId;
  }

  onRefusal(writes: readonly AccountWrite[]): void {
    this.refusalWrites = writes;
  }

  onEnd(work: () => void): void {
    this.end = work;
  }

  /** Whether somebody is known to have acted, or an account to have been tried. */
  get isAttempt(): boolean {
    const isKnown = this.#actor !== STRANGER || this.#target !== undefined;
    return isKnown || this.refusalWrites.length > 0;
  }

  /** Never a digest of the request: passwords could be tried against it. */
  facts(): CallFacts {
    const target = this.#target;
    return { ...this.#facts, actor: this.#actor, ...(target !== undefined && { target }) };
  }
}

async function readInput(
  c: AppContext,
  { request }: AccountEndpoint,
  { bodyBudget }: AccountEndpointParts,
): Promise<unknown> {
  if (request === undefined) return undefined;
  const body = await readJson(c, MAX_BODY_BYTES, bodyBudget);
  try {
    return parse(request, body.value);
  } finally {
    body.release();
  }
}

async function handle(
  c: AppContext,
  endpoint: AccountEndpoint,
  progress: Progress,
  parts: AccountEndpointParts,
): Promise<Answer> {
  progress.world = worldOf(c);
  const token = sessionToken(c);
  const live = token === undefined ? undefined : parts.sessions.use(token);
  progress.live = live;
  if (endpoint.needsSession) {
    if (live === undefined) throw noSession();
    progress.actsAs(live.user.userId);
    requireOwnPage(c, live);
  } else if (endpoint.method !== 'GET') {
    requireSameOrigin(c);
  }
  parts.admit();
  return endpoint.handle(progress, await readInput(c, endpoint, parts));
}

/**
 * Commits an answer, or the record of a refusal. What strangers are refused is counted instead, unless
 * it was an attempt at an account: they could fill the disk with records.
 */
async function commitAnswer(
  call: CommittedCall,
  progress: Progress,
  work: () => Promise<Answer>,
  parts: CommitCallParts & Pick<AccountEndpointParts, 'noteRefusal'>,
): Promise<Outcome> {
  let answer: Answer;
  try {
    answer = await work();
  } catch (thrown) {
    if (progress.isAttempt) return commitRefusal(call, thrown, parts);
    parts.noteRefusal(progress.remoteAddress, refusedBy(thrown));
    return { refusal: thrown };
  }
  return commitCall(call, answer, parts);
}

async function carryOut(
  c: AppContext,
  endpoint: AccountEndpoint,
  codec: Codec,
  parts: AccountEndpointParts,
): Promise<Outcome> {
  const progress = new Progress(c, endpoint.action);
  const call: CommittedCall = {
    wait: 'synced',
    facts: () => progress.facts(),
    ending: { refused: () => progress.refusalWrites },
  };
  const commitParts = {
    commit: parts.commit,
    faultFacts: (thrown: unknown) => faultFacts(codec, thrown),
  };
  try {
    return await commitAnswer(call, progress, () => handle(c, endpoint, progress, parts), {
      ...commitParts,
      noteRefusal: parts.noteRefusal,
    });
  } finally {
    progress.end();
  }
}

/**
 * The path of requests about accounts and sessions. As in the pipeline of operations, the reply is sent
 * only after everything is committed together with its record.
 */
export async function serveAccount(
  c: AppContext,
  endpoint: AccountEndpoint,
  parts: AccountEndpointParts,
): Promise<Response> {
  c.set('operation', endpoint.action);
  const codec = problemCodec(parts.clock);
  const outcome = await carryOut(c, endpoint, codec, parts);
  return 'reply' in outcome
    ? respond(c, codec, outcome.reply)
    : faultResponse(c, codec, outcome.refusal);
}
