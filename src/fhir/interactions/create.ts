import type { Query } from '../../calls/exchange.js';
import { perform } from '../../store/steps.js';
import type { Decision } from '../../store/unit-of-work.js';
import { criteriaOf, oneMatch } from '../conditional/match.js';
import { changeResult } from './change-result.js';
import { type CheckedResource, checkRequestedResource, putChecked } from './check-resource.js';
import type { FhirParts } from './parts.js';
import { type ChangeResult, expectedOf, type Requester, type ResourceRequest } from './plan.js';
import { currentVersion } from './read.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'newId' | 'match'>;

interface Creation {
  readonly type: string;
  readonly id: string;
  readonly checked: CheckedResource;
  /** Of a conditional create. */
  readonly criteria: Query | undefined;
}

const ACTION = 'fhir.create';

/** The result of a conditional create that found a resource. */
function* existing(
  { type, criteria }: Creation,
  who: Requester,
  { match }: Pick<Parts, 'match'>,
): Decision<ChangeResult | undefined> {
  if (criteria === undefined) return undefined;
  const found = yield* oneMatch({ type, criteria }, who, match);
  if (found === undefined) return undefined;
  const row = yield* perform({ kind: 'fhir.read', type, id: found });
  return changeResult(currentVersion(row), { action: ACTION, status: 200 });
}

function* decideCreate(creation: Creation, who: Requester, parts: Parts): Decision<ChangeResult> {
  const there = yield* existing(creation, who, parts);
  if (there !== undefined) return there;
  const { type, id, checked } = creation;
  const row = yield* putChecked({ type, id, method: 'POST' }, checked);
  return changeResult(row, { action: ACTION, status: 201 }, checked.issues);
}

/**
 * Creates a resource under a new id; with `If-None-Exist` only when no resource meets the criteria.
 */
export function prepareCreate(
  request: ResourceRequest,
  who: Requester,
  parts: Parts,
): () => Decision<ChangeResult> {
  const { type, ifNoneExist } = request;
  const checked = checkRequestedResource(request, expectedOf(request), parts);
  const id = request.id ?? parts.newId();
  const criteria = ifNoneExist === undefined ? undefined : criteriaOf(ifNoneExist);
  const creation = { type, id, checked, criteria };
  return () => decideCreate(creation, who, parts);
}
