import type { Filter } from '../../store/fhir/filter.js';
import type { Component, SearchParameter } from '../definitions/definition.js';
import { emptySink } from '../index/sink.js';
import { valuesAt } from '../path/values-at.js';
import {
  type Criterion,
  type FilterOf,
  malformed,
  type SearchContext,
  unsupportedModifier,
} from './context.js';
import { matchesFilter } from './match-rows.js';
import { splitAt } from './separators.js';

/** The rows that a component has below one of the composite's roots. */
type RowsBelow = (root: unknown) => Parameters<typeof matchesFilter>[1];

function rowsBelow(type: string, component: Component, context: SearchContext): RowsBelow {
  const ways = component.paths.map((walk) => ({
    walk,
    emit: context.emitOf(component.parameter, type, walk),
  }));
  return (root) => {
    const rows = emptySink();
    for (const { walk, emit } of ways) for (const value of valuesAt(walk, root)) emit(value, rows);
    return rows;
  };
}

/** Whether one and the same root of the composite meets all of the filters. */
function testOf(
  { type, parameter }: Criterion,
  components: readonly Component[],
  filters: readonly Filter[],
  context: SearchContext,
): (body: string) => boolean {
  const below = components.map((component) => rowsBelow(type, component, context));
  return (body) => {
    const resource: unknown = JSON.parse(body);
    const roots = parameter.paths.flatMap((walk) => valuesAt(walk, resource));
    return roots.some((root) =>
      filters.every((filter, at) => {
        const rows = below[at]?.(root);
        return rows !== undefined && matchesFilter(filter, rows, () => false);
      }),
    );
  };
}

/** Composites whose only root is the resource, where all parts apply to the same root. */
const ofWholeResource = ({ paths }: SearchParameter) =>
  paths.every(({ steps }) => steps.length === 0);

/**
 * `code$value`: the rows of the parts' parameters select resources; whether the values belong
 * together is then checked in each resource.
 */
export function compositeFilter(
  criterion: Criterion,
  context: SearchContext,
  filterOf: FilterOf,
): Filter {
  if (criterion.modifier !== undefined) throw unsupportedModifier(criterion);
  const { type, parameter, name, values } = criterion;
  const components = parameter.components ?? [];
  const alternatives = values.map((value): Filter => {
    const parts = splitAt(value, '$');
    if (parts.length !== components.length || parts.includes('')) {
      throw malformed(name, `takes ${components.length} values with $ between them.`);
    }
    const filters = components.map((component, at) => {
      const part = { type, modifier: undefined, values: [parts[at] ?? ''], name };
      return filterOf({ ...part, parameter: component.parameter }, context);
    });
    const of: Filter = { kind: 'all', of: filters };
    if (ofWholeResource(parameter)) return of;
    return { kind: 'same-element', test: testOf(criterion, components, filters, context), of };
  });
  const [only, ...more] = alternatives;
  return only !== undefined && more.length === 0 ? only : { kind: 'any', of: alternatives };
}
