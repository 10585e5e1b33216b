import type { Exchange, Query } from '../../http/exchange.js';
import type { AuditEvent } from '../../security/audit-log.js';
import type { FhirTransaction } from '../../storage/fhir/store.js';
import type { FhirIssue } from '../outcome.js';
import type { Resource } from '../resource.js';

/** One change of one resource: a single request and an entry of a bundle are the same thing. */
export interface Asked {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly type: string;
  readonly id?: string;
  /** Of a conditional update, patch or delete. */
  readonly criteria?: Query;
  readonly resource?: { readonly value: Resource; readonly text: string };
  /** JSON Patch. */
  readonly patch?: unknown;
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
