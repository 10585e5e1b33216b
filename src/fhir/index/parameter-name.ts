import type { RowKind } from '../../store/fhir/rows.js';
import type { SearchType } from '../definitions/definition.js';

/**
 * Rows in addition to those of the values themselves: words of a code, the identifier of a
 * reference, an identifier with its type, and a mark for a value without a row of its own.
 */
export type ParameterPart = 'text' | 'identifier' | 'of-type' | 'present';

/** `Observation?code`, `Observation?code:text`: the name of a parameter in rows and filters. */
export function parameterName(base: string, code: string, side?: ParameterPart): string {
  return side === undefined ? `${base}?${code}` : `${base}?${code}:${side}`;
}

/** The index table of a parameter's values. A composite has no rows. */
export const ROW_KIND: Readonly<Record<Exclude<SearchType, 'composite'>, RowKind>> = {
  token: 'tokens',
  uri: 'tokens',
  string: 'strings',
  reference: 'references',
  date: 'dates',
  number: 'numbers',
  quantity: 'numbers',
};

/** The parameters that are columns of the resource itself and have no rows. */
export const OWN_COLUMNS: ReadonlySet<string> = new Set(['_id', '_lastUpdated']);
