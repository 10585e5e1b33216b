import type { Input, QuantityInput, Value } from './input.js';

/** Values between the limits, for a formula without further information. */
const GRID = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7];

function candidateNumbers({ min, max, precision, cuts, monotone }: QuantityInput): number[] {
  const between =
    cuts.length > 0
      ? cuts.flatMap((cut) => [cut - precision, cut, cut + precision])
      : monotone === undefined
        ? GRID.map((part) => min + part * (max - min))
        : [];
  const inside = between.filter((value) => value > min && value < max);
  return [...new Set([min, ...inside.sort((a, b) => a - b), max])];
}

function listed(input: Input): readonly Value[] {
  switch (input.kind) {
    case 'flag':
      return [false, true];
    case 'choice':
      return Object.keys(input.options);
    case 'quantity':
      return candidateNumbers(input);
    case 'date':
      return [];
  }
}

const cache = new WeakMap<Input, readonly Value[]>();

/**
 * Returns values of an input that represent all others: both ends of its range and both sides of
 * each threshold. A score of points takes every possible value on these; a monotonic formula takes
 * its extremes on them. Numbers are in ascending order.
 */
export function candidatesOf(input: Input): readonly Value[] {
  const candidates = cache.get(input) ?? listed(input);
  cache.set(input, candidates);
  return candidates;
}
