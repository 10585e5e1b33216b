import type { FhirTransaction } from '../../storage/fhir/store.js';
import { oneMatch } from '../conditional/match.js';
import { refuseFor } from '../outcome.js';
import { patchText } from '../patch/patch-text.js';
import { checkResource, putChecked } from './checked.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import type { Asked, Done, Who } from './plan.js';
import { checkPreconditions } from './preconditions.js';
import { currentOf } from './read.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'match'>;

function idOf(
  { type, id, criteria = [] }: Asked,
  transaction: FhirTransaction,
  who: Who,
  { match }: Parts,
) {
  if (id !== undefined) return id;
  const found = oneMatch({ type, criteria }, who, transaction, match);
  if (found !== undefined) return found;
  throw refuseFor('not_found', 'not-found', 'No resource meets the criteria.');
}

/** Changes parts of a resource; what comes of it must be valid, or nothing is changed. */
export function preparePatch(asked: Asked, who: Who, parts: Parts) {
  const { type, patch } = asked;
  if (patch === undefined) {
    throw refuseFor('validation_error', 'required', 'A JSON Patch must be sent.');
  }
  return (transaction: FhirTransaction): Done => {
    const id = idOf(asked, transaction, who, parts);
    const before = currentOf(transaction, type, id);
    checkPreconditions(asked, before.version);
    const text = patchText(before.body, patch);
    const given = { text, value: JSON.parse(text) as unknown };
    const checked = checkResource(given, { type, id }, parts, 'unprocessable');
    const row = putChecked(transaction, { type, id, method: 'PATCH' }, checked);
    return doneWith(row, { who, action: 'fhir.patch', status: 200 }, checked.issues);
  };
}
