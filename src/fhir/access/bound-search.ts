import type { Filter, StoreQuery } from '../../store/fhir/filter.js';
import type { Include } from '../search/search.js';
import { forbidden, refuseWithoutGrant, TO_SEARCH } from './demand.js';
import type { AccessRules } from './rules.js';

const isChain = (filter: Filter) => filter.kind === 'chain';

/** What is meant where a chain names no type of its target: those that may be searched. */
function alternatives(of: readonly Filter[], rules: AccessRules): readonly Filter[] {
  if (of.length < 2 || !of.every(isChain)) return of;
  const allowed = of.filter((one) => one.kind === 'chain' && rules.allows(one.type, 'search'));
  return allowed.length === 0 ? of : allowed;
}

/**
 * The same filter, whose chains lead only through resources that may be searched.
 *
 * @throws AppError `insufficient_scope` for a chain through a type that may not be searched
 */
export function boundChains(filter: Filter, rules: AccessRules): Filter {
  const each = (of: readonly Filter[]) => of.map((one) => boundChains(one, rules));
  switch (filter.kind) {
    case 'all':
      return { kind: 'all', of: each(filter.of) };
    case 'any':
      return { kind: 'any', of: each(alternatives(filter.of, rules)) };
    case 'not':
    case 'same-element':
      return { ...filter, of: boundChains(filter.of, rules) };
    case 'chain':
    case 'has': {
      const visible = rules.filter(filter.type, 'search');
      if (visible === undefined) throw forbidden(filter.type, 'search');
      return { ...filter, of: { kind: 'all', of: [boundChains(filter.of, rules), visible] } };
    }
    default:
      return filter;
  }
}

/**
 * The same search of what may be found.
 *
 * @returns undefined where nothing of the type may be
 * @throws AppError `insufficient_scope` for a chain through a type that may not be searched
 */
export function boundQuery(query: StoreQuery, rules: AccessRules): StoreQuery | undefined {
  const visible = rules.filter(query.type, 'search');
  if (visible === undefined) return undefined;
  return { ...query, where: { kind: 'all', of: [boundChains(query.where, rules), visible] } };
}

/**
 * Refuses to follow the references of a type that may not be searched. What they lead to is left out
 * where it may not be read.
 *
 * @throws AppError `insufficient_scope`
 */
export function refuseIncludes(includes: readonly Include[], rules: AccessRules | undefined): void {
  for (const { from } of includes) refuseWithoutGrant(rules, from, TO_SEARCH);
}
