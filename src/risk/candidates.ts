import type { Input, QuantityInput, Value } from './input.js';

/** Between the ends, for a formula of which nothing else is known. */
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

const known = new WeakMap<Input, readonly Value[]>();

/**
 * Values of an input that stand for all others: both ends of its range and both sides of each place
 * where points change. A score of points takes every value that it can take on these; a formula that
 * rises or falls with its input takes its extremes on them. Numbers come in rising order.
 */
export function candidatesOf(input: Input): readonly Value[] {
  const candidates = known.get(input) ?? listed(input);
  known.set(input, candidates);
  return candidates;
}
