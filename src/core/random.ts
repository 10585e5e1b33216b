/** A seeded generator of numbers in [0, 1): the same seed always gives the same sequence. */
export type Random = () => number;

/**
 * Mulberry32 of T. Ettinger: 32-bit integer arithmetic only, therefore the same on every platform.
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
