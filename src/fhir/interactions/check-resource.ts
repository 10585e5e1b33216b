import type { ErrorCode } from '../../core/errors.js';
import type { StoredResource } from '../../store/fhir/store.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { type FhirIssue, refuse, refuseFor } from '../outcome.js';
import type { Resource } from '../resource.js';
import { faultInText } from '../text/check.js';
import { restOf, versionText } from '../text/compose.js';
import { refusalOf } from '../validation/refusal.js';
import type { ExpectedIdentity } from '../validation/validator.js';
import type { FhirParts } from './parts.js';
import type { ResourceRequest } from './plan.js';
import type { ResourceFindings } from './resource-offload.js';

/** A resource that may be stored. */
export type CheckedResource = ResourceFindings;

export interface SentResource {
  readonly value: unknown;
  readonly text: string;
}

export function isResource(value: unknown): value is Resource {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    typeof (value as { resourceType?: unknown }).resourceType === 'string'
  );
}

/** @throws AppError when no resource was sent */
function givenOf({ resource, type }: ResourceRequest): SentResource {
  if (resource !== undefined) return resource;
  throw refuseFor('validation_error', 'required', 'A resource must be sent.', type);
}

/**
 * Validates and indexes a resource.
 *
 * @param as code of a refusal, by default derived from its issues
 * @throws AppError with all issues
 */
export function checkResource(
  { value, text }: SentResource,
  expected: ExpectedIdentity,
  { validator, index }: Pick<FhirParts, 'validator' | 'index'>,
  as?: ErrorCode,
): CheckedResource {
  const fault = faultInText(text, expected.type ?? '');
  if (fault !== undefined) throw fault;
  const issues = validator.validate(value, expected);
  const refusal = refusalOf(issues);
  if (refusal !== undefined) {
    // Errors come first.
    const isError = ({ severity }: FhirIssue) => severity === 'error';
    const others = issues.filter((issue) => !isError(issue));
    throw refuse(as ?? refusal, [...issues.filter(isError), ...others]);
  }
  if (!isResource(value)) {
    throw refuseFor('validation_error', 'structure', 'The body must be a resource.');
  }
  const { id } = value;
  return {
    rows: index(value),
    issues,
    rest: restOf(text),
    ...(typeof id === 'string' && { ownId: id }),
  };
}

/** Checks the resource of a request, unless it was checked before. @throws AppError with all issues */
export function checkRequestedResource(
  request: ResourceRequest,
  expected: ExpectedIdentity,
  parts: Pick<FhirParts, 'validator' | 'index'>,
): CheckedResource {
  const { resource, checked } = request;
  if (resource === undefined || checked === undefined) {
    return checkResource(givenOf(request), expected, parts);
  }
  return checked;
}

/** Stores a checked resource. */
export function* putChecked(
  place: { readonly type: string; readonly id: string; readonly method: 'POST' | 'PUT' | 'PATCH' },
  { rows, rest }: CheckedResource,
): Decision<StoredResource> {
  const resource = { rows, text: versionText(rest, place), ...place };
  return yield* perform({ kind: 'fhir.put', resource });
}
