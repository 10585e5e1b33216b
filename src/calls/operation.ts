import type { Actor, AuditEvent } from '../audit/audit-log.js';
import type { KeyMode } from '../core/key-mode.js';
import type { Schema, SchemaOf } from '../core/schema.js';
import type { Decision, Write } from '../store/unit-of-work.js';
import type { Feed } from './feed.js';
import type { Form } from './form.js';
import type { Scope } from './scopes.js';

/** The caller of an operation, and the signal that the answer is no longer needed. */
export interface Call {
  readonly mode: KeyMode;
  readonly signal: AbortSignal;
  /** The parts of the path in braces: `{id}`. */
  readonly params: Readonly<Record<string, string>>;
  /** All scopes of the key. */
  readonly scopes: readonly string[];
  readonly actor: Actor;
  readonly requestId: string;
  readonly remoteAddress?: string;
  /** Of the body as it was sent, hex; a GET has none. */
  readonly requestSha256?: string;
  /** The request has an idempotency key: it must be carried out completely or not at all. */
  readonly idempotent?: true;
  /** The job that carries it out, where one does. */
  readonly jobId?: string;
  /** A background call: calls with a waiting client go first. */
  readonly background?: boolean;
  /** Reports progress, 0..1, where it is used. */
  readonly onProgress?: (fraction: number) => void;
  /** Sets the subject of the audit record for any outcome: `Patient/123`. */
  concerns(target: string): void;
  /** The subject that was set. */
  readonly target?: string | undefined;
}

/** A file that is made while it is sent. */
export interface Download {
  readonly mediaType: string;
  /** Absent where a program reads it as it comes. */
  readonly fileName?: string;
  /** Called once, when the call is committed; the client may cancel it. */
  open(): ReadableStream<Uint8Array>;
}

/** Facts for the audit record in addition to the call itself. */
export type AuditFacts = Partial<Omit<AuditEvent, 'actor' | 'request_id' | 'remote_address'>>;

export interface Answer {
  /** To be answered as JSON; without it and without `text` the answer has no content. */
  readonly body?: unknown;
  /** The serialised content, if any; `body` is then ignored. */
  readonly text?: string;
  /** 200 unless stated. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of a content: events as they happen. */
  readonly feed?: Feed;
  /** Instead of a content: a file of any length. */
  readonly download?: Download;
  /** The body that a repetition of the request gets, where it must not be this one: a secret. */
  readonly repeatedBody?: unknown;
  readonly audit?: AuditFacts;
  /** Committed together with the audit record: the answer is sent only when both are stored. */
  readonly writes?: readonly Write[];
  /** Further audit records of the same commit: of the parts of the call. */
  readonly recordsBefore?: readonly AuditEvent[];
  /** The same, after the call's own record: of resources made from its answer. */
  readonly recordsAfter?: readonly AuditEvent[];
  /** For a status of 500: the error, for the log alone. */
  readonly failure?: unknown;
  /** Called once it is known whether the answer was committed, before it is given. */
  settled?(committed: boolean): void | Promise<void>;
}

/** An answer that depends on what is stored: decided in the transaction that commits it. */
export interface DecidedAnswer {
  decide(): Decision<Answer>;
  /** The alternative to refusing the call for an error, if any. */
  retry?(thrown: unknown): (() => Promise<Work>) | undefined;
}

/** The result of a handler: all effects of a call. */
export type Work = Answer | DecidedAnswer;

interface OperationFacts {
  /** Below the prefix: `/imaging`, `/risk/scores/{id}`. */
  readonly path: `/${string}`;
  /** Also the action in the audit record. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly response: Schema;
  /** Status → what is wrong then, besides what can be wrong with any request. */
  readonly problems?: Readonly<Record<string, string>>;
  /** Also answered while the disk is full or damaged: for those who mend it. */
  readonly duringFaults?: true;
}

/** One without a body. */
export interface PlainOperation extends OperationFacts {
  readonly method: 'GET' | 'DELETE';
  /** Schema of the query parameters; without it they are ignored. */
  readonly query?: Schema;
  /** The media type of a download, each line of which has the schema of the response. */
  readonly downloads?: string;
  handle(call: Call, query?: unknown): Promise<Work>;
}

/** Server-Sent Events; the `response` is the data of one. */
interface StreamOperation extends OperationFacts {
  readonly method: 'GET';
  /**
   * @param lastEventId of the last event that the client has
   * @returns undefined when all events were sent before
   */
  open(call: Call, lastEventId: string | undefined): Promise<Feed | undefined>;
}

interface BodyFacts<Input> extends OperationFacts {
  /** What JSON must hold; without it none is accepted. */
  readonly request?: SchemaOf<Input>;
  /** The same content as a form; without it none is accepted. */
  readonly form?: Form<Input>;
  /** To try it with: a body that is accepted as it stands, or the fields of a form besides its files. */
  readonly example?: Readonly<Record<string, unknown>>;
  readonly bodyLimitBytes: number;
  /** Of a form, where it may be larger than JSON: it is never in memory as a whole. */
  readonly formLimitBytes?: number;
  /** As a job it never occupies the last place. */
  readonly takesMinutes?: true;
  /**
   * Checks that need no work. An operation that has it can be answered asynchronously, by a job.
   */
  precheck?(call: Call, input: Input): void | Promise<void>;
  /** @param input the same whichever way the request was encoded */
  handle(call: Call, input: Input): Promise<Work>;
}

/** An operation with a body: JSON, a form, or either. */
export interface WorkOperation extends BodyFacts<unknown> {
  readonly method: 'POST';
}

/** One method on one path: everything needed to serve, authorise and document it. */
export type Operation = PlainOperation | StreamOperation | WorkOperation;

/** A POST whose handler receives the output of its schema, or the input of its form. */
export function postOperation<Input>(operation: BodyFacts<Input>): WorkOperation {
  const { handle, precheck, ...facts } = operation;
  return {
    ...facts,
    ...(precheck && { precheck: (call, input) => precheck(call, input as Input) }),
    method: 'POST',
    handle: (call, input) => handle(call, input as Input),
  };
}
