import type { FhirTransaction } from '../../storage/fhir/store.js';
import { oneMatch } from '../conditional/match.js';
import { refuseFor } from '../outcome.js';
import { type Checked, checkAsked, putChecked } from './checked.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import { type Asked, type Done, expectedOf, type Who } from './plan.js';
import { checkPreconditions } from './preconditions.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'newId' | 'match'>;

/** The id under which a conditional update writes; inside a bundle it may be settled before. */
function idByCriteria(
  { type, id, criteria = [] }: Asked,
  { ownId: own }: Checked,
  transaction: FhirTransaction,
  who: Who,
  parts: Parts,
): string {
  const found = id ?? oneMatch({ type, criteria }, who, transaction, parts.match);
  if (found !== undefined) {
    if (own === undefined || own === found) return found;
    const problem = 'The resource that meets the criteria has another id.';
    throw refuseFor('validation_error', 'value', problem, `${type}.id`);
  }
  if (own === undefined) return parts.newId();
  const row = transaction.read(type, own);
  if (row === undefined || row.deleted) return own;
  const problem = 'The resource with this id does not meet the criteria.';
  throw refuseFor('conflict', 'conflict', problem, `${type}.id`);
}

/** Replaces a resource, or makes it under the id that the client gives. */
export function prepareUpdate(asked: Asked, who: Who, parts: Parts) {
  const { type, id, criteria } = asked;
  const named = criteria === undefined ? id : undefined;
  const checked = checkAsked(asked, expectedOf(asked), parts);
  return (transaction: FhirTransaction): Done => {
    const place = {
      type,
      id: named ?? idByCriteria(asked, checked, transaction, who, parts),
      method: 'PUT' as const,
    };
    const before = transaction.read(type, place.id);
    const there = before !== undefined && !before.deleted;
    checkPreconditions(asked, there ? before.version : undefined);
    const row = putChecked(transaction, place, checked);
    const status = there ? 200 : 201;
    return doneWith(row, { who, action: 'fhir.update', status }, checked.issues);
  };
}
