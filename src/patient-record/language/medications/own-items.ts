import type { Item } from './items.js';

const isChain = ({ kind }: Item): boolean =>
  kind === 'dose' || kind === 'attribute' || kind === 'filler';

/** Where the items that lead without a break to the next name begin. */
export function chainStart(items: readonly Item[]): number {
  return items.findLastIndex((item) => !isChain(item)) + 1;
}

/** The dose that `of` binds to the next name, with a route before it: `IV 2 g of`. */
function boundStart(chain: readonly Item[], doses: readonly number[]): number | undefined {
  const of = chain.findLastIndex((item) => item.kind === 'filler' && item.of);
  const dose = doses.findLast((n) => n < of);
  if (dose === undefined) return undefined;
  const route = chain[dose - 1];
  const hasRoute =
    route?.kind === 'attribute' && route.attributes.every(({ kind }) => kind === 'route');
  return hasRoute && dose > 1 ? dose - 1 : dose;
}

/**
 * Returns where between two names the directions of the second begin. What a comma, `and` or a verb sets off
 * and what leads to the next name without a break belongs to that name, and so does what `of` binds to
 * it; without a separator a dose belongs to the name before, unless that has one.
 *
 * @param hasDose the name before has a dose in front of it
 */
export function nextNameStart(items: readonly Item[], hasDose: boolean): number {
  const start = chainStart(items);
  const isLedTo = items[start - 1]?.kind === 'lead';
  const isSeparated = items
    .slice(0, start)
    .some(({ kind }) => kind === 'separator' || kind === 'wall');
  if (isSeparated && !isLedTo) return start;
  const chain = items.slice(start);
  const doses = chain.flatMap(({ kind }, n) => (kind === 'dose' ? [n] : []));
  const next = boundStart(chain, doses) ?? (hasDose ? doses[0] : doses[1]);
  return next === undefined ? items.length : start + next;
}
