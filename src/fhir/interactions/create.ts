import type { FhirReader, FhirTransaction } from '../../storage/fhir/store.js';
import { criteriaOf, oneMatch } from '../conditional/match.js';
import { checkAsked, putChecked } from './checked.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import { type Asked, type Done, expectedOf, type Who } from './plan.js';
import { currentOf } from './read.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'newId' | 'match'>;

/** Makes a resource under a new id; with `If-None-Exist` only when nothing meets the criteria. */
export function prepareCreate(asked: Asked, who: Who, parts: Parts) {
  const { type, ifNoneExist } = asked;
  const checked = checkAsked(asked, expectedOf(asked), parts);
  const id = asked.id ?? parts.newId();
  const action = 'fhir.create';
  const criteria = ifNoneExist === undefined ? undefined : criteriaOf(ifNoneExist);

  function existing(reader: FhirReader): Done | undefined {
    if (criteria === undefined) return undefined;
    const found = oneMatch({ type, criteria }, who, reader, parts.match);
    if (found === undefined) return undefined;
    return doneWith(currentOf(reader, type, found), { who, action, status: 200 });
  }

  return (transaction: FhirTransaction): Done => {
    const there = existing(transaction);
    if (there !== undefined) return there;
    const row = putChecked(transaction, { type, id, method: 'POST' }, checked);
    return doneWith(row, { who, action, status: 201 }, checked.issues);
  };
}
