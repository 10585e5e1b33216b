import type { Filter } from '../../store/fhir/filter.js';
import type { Definitions } from '../definitions/definition.js';
import { parameterName } from '../index/parameter-name.js';

const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** The id of the one patient that a criterion asks for. */
function patientOf(filter: Filter, type: string, ties: ReadonlySet<string>): string | undefined {
  switch (filter.kind) {
    case 'id':
      return type === 'Patient' ? only(filter.any) : undefined;
    case 'reference': {
      const wanted = only(filter.any);
      // An id alone may be another thing's where more than a patient can stand.
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
 * `Patient/123` where all that a search finds concerns one patient: who has looked at whom must stay
 * answerable.
 *
 * @param criteria all of which have to hold
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
