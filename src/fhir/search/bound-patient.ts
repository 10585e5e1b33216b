import type { Filter } from '../../store/fhir/filter.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** The id of the one patient that a criterion selects. */
function patientOf(filter: Filter, type: string, ties: ReadonlySet<string>): string | undefined {
  switch (filter.kind) {
    case 'id':
      return type === 'Patient' ? only(filter.any) : undefined;
    case 'reference': {
      const wanted = only(filter.any);
      // An id without a type may be another resource's where other types are allowed.
      const named = wanted?.type ?? (ties.has(filter.parameter) ? 'Patient' : undefined);
      return named === 'Patient' ? wanted?.target : undefined;
    }
    case 'chain':
      return patientOf(filter.of, filter.type, new Set());
    default:
      return undefined;
  }
}

/**
 * `Patient/123` where all matches of a search concern one patient: access to patients must be
 * traceable.
 *
 * @param criteria that must all hold
 */
export function boundPatient(
  type: string,
  criteria: readonly Filter[],
  definitions: Definitions,
): string | undefined {
  const ties = new Set(definitions.compartment(type).map((code) => parameterName(type, code)));
  const ids = criteria.map((filter) => patientOf(filter, type, ties));
  const id = ids.find((one) => one !== undefined);
  return id === undefined ? undefined : `Patient/${id}`;
}
