import type { AuditEvent } from '../../audit/audit-log.js';
import type { Exchange, Query } from '../../calls/exchange.js';
import type { Answer, AuditFacts } from '../../calls/operation.js';
import type { AppError } from '../../core/errors.js';
import type { StoreQuery } from '../../store/fhir/filter.js';
import type { Decision, ReadDecision } from '../../store/unit-of-work.js';
import type { FhirIssue } from '../outcome.js';
import type { Operation } from '../patch/read.js';
import type { Resource } from '../resource.js';
import type { ExpectedIdentity } from '../validation/validator.js';
import type { ResourceFindings } from './resource-offload.js';

/** A requested change of one resource, from a single request or an entry of a bundle. */
export interface ResourceRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly type: string;
  /** Of the URL; of a POST inside a bundle the id that it gets. */
  readonly id?: string;
  /** Of a conditional update, patch or delete. */
  readonly criteria?: Query;
  readonly resource?: { readonly value: Resource; readonly text: string };
  /** The resource was validated and indexed before. */
  readonly checked?: ResourceFindings;
  readonly patch?: readonly Operation[];
  /** The patch was applied before. */
  readonly ahead?: EarlyPatchResult;
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
  /** Of a conditional create: the criteria, as in a URL. */
  readonly ifNoneExist?: string;
}

/** The result of a patch that was applied to one version before its transaction. */
export type EarlyPatchResult = { readonly id: string; readonly version: number } & (
  | { readonly made: ResourceFindings }
  | { readonly refusal: AppError }
);

/** The type and id that a request's resource must have; a client does not choose the id of a POST. */
export function expectedOf({ method, type, id, criteria }: ResourceRequest): ExpectedIdentity {
  return method === 'POST' || id === undefined || criteria !== undefined ? { type } : { type, id };
}

export interface ChangeResult {
  /** 200, 201 or 204. */
  readonly status: number;
  readonly type: string;
  readonly id?: string;
  readonly version?: number;
  readonly updated?: number;
  /** The resource in its current version; none after a delete. */
  readonly body?: string;
  /** Warnings and information from validation. */
  readonly issues: readonly FhirIssue[];
  /** Facts for the audit record. */
  readonly audit: AuditFacts & Pick<AuditEvent, 'action'>;
}

export type Requester = Pick<
  Exchange,
  'mode' | 'actor' | 'requestId' | 'remoteAddress' | 'base' | 'access'
>;

/**
 * Checks, validates and indexes what it can without the store, synchronously; the rest
 * is decided inside a transaction. May itself be called inside one, after references were rewritten.
 *
 * @throws AppError with the issues of the resource or the request
 */
export type Prepare = (request: ResourceRequest, who: Requester) => () => Decision<ChangeResult>;

/**
 * Lets a worker check large resources; the returned request can be prepared immediately.
 *
 * @param whole also checks small resources, so that no check is left for the transaction
 * @throws AppError as `Prepare`, and `overloaded` when that takes too long
 */
export type CheckAhead = (
  request: ResourceRequest,
  who: Requester,
  whole?: boolean,
) => Promise<ResourceRequest>;

/**
 * Answers a request that changes nothing, on any path: from a partition, or as an entry of a bundle
 * inside its transaction. The digests of the record are added when the answer is sent.
 *
 * @throws AppError
 */
export type AnswerRead = (request: Exchange) => ReadDecision<Answer>;

/**
 * The search of a conditional interaction, which returns at most two resources.
 *
 * @throws AppError without a criterion, for an unknown one, and where the requester may not search
 */
export type Match = (type: string, criteria: Query, who: Requester) => StoreQuery;
