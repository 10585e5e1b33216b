import type { Actor } from '../audit/audit-log.js';
import type { JsonExtent } from '../core/json-extent.js';
import type { KeyMode } from '../core/key-mode.js';
import type { SealedFile } from '../core/sealed-file.js';
import type { Reply } from './commit-call.js';
import type { FhirAccess } from './fhir-access.js';
import type { Work } from './operation.js';
import type { Query } from './query.js';
import type { Scope } from './scopes.js';

export type { Query };

/** A request, as passed to a part of the interface that has its own HTTP rules. */
export interface Exchange {
  readonly method: ExchangeMethod;
  /** The segments below the part's own path, decoded. */
  readonly path: readonly string[];
  /** In their order; of a form that is sent, its fields come after those of the URL. */
  readonly query: Query;
  readonly headers: ExchangeHeaders;
  /** Absent where none was sent, and for a form. */
  readonly body?: ExchangeBody;
  /** Of a body that is files: they are deleted when the request is answered. */
  readonly files?: readonly SentFile[];
  readonly mode: KeyMode;
  readonly scopes: readonly string[];
  /** Absent where the scopes alone decide. */
  readonly access?: FhirAccess;
  /** `https://host:port/v1/fhir` by the client's `Host`: for links. */
  readonly base: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly remoteAddress?: string;
  /** The request has an idempotency key: it must be carried out completely or not at all. */
  readonly idempotent?: true;
}

export type ExchangeMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ExchangeHeaders {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  readonly ifNoneExist?: string;
  readonly ifModifiedSince?: string;
  readonly prefer?: string;
  readonly accept?: string;
  readonly contentType?: string;
  /** `X-Security-Context`, of the content of a Binary. */
  readonly securityContext?: string;
}

export interface ExchangeBody {
  /** The parsed body; for one parsed by a worker, in the form that the part itself chose. */
  readonly value: unknown;
  /** '' for a body that was parsed by a worker. */
  readonly text: string;
  readonly sha256: string;
  /** Of a body that is no JSON, where `orBytes` allows it: the content, and nothing else. */
  readonly bytes?: Uint8Array;
}

/** A file of a body, on the disk. */
export interface SentFile {
  readonly file: SealedFile;
  /** In lower case, without parameters; '' where none was stated. */
  readonly mediaType: string;
  /** More came than a file may have: the rest was not stored. */
  readonly isCut: boolean;
}

/** The plan of one request, known from its method and path, before its body is read. */
export interface RequestPlan {
  /** `fhir.read`, for the audit record. */
  readonly action: string;
  /** `Patient/123`, for the record of a refusal. */
  readonly target?: string;
  /** The key needs one of these; none where any key will do. */
  readonly scopes: readonly Scope[];
  /** Absent where a body is ignored. */
  readonly body?: BodyTerms | FilesTerms;
  /** @throws AppError when it is refused */
  handle(exchange: Exchange): Promise<Work>;
}

export interface BodyTerms {
  readonly types: readonly string[];
  readonly limitBytes: number;
  /** By default the usual one. */
  readonly extent?: JsonExtent;
  readonly optional?: true;
  /** A body of any other type is taken as bytes, at most so many. */
  readonly orBytes?: number;
  /**
   * Lets a worker parse a large body; returns undefined where the caller must parse it. The bytes
   * may be transferred.
   *
   * @throws AppError in its promise
   */
  readonly readInWorker?: (
    bytes: Buffer<ArrayBuffer>,
    base: string,
  ) => Promise<ExchangeBody> | undefined;
}

/** A body of files: parts of `multipart/related`, or the body itself as the only one. */
export interface FilesTerms {
  /** Of the files: what the parameter `type` or the body's own type must be. */
  readonly fileType: string;
  /** Of the whole body. */
  readonly limitBytes: number;
  readonly maxFileBytes: number;
  readonly maxFiles: number;
}

/** The path is known, the method is not. */
export interface MethodNotAllowed {
  readonly allow: readonly ExchangeMethod[];
}

/** The part of a request that an answer without a key may depend on. */
export type KeylessRequest = Pick<Exchange, 'path' | 'query' | 'headers' | 'base'>;

export interface ExchangePart {
  /**
   * Answers public requests, without a key and without an audit record.
   *
   * @returns undefined where a key is needed
   * @throws AppError as `plan` and its `handle`
   */
  answerKeyless?(request: KeylessRequest): Reply | undefined;
  /** @throws AppError `not_found` */
  plan(method: string, path: readonly string[]): RequestPlan | MethodNotAllowed;
}
