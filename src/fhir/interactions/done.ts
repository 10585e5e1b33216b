import type { StoredResource } from '../../storage/fhir/store.js';
import type { FhirIssue } from '../outcome.js';
import type { Done, Who } from './plan.js';
import { eventOf } from './record.js';

/** What was done to a resource that now stands in this version. */
export function doneWith(
  row: StoredResource,
  how: { readonly who: Who; readonly action: string; readonly status: number },
  issues: readonly FhirIssue[] = [],
): Done {
  const { type, id, version, updated, deleted, body } = row;
  const target = `${type}/${id}`;
  const result = { target, result_id: `${target}/_history/${version}` };
  return {
    status: how.status,
    type,
    id,
    version,
    updated,
    ...(!deleted && { body }),
    issues: issues.filter(({ severity }) => severity !== 'error'),
    event: eventOf(how.who, how.action, result),
  };
}
