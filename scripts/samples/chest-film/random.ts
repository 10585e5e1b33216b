/** A seeded source of numbers, so that the same seed always gives the same person and film. */
export type Random = () => number;

/** Mulberry32: 32-bit integer arithmetic only, hence the same on every platform. */
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
