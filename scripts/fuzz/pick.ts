import type { Random } from '../../src/core/random.js';

/** A whole number from 0 to below `below`. */
export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** One of several; there must be one. */
export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[below(random, from.length)];
  if (one === undefined) throw new RangeError('there is nothing to pick from');
  return one;
}

/** Returns true with this probability. */
export const chance = (random: Random, probability: number): boolean => random() < probability;
