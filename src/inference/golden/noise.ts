const SEED = 20_260_101;

/** A linear congruential generator (Numerical Recipes): the same bytes, 0..255, on every machine. */
export function noise(): () => number {
  let state = SEED;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}
