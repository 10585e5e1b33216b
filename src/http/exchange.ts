import type { JsonExtent } from '../core/json-extent.js';
import type { Actor, AuditEvent } from '../security/audit-log.js';
import type { Scope } from '../security/scopes.js';
import type { KeyMode } from '../storage/key-repository.js';

/** What a part of the interface that has its own rules of HTTP is told of a request. */
export interface Exchange {
  readonly method: ExchangeMethod;
  /** The segments below the part's own path, decoded. */
  readonly path: readonly string[];
  /** In their order; of a form that is sent, its fields come after those of the URL. */
  readonly query: Query;
  readonly headers: ExchangeHeaders;
  /** Absent where none was sent, and for a form. */
  readonly body?: ExchangeBody;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** `https://host:port/v1/fhir`, as the client asked for it: for links. */
  readonly base: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly remoteAddress?: string;
  /**
   * Keeps the answer for who asks again. To be told of every answer whose record is committed with
   * what was written, in the same transaction.
   */
  keep?(reply: ExchangeReply, event: AuditEvent): void;
}

export type ExchangeMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Query = readonly (readonly [name: string, value: string])[];

export interface ExchangeHeaders {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly ifNoneExist?: string;
  readonly ifModifiedSince?: string;
  readonly prefer?: string;
  readonly accept?: string;
  readonly contentType?: string;
}

export interface ExchangeBody {
  /** Of one that was read elsewhere whatever the part itself has made of it. */
  readonly value: unknown;
  /** '' of one that was read elsewhere. */
  readonly text: string;
  readonly sha256: string;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /**
   * Of what is still to be recorded: status and digests are added to it. Absent when its record was
   * committed together with what was written.
   */
  readonly event?: AuditEvent;
  /** Of an answer of 500: what was thrown, for the log alone. */
  readonly failure?: unknown;
}

/** What one request asks for, known from its method and path, before its body is read. */
export interface Planned {
  /** `fhir.read`, for the audit record. */
  readonly action: string;
  /** `Patient/123`, for the record of a refusal. */
  readonly target?: string;
  /** The key needs one of these; none where any key will do. */
  readonly scopes: readonly Scope[];
  /** Absent: a body is not looked at. */
  readonly body?: BodyTerms;
  /** Throws AppError when nothing of it was recorded. */
  handle(exchange: Exchange): Promise<ExchangeReply>;
}

export interface BodyTerms {
  readonly types: readonly string[];
  readonly limitBytes: number;
  /** The usual one where none is given. */
  readonly extent?: JsonExtent;
  readonly optional?: true;
  /**
   * Has a large body read where that holds up nobody; nothing where it is to be read here. The bytes
   * may be gone afterwards.
   *
   * @throws AppError in its promise
   */
  readonly readElsewhere?: (
    bytes: Buffer<ArrayBuffer>,
    base: string,
  ) => Promise<ExchangeBody> | undefined;
}

/** The path is known, the method is not. */
export interface NotOffered {
  readonly allow: readonly ExchangeMethod[];
}

/** What is known of a request without a key. */
export type KeylessRequest = Pick<Exchange, 'path' | 'query' | 'headers' | 'base'>;

export interface ExchangePart {
  /**
   * Reads what everybody may know, without a key and without a record.
   *
   * @returns nothing where a key is needed
   * @throws AppError as `plan` and its `handle`
   */
  answerKeyless?(request: KeylessRequest): ExchangeReply | undefined;
  /** @throws AppError `not_found` */
  plan(method: string, path: readonly string[]): Planned | NotOffered;
}
