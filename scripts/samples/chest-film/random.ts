import { createRandom, type Random } from '../../../src/core/random.js';

/** A stream of its own for each part: changing one part leaves the others as they were. */
export function streamFor(seed: number, part: string): Random {
  let hash = 2166136261 ^ seed;
  for (let i = 0; i < part.length; i += 1) {
    hash = Math.imul(hash ^ part.charCodeAt(i), 16777619);
  }
  return createRandom(hash);
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** Near-normal with a bounded tail: sum of four uniforms, scaled to unit variance. */
export function bell(random: Random): number {
  return (random() + random() + random() + random() - 2) * 1.7320508;
}
