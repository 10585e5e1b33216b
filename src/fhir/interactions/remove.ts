import { perform } from '../../calls/decide.js';
import type { Decision } from '../../store/unit-of-work.js';
import { oneMatch } from '../conditional/match.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import type { Asked, Done, Who } from './plan.js';
import { checkPreconditions } from './preconditions.js';

/**
 * Deletes a resource; its versions stay. What is not there, or not there any more, is deleted
 * already.
 */
export function prepareRemove(asked: Asked, who: Who, { match }: Pick<FhirParts, 'match'>) {
  const { type, criteria = [] } = asked;
  const how = { action: 'fhir.delete', status: 204 };

  function nothing(id: string | undefined): Done {
    const target = id === undefined ? type : `${type}/${id}`;
    const audit = { action: how.action, target };
    return { status: 204, type, ...(id !== undefined && { id }), issues: [], audit };
  }

  return function* decide(): Decision<Done> {
    const id = asked.id ?? (yield* oneMatch({ type, criteria }, who, match));
    if (id === undefined) return nothing(id);
    const before = yield* perform({ kind: 'fhir.read', type, id });
    const there = before !== undefined && !before.deleted;
    checkPreconditions(asked, there ? before.version : undefined);
    const row = yield* perform({ kind: 'fhir.remove', type, id });
    return row === undefined ? nothing(id) : doneWith(row, how);
  };
}
