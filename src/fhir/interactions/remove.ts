import type { FhirTransaction } from '../../storage/fhir/store.js';
import { oneMatch } from '../conditional/match.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import type { Asked, Done, Who } from './plan.js';
import { checkPreconditions } from './preconditions.js';
import { eventOf } from './record.js';

/**
 * Deletes a resource; its versions stay. What is not there, or not there any more, is deleted
 * already.
 */
export function prepareRemove(asked: Asked, who: Who, { match }: Pick<FhirParts, 'match'>) {
  const { type, criteria = [] } = asked;
  const how = { who, action: 'fhir.delete', status: 204 };

  function nothing(id: string | undefined): Done {
    const target = id === undefined ? type : `${type}/${id}`;
    const event = eventOf(who, how.action, { target });
    return { status: 204, type, ...(id !== undefined && { id }), issues: [], event };
  }

  return (transaction: FhirTransaction): Done => {
    const id = asked.id ?? oneMatch({ type, criteria }, who, transaction, match);
    if (id === undefined) return nothing(id);
    const before = transaction.read(type, id);
    const there = before !== undefined && !before.deleted;
    checkPreconditions(asked, there ? before.version : undefined);
    const row = transaction.remove(type, id);
    return row === undefined ? nothing(id) : doneWith(row, how);
  };
}
