import type { Actor, AuditEvent } from '../security/audit-log.js';
import type { KeyMode } from '../storage/key-repository.js';

/** Data alone: what a part of the interface that has its own rules of HTTP is told of a request. */
export interface Exchange {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The segments below the part's own path, decoded. */
  readonly path: readonly string[];
  /** In their order; of a form that is sent, its fields come after those of the URL. */
  readonly query: Query;
  readonly headers: ExchangeHeaders;
  /** Absent where none was sent. */
  readonly body?: ExchangeBody;
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** `https://host:port/v1/fhir`, as the client asked for it: for links. */
  readonly base: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly remoteAddress?: string;
}

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
  readonly value: unknown;
  readonly text: string;
  readonly sha256: string;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
  /** Absent when its record was committed together with what was written. */
  readonly event?: AuditEvent;
}

export type ExchangeHandler = (request: Exchange) => Promise<ExchangeReply>;
