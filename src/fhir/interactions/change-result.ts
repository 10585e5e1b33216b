import type { StoredResource } from '../../store/fhir/store.js';
import type { FhirIssue } from '../outcome.js';
import type { ChangeResult } from './plan.js';

/** The result of a change whose resource is now at this version. */
export function changeResult(
  row: StoredResource,
  how: { readonly action: string; readonly status: number },
  issues: readonly FhirIssue[] = [],
): ChangeResult {
  const { type, id, version, updated, deleted, body } = row;
  const target = `${type}/${id}`;
  return {
    status: how.status,
    type,
    id,
    version,
    updated,
    ...(!deleted && { body }),
    issues: issues.filter(({ severity }) => severity !== 'error'),
    audit: { action: how.action, target, result_id: `${target}/_history/${version}` },
  };
}
