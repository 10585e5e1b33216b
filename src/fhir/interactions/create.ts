import { perform } from '../../calls/decide.js';
import type { Decision } from '../../store/unit-of-work.js';
import { criteriaOf, oneMatch } from '../conditional/match.js';
import { checkAsked, putChecked } from './checked.js';
import { doneWith } from './done.js';
import type { FhirParts } from './parts.js';
import { type Asked, type Done, expectedOf, type Who } from './plan.js';
import { currentVersion } from './read.js';

type Parts = Pick<FhirParts, 'validator' | 'index' | 'newId' | 'match'>;

/** Makes a resource under a new id; with `If-None-Exist` only when nothing meets the criteria. */
export function prepareCreate(asked: Asked, who: Who, parts: Parts) {
  const { type, ifNoneExist } = asked;
  const checked = checkAsked(asked, expectedOf(asked), parts);
  const id = asked.id ?? parts.newId();
  const action = 'fhir.create';
  const criteria = ifNoneExist === undefined ? undefined : criteriaOf(ifNoneExist);

  function* existing(): Decision<Done | undefined> {
    if (criteria === undefined) return undefined;
    const found = yield* oneMatch({ type, criteria }, who, parts.match);
    if (found === undefined) return undefined;
    const row = yield* perform({ kind: 'fhir.read', type, id: found });
    return doneWith(currentVersion(row), { action, status: 200 });
  }

  return function* decide(): Decision<Done> {
    const there = yield* existing();
    if (there !== undefined) return there;
    const row = yield* putChecked({ type, id, method: 'POST' }, checked);
    return doneWith(row, { action, status: 201 }, checked.issues);
  };
}
