import type { Exchange, ExchangeReply, Query } from '../../http/exchange.js';
import type { AuditEvent } from '../../security/audit-log.js';
import type { FhirReader, FhirTransaction } from '../../storage/fhir/store.js';
import type { FhirIssue } from '../outcome.js';
import type { Operation } from '../patch/read.js';
import type { Resource } from '../resource.js';

/** One change of one resource: a single request and an entry of a bundle are the same thing. */
export interface Asked {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly type: string;
  /** Of the URL; of a POST inside a bundle the id that it gets. */
  readonly id?: string;
  /** Of a conditional update, patch or delete. */
  readonly criteria?: Query;
  readonly resource?: { readonly value: Resource; readonly text: string };
  readonly patch?: readonly Operation[];
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** Of a conditional create: the criteria, as in a URL. */
  readonly ifNoneExist?: string;
}

export interface Done {
  /** 200, 201 or 204. */
  readonly status: number;
  readonly type: string;
  readonly id?: string;
  readonly version?: number;
  readonly updated?: number;
  /** The resource as it stands now; none after a delete. */
  readonly body?: string;
  /** Warnings and information that validation had to tell. */
  readonly issues: readonly FhirIssue[];
  /** All of the record but digests and the status of the whole answer. */
  readonly event: AuditEvent;
}

export type Who = Pick<Exchange, 'mode' | 'actor' | 'requestId' | 'remoteAddress' | 'base'>;

/**
 * Checks, validates and indexes what it can without the store, at once and without waiting; what is
 * given back does the rest inside a transaction. May itself be called inside one, after references
 * were rewritten.
 *
 * @throws AppError with the issues of the resource or the request
 */
export type Prepare = (asked: Asked, who: Who) => (transaction: FhirTransaction) => Done;

/**
 * Answers a request that changes nothing, whatever its path: from a partition, or as an entry of a
 * bundle inside its transaction. The digests of the record are added by who sends the answer.
 *
 * @throws AppError
 */
export type Answer = (request: Exchange, reader: FhirReader) => ExchangeReply;

/**
 * The ids of what meets the criteria of a conditional interaction: none, one, or two of more.
 *
 * @throws AppError when there is no criterion, or one that is not known
 */
export type Match = (
  type: string,
  criteria: Query,
  who: Who,
  reader: FhirReader,
) => readonly string[];
