/**
 * Runs each side once a round, one after the other, so that a busy machine slows all of them; how
 * long each took, by side, without the rounds of the warm-up.
 */
export async function interleave(
  sides: ReadonlyArray<() => Promise<number> | number>,
  { warmUp, rounds }: { readonly warmUp: number; readonly rounds: number },
): Promise<number[][]> {
  const took: number[][] = sides.map(() => []);
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [at, side] of sides.entries()) {
      const ms = await side();
      if (round >= warmUp) took[at]?.push(ms);
    }
  }
  return took;
}
